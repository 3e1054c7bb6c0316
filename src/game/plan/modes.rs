//! Which of its attacks the one who acts may use.

use super::state::Plan;

/// Attacks that can be used: the one that the player chose, or else all that are ready.
pub(super) fn usable(plan: &Plan) -> impl Iterator<Item = u8> {
    let preferred = plan.selection.mode;
    let ready = plan.options.modes.iter().filter(|(_, r)| r.is_ok());
    let ready = ready.filter(move |_| preferred.is_none());
    preferred.into_iter().chain(ready.map(|(mode, _)| *mode))
}
