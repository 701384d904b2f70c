//! Stock follows an invoice there and back.

use crate::setup::*;
use money::Decimal;
use rust_decimal::dec;
use std::collections::BTreeMap;
use stock::{Book, DocumentKind, Held, ItemInput, Moved, Place, Strictness, Wanted, follow};

fn wanted(quantities: &[(Place, Decimal)]) -> BTreeMap<Place, Wanted> {
    let of = |&(place, quantity): &(Place, Decimal)| (place, Wanted { quantity, worth: None });
    quantities.iter().map(of).collect()
}

/// Follows, and adds to what was moved.
fn step(held: &mut Held, moved: &mut BTreeMap<Place, Moved>, wanted: &BTreeMap<Place, Wanted>) {
    let mut book = Book::new(held, INVOICE, NOW.date(), NOW);
    follow(&mut book, wanted, moved).expect("followed");
    let booked = book.close(OWNER, Strictness::None).expect("closed");
    *held = after(held.clone(), &booked);
    for movement in booked.movements {
        let sum = moved.entry(movement.place).or_default();
        sum.quantity += movement.quantity;
        sum.value += movement.value;
    }
}

#[test]
fn what_is_taken_back_goes_back_at_its_value() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(DocumentKind::Receipt, dec!(10), Some(dec!(10))));
    let mut moved = BTreeMap::new();
    step(&mut held, &mut moved, &wanted(&[(IN_SHOP, dec!(-4))]));
    assert_eq!(at(&held, IN_SHOP), (dec!(6), dec!(60)));
    // dearer meanwhile
    confirm(&mut held, &document(DocumentKind::Receipt, dec!(6), Some(dec!(20))));
    step(&mut held, &mut moved, &wanted(&[(IN_SHOP, dec!(-3))]));
    assert_eq!(at(&held, IN_SHOP), (dec!(13), dec!(190)));
    step(&mut held, &mut moved, &wanted(&[]));
    assert_eq!(at(&held, IN_SHOP), (dec!(16), dec!(220)));
    assert_eq!(moved[&IN_SHOP], Moved::default());
    step(&mut held, &mut moved, &wanted(&[]));
    assert_eq!(at(&held, IN_SHOP), (dec!(16), dec!(220)), "again it changes nothing");
}

#[test]
fn another_place_or_the_other_way_is_followed() {
    let mut held = nothing(ItemInput::default());
    let mut moved = BTreeMap::new();
    step(&mut held, &mut moved, &wanted(&[(IN_SHOP, dec!(-4))]));
    step(&mut held, &mut moved, &wanted(&[(IN_HALL, dec!(-4))]));
    assert_eq!((at(&held, IN_SHOP).0, at(&held, IN_HALL).0), (dec!(0), dec!(-4)));
    step(&mut held, &mut moved, &wanted(&[(IN_HALL, dec!(3))]));
    assert_eq!(at(&held, IN_HALL).0, dec!(3));
    let came = Wanted { quantity: dec!(5), worth: Some(dec!(25)) };
    step(&mut held, &mut moved, &BTreeMap::from([(IN_SHOP, came)]));
    assert_eq!((at(&held, IN_SHOP), at(&held, IN_HALL).0), ((dec!(5), dec!(25)), dec!(0)));
}
