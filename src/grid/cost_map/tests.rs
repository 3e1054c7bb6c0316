use super::super::area::Footprint;
use super::*;

const DIMS: Dimensions = Dimensions::new(8, 6);

#[test]
fn a_new_map_is_open_ground() {
    let map = CostMap::new(DIMS);
    for square in DIMS.squares() {
        assert_eq!(map.passage(square), Passage::Open);
        assert_eq!(map.entry(square), Some(EntryCost::open(Diagonals::Equal)));
    }
    assert!(!map.alternates());
}

#[test]
fn everything_off_the_map_is_blocked_and_stays_so() {
    let mut map = CostMap::new(DIMS);
    let off = Square::new(-1, 2);
    map.set_passage(off, Passage::Open);
    map.set_wall(off, true);
    map.set_entry(off, EntryCost::open(Diagonals::AlternateOneTwo));
    assert_eq!(map.passage(off), Passage::Blocked);
    assert_eq!(map.entry(off), None);
    assert!(!map.is_corner(off));
    assert!(!map.alternates());
}

#[test]
fn a_wall_blocks_and_its_removal_opens() {
    let (mut map, square) = (CostMap::new(DIMS), Square::new(3, 3));
    map.set_wall(square, true);
    assert_eq!(map.passage(square), Passage::Blocked);
    assert!(map.is_corner(square));
    map.set_wall(square, false);
    assert_eq!(map.passage(square), Passage::Open);
    assert!(!map.is_corner(square));
}

#[test]
fn a_creature_blocks_without_being_a_corner() {
    let (mut map, square) = (CostMap::new(DIMS), Square::new(3, 3));
    map.set_passage(square, Passage::Blocked);
    assert!(!map.is_corner(square));
}

#[test]
fn one_may_stop_on_ones_own_squares_but_not_on_an_allys() {
    let mut map = CostMap::new(DIMS);
    let ogre = Area::new(Square::new(2, 2), Footprint::square(2));
    for square in ogre.squares() {
        map.set_passage(square, Passage::Blocked);
    }
    map.set_passage(Square::new(5, 2), Passage::ThroughOnly);
    assert!(map.may_stop(ogre, Square::new(2, 2)));
    assert!(map.may_stop(ogre, Square::new(3, 3)));
    assert!(!map.may_stop(ogre, Square::new(4, 2)));
    assert!(!map.may_stop(ogre, Square::new(7, 2)));
    assert!(!map.may_stop(ogre, Square::new(-1, 2)));
}

#[test]
fn the_map_knows_whether_counting_diagonals_matters() {
    let mut map = CostMap::new(DIMS);
    let square = Square::new(1, 1);
    map.set_entry(square, EntryCost::open(Diagonals::AlternateOneTwo));
    assert!(map.alternates());
    map.set_entry(square, EntryCost::open(Diagonals::Equal));
    assert!(!map.alternates());
}
