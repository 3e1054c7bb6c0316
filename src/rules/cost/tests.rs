use super::*;

fn purse(standard: u8, movement: u8, swift: u8) -> Purse {
    let turn = Slots {
        standard: 1,
        movement: 1,
        swift: 1,
    };
    let slots = Slots {
        standard,
        movement,
        swift,
    };
    Purse {
        slots,
        turn,
        ..Purse::default()
    }
}

fn takes(slots: &[&[Slot]]) -> CostDef {
    CostDef {
        takes: slots.iter().map(|slots| slots.to_vec()).collect(),
        ..CostDef::default()
    }
}

const FULL: [&[Slot]; 2] = [&[Slot::Standard], &[Slot::Move]];

#[test]
fn the_first_slot_with_something_left_pays() {
    let cost = takes(&[&[Slot::Move, Slot::Standard]]);
    let once = purse(1, 1, 0).less(&cost).unwrap();
    assert_eq!(once.slots, purse(1, 0, 0).slots);
    let twice = once.less(&cost).unwrap();
    assert_eq!(twice.slots, purse(0, 0, 0).slots);
    assert_eq!(twice.less(&cost), Err(Lack::Slots));
    assert_eq!(purse(0, 0, 1).less(&cost), Err(Lack::Slots));
}

#[test]
fn several_slots_are_no_single_action() {
    let cost = takes(&FULL);
    let left = purse(1, 1, 1).less(&cost).map(|left| left.slots);
    assert_eq!(left, Ok(purse(0, 0, 1).slots));
    assert_eq!(purse(1, 0, 1).less(&cost), Err(Lack::Slots));
    let single = Purse {
        restricted: true,
        ..purse(1, 1, 1)
    };
    assert_eq!(single.less(&cost), Err(Lack::SingleAction));
}

#[test]
fn an_untouched_turn_has_spent_nothing_and_made_no_step() {
    let cost = CostDef {
        untouched: true,
        closes: true,
        grants: vec![Slot::Swift],
        ..takes(&FULL)
    };
    let left = purse(1, 1, 1).less(&cost).unwrap();
    assert_eq!((left.closed, left.slots), (true, purse(0, 0, 2).slots));
    assert_eq!(purse(1, 1, 0).less(&cost), Err(Lack::Untouched));
    let stepped = Purse {
        stepped: true,
        ..purse(1, 1, 1)
    };
    assert_eq!(stepped.less(&cost), Err(Lack::Untouched));
    assert_eq!(left.less(&takes(&[&[Slot::Swift]])), Err(Lack::Closed));
    assert_eq!(left.less(&CostDef::default()), Ok(left));
}

#[test]
fn a_debt_is_no_greater_than_a_turn() {
    let cost = CostDef {
        owes: vec![Slot::Move],
        ..CostDef::default()
    };
    let left = purse(1, 0, 0).less(&cost).unwrap();
    assert_eq!((left.slots, left.owes.movement), (purse(1, 0, 0).slots, 1));
    assert_eq!(left.less(&cost), Err(Lack::Owed(Slot::Move)));
}

#[test]
fn what_is_paid_in_the_turn_of_another_is_owed() {
    let left = purse(0, 0, 0).owing(&takes(&[&[Slot::Swift]])).unwrap();
    assert_eq!((left.slots, left.owes.swift), (purse(0, 0, 0).slots, 1));
    let again = left.owing(&takes(&[&[Slot::Swift]]));
    assert_eq!(again, Err(Lack::Owed(Slot::Swift)));
    assert_eq!(left.owing(&CostDef::default()), Ok(left));
}

#[test]
fn attacks_under_way_are_broken_off_for_a_move_and_for_nothing_else() {
    let under_way = Purse {
        severable: true,
        ..purse(0, 0, 0)
    };
    let walk = takes(&[&[Slot::Move, Slot::Standard]]);
    let left = under_way
        .less(&walk)
        .map(|left| (left.slots, left.severable));
    assert_eq!(left, Ok((purse(0, 0, 0).slots, false)));
    assert_eq!(
        under_way.less(&takes(&[&[Slot::Standard]])),
        Err(Lack::Slots)
    );
}

/// EP-FULL-14, EP-ACT-02.
#[test]
fn the_move_action_of_attacks_that_are_broken_off_pays_for_less_once() {
    let swift = CostDef {
        in_between: true,
        ..takes(&[&[Slot::Swift, Slot::Move, Slot::Standard]])
    };
    let under_way = Purse {
        severable: true,
        ..purse(0, 0, 1)
    };
    let between = under_way.less(&swift).unwrap();
    assert_eq!(
        (between.slots, between.severable),
        (purse(0, 0, 0).slots, true)
    );
    let broken = between.less(&swift).unwrap();
    assert!(!broken.severable);
    assert_eq!(broken.less(&swift), Err(Lack::Slots));
}

/// EP-ACT-06.
#[test]
fn one_thing_goes_along_with_each_move_action() {
    let walk = takes(&[&[Slot::Move, Slot::Standard]]);
    let along = CostDef {
        with_move: true,
        ..CostDef::default()
    };
    assert_eq!(purse(1, 1, 1).less(&along), Err(Lack::Walk));
    let twice = purse(1, 1, 1).less(&walk).unwrap().less(&walk).unwrap();
    let left = twice.less(&along).unwrap().less(&along).unwrap();
    assert_eq!(left.less(&along), Err(Lack::Walk));
}

/// EP-DEF-03.
#[test]
fn what_comes_first_comes_before_all_that_takes_something_and_before_a_step() {
    let first = CostDef {
        at_start: true,
        ..CostDef::default()
    };
    let left = purse(1, 1, 1).less(&first).unwrap();
    assert_eq!(left, purse(1, 1, 1));
    let later = left.less(&takes(&[&[Slot::Swift]])).unwrap();
    assert_eq!(later.less(&first), Err(Lack::Start));
    // Two things of the start come in either order.
    let other = CostDef {
        at_start: true,
        ..takes(&[&[Slot::Swift]])
    };
    let both = left.less(&other).and_then(|left| left.less(&first));
    assert_eq!(both.map(|left| left.slots), Ok(purse(1, 1, 0).slots));
    let stepped = Purse {
        stepped: true,
        ..left
    };
    assert_eq!(stepped.less(&first), Err(Lack::Start));
}

/// EP-FULL-06.
#[test]
fn another_standard_action_stands_for_the_first_of_all_attacks() {
    let all = CostDef {
        goes_on: true,
        ..takes(&FULL)
    };
    assert_eq!(purse(0, 1, 1).less(&all), Err(Lack::Slots));
    let led = Purse {
        led: true,
        ..purse(0, 1, 1)
    };
    let left = led.less(&all).map(|left| left.slots);
    assert_eq!(left, Ok(purse(0, 0, 1).slots));
}

#[test]
fn one_thing_goes_along_with_a_walk() {
    let cost = CostDef {
        with_walk: true,
        ..CostDef::default()
    };
    let walked = Purse {
        walked: true,
        ..purse(0, 0, 0)
    };
    let left = walked.less(&cost).unwrap();
    assert_eq!(left, purse(0, 0, 0));
    assert_eq!(left.less(&cost), Err(Lack::Walk));
}
