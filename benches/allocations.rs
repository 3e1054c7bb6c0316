//! How often the engine asks for memory while a computer player looks ahead.
//!
//! `cargo bench --no-default-features --bench allocations` prints a table; the counts do not depend on the profile.

mod common;

use allocation_counter::measure;
use common::{SYSTEMS, battle, content, resolve, rolled_attack, setup};

fn main() {
    let content = content();
    let close = setup(&content, 1, 0);
    println!("an attack tried and taken back   allocations   bytes");
    for system in SYSTEMS {
        let mut battle = battle(&content, system, &close, 1).scratch(1);
        let attack = rolled_attack(&mut battle);
        let mut battle = battle.without_log();
        let start = battle.snapshot();
        let mut attempt = || {
            resolve(&mut battle, &attack);
            battle.restore(&start);
        };
        // The first time buffers grow that are kept.
        attempt();
        let asked = measure(attempt);
        println!(
            "{system:<32} {:>11} {:>7}",
            asked.count_total, asked.bytes_total
        );
    }
}
