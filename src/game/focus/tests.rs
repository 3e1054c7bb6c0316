//! Where the arrow keys lead.

use super::*;

#[test]
fn arrows_lead_to_the_nearest_button_on_that_side() {
    // Two rows of three, and one button far below.
    let row = |y: f32| [0.0, 100.0, 200.0].map(|x| Vec2::new(x, y));
    let places: Vec<Vec2> = row(0.0)
        .into_iter()
        .chain(row(40.0))
        .chain([Vec2::new(100.0, 300.0)])
        .collect();
    assert_eq!(towards(&places, 0, Vec2::X), Some(1));
    assert_eq!(towards(&places, 1, Vec2::Y), Some(4));
    assert_eq!(towards(&places, 5, Vec2::NEG_Y), Some(2));
    assert_eq!(towards(&places, 4, Vec2::Y), Some(6));
    assert_eq!(towards(&places, 0, Vec2::NEG_X), None);
}

#[test]
fn without_places_arrows_go_through_the_order_and_stop_at_its_ends() {
    assert_eq!(beside(0, 3, true), Some(1));
    assert_eq!((beside(2, 3, true), beside(0, 3, false)), (None, None));
}
