//! Tests of the list of topics.

use super::*;

#[test]
fn topics_are_indexed_in_order() {
    for (i, topic) in Topic::ALL.iter().enumerate() {
        assert_eq!(*topic as usize, i);
    }
}
