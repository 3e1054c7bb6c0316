//! A guard that is down before one attacker only.
