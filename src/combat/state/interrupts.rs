//! In what order those are asked who may interrupt the same thing.

use crate::combat::contract::{Seat, Seats};
use crate::combat::state::access::Wounding;
use crate::combat::state::step::Step;
use crate::combat::state::step::offer::{Offer, ReadiedOffer};
use crate::combat::state::view::State;

impl State<'_> {
    /// Whether everyone is asked in the order of initiative, whatever the kind of the answer.
    pub fn interrupts_in_order(&self) -> bool {
        self.rules().policies.initiative.interrupts.are_in_order()
    }

    /// How many steps wait on the stack.
    pub fn depth(&self) -> usize {
        self.stack.0.len()
    }

    /// Whether the next step asks others about the same thing.
    pub fn asks_others(&self) -> bool {
        self.stack
            .0
            .last()
            .is_some_and(|step| questions(step).is_some())
    }
}

impl Wounding<'_> {
    /// Puts the questions that were pushed since the stack had this depth into the order of
    /// initiative, where the rules ask in that order.
    pub fn order_interrupts(&mut self, depth: usize) {
        if !self.interrupts_in_order() {
            return;
        }
        let pushed = self.stack.0.get(depth..).unwrap_or_default();
        let single = |step: &Step| matches!(step, Step::Offer(offer) if offer.askers.len() == 1);
        if pushed.is_empty() || pushed.len() == 1 && single(&pushed[0]) {
            return;
        }
        let next_first = pushed.iter().rev().map(questions);
        let Some(parted) = next_first.collect::<Option<Vec<_>>>() else {
            return;
        };
        let mut questions: Vec<(Seat, Step)> = parted.into_iter().flatten().collect();
        questions.sort_by_key(|(seat, _)| self.initiative[*seat].turn());
        let stack = &mut self.stack_mut().0;
        stack.truncate(depth);
        stack.extend(questions.into_iter().rev().map(|(_, step)| step));
    }
}

/// The questions of a step one by one, the next first; `None` if it is not one that asks about
/// interrupts.
fn questions(step: &Step) -> Option<Vec<(Seat, Step)>> {
    let each = |askers: &[Seat], one: &dyn Fn(Seats) -> Step| {
        let askers = askers.iter();
        askers
            .map(|seat| (*seat, one(Seats::from_elem(*seat, 1))))
            .collect()
    };
    match step {
        Step::Offer(offer) => Some(each(&offer.askers, &|askers| {
            Offer { askers, ..*offer }.into()
        })),
        Step::Readied(offer) => Some(each(&offer.askers, &|askers| {
            ReadiedOffer { askers, ..*offer }.into()
        })),
        Step::Response(response) => Some(vec![(response.seat, response.clone().into())]),
        _ => None,
    }
}
