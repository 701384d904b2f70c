//! Stock follows an invoice there and back.

use crate::setup::*;
use money::Decimal;
use proptest::prelude::*;
use rust_decimal::dec;
use std::collections::BTreeMap;
use stock::{Book, DocumentKind, Held, ItemInput, Moved, Movement, Place, Wanted, follow, redate};
use time::macros::date;

fn wanted(quantities: &[(Place, Decimal)]) -> BTreeMap<Place, Wanted> {
    let of =
        |&(place, quantity): &(Place, Decimal)| (place, Wanted { quantity, ..Wanted::default() });
    quantities.iter().map(of).collect()
}

/// Follows, and adds to what was moved.
fn step(held: &mut Held, moved: &mut BTreeMap<Place, Moved>, wanted: &BTreeMap<Place, Wanted>) {
    let mut book = Book::new(held, INVOICE, NOW.date(), NOW);
    follow(&mut book, wanted, moved).expect("followed");
    let booked = book.close(OWNER).expect("closed");
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

/// Confirms a document, or has the stock follow the invoice; answers with what moved.
fn moves(
    held: &mut Held,
    all: &mut Vec<Movement>,
    next: Result<(DocumentKind, Decimal, Decimal), Decimal>,
) {
    let booked = match next {
        Ok((kind, quantity, cost)) => {
            let cost = (kind == DocumentKind::Receipt).then_some(cost);
            let document = document(kind, quantity, cost);
            document.confirm(OWNER, "X1", held, NOW).expect("confirmed").booked
        }
        Err(quantity) => {
            let mut book = Book::new(held, INVOICE, NOW.date(), NOW);
            let moved = Moved::by_now(&Moved::by(INVOICE, all.iter()));
            follow(&mut book, &wanted(&[(IN_SHOP, quantity)]), &moved).expect("followed");
            book.close(OWNER).expect("closed")
        }
    };
    *held = after(held.clone(), &booked);
    all.extend(booked.movements);
}

#[test]
fn what_was_taken_short_goes_back_at_what_it_cost() {
    let (mut held, mut all) = (nothing(ItemInput::default()), Vec::new());
    let receipt = |quantity, cost| Ok((DocumentKind::Receipt, quantity, cost));
    moves(&mut held, &mut all, receipt(dec!(1), dec!(10)));
    moves(&mut held, &mut all, Err(dec!(-6)));
    assert_eq!(at(&held, IN_SHOP), (dec!(-5), dec!(-50)));
    moves(&mut held, &mut all, receipt(dec!(10), dec!(12)));
    assert_eq!(at(&held, IN_SHOP), (dec!(5), dec!(60)));
    moves(&mut held, &mut all, Err(dec!(-2)));
    assert_eq!(at(&held, IN_SHOP), (dec!(9), dec!(108)));
    moves(&mut held, &mut all, Err(dec!(0)));
    assert_eq!(at(&held, IN_SHOP), (dec!(11), dec!(132)));
}

#[test]
fn what_came_into_a_shortage_goes_with_what_it_set_right() {
    let (mut held, mut all) = (nothing(ItemInput::default()), Vec::new());
    moves(&mut held, &mut all, Ok((DocumentKind::Receipt, dec!(1), dec!(10))));
    moves(&mut held, &mut all, Ok((DocumentKind::Issue, dec!(6), dec!(0))));
    let before = at(&held, IN_SHOP);
    let mut moved = BTreeMap::new();
    let came = Wanted { quantity: dec!(10), worth: Some(dec!(120)), before: None };
    step(&mut held, &mut moved, &BTreeMap::from([(IN_SHOP, came)]));
    assert_eq!(at(&held, IN_SHOP), (dec!(5), dec!(60)));
    step(&mut held, &mut moved, &BTreeMap::new());
    assert_eq!(at(&held, IN_SHOP), before);
}

proptest! {
    /// However much is sold short: what is there after the cancellation costs what it came for.
    #[test]
    fn a_cancellation_after_a_shortage_leaves_what_came_at_its_cost(
        (short, more) in (1..500_i64, 1..500_i64), (before, cost) in (0..9_000_i64, 0..9_000_i64),
        kept in 0..500_i64,
    ) {
        let (mut held, mut all) = (nothing(ItemInput::default()), Vec::new());
        let cents = |cents| Decimal::new(cents, 2);
        let receipt = |quantity: i64, cost| Ok((DocumentKind::Receipt, quantity.into(), cents(cost)));
        let issue = |quantity: i64| Ok((DocumentKind::Issue, quantity.into(), Decimal::ZERO));
        moves(&mut held, &mut all, receipt(1, before));
        moves(&mut held, &mut all, issue(1));
        moves(&mut held, &mut all, Err(Decimal::from(-short)));
        moves(&mut held, &mut all, receipt(short + more, cost));
        prop_assert_eq!(at(&held, IN_SHOP).1, cents(more * cost));
        moves(&mut held, &mut all, Err(Decimal::from(-kept.min(short))));
        moves(&mut held, &mut all, Err(Decimal::ZERO));
        let (quantity, value) = at(&held, IN_SHOP);
        prop_assert_eq!((quantity, value), (Decimal::from(short + more), cents((short + more) * cost)));
        let sum: Decimal = all.iter().map(|movement| movement.value).sum();
        prop_assert_eq!(sum, value);
    }
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
    let came = Wanted { quantity: dec!(5), worth: Some(dec!(25)), before: None };
    step(&mut held, &mut moved, &BTreeMap::from([(IN_SHOP, came)]));
    assert_eq!((at(&held, IN_SHOP), at(&held, IN_HALL).0), ((dec!(5), dec!(25)), dec!(0)));
}

#[test]
fn another_price_is_worth_more_while_something_is_there() {
    let came = |quantity, worth, before| {
        BTreeMap::from([(IN_SHOP, Wanted { quantity, worth: Some(worth), before })])
    };
    let ten = came(dec!(10), dec!(100), None);
    for (then, value) in [
        (came(dec!(10), dec!(120), Some((dec!(10), dec!(100)))), dec!(120)),
        (came(dec!(10), dec!(90), Some((dec!(10), dec!(100)))), dec!(90)),
        (came(dec!(5), dec!(60), Some((dec!(10), dec!(100)))), dec!(60)),
        (came(dec!(20), dec!(240), Some((dec!(10), dec!(100)))), dec!(240)),
    ] {
        let (mut held, mut moved) = (nothing(ItemInput::default()), BTreeMap::new());
        step(&mut held, &mut moved, &ten);
        step(&mut held, &mut moved, &then);
        assert_eq!(at(&held, IN_SHOP), (then[&IN_SHOP].quantity, value), "{then:?}");
        assert_eq!(moved[&IN_SHOP].value, value);
        step(&mut held, &mut moved, &BTreeMap::new());
        assert_eq!(at(&held, IN_SHOP), (dec!(0), dec!(0)));
    }
    let (mut held, mut moved) = (nothing(ItemInput::default()), BTreeMap::new());
    step(&mut held, &mut moved, &ten);
    confirm(&mut held, &document(DocumentKind::Issue, dec!(10), None));
    step(&mut held, &mut moved, &came(dec!(10), dec!(120), Some((dec!(10), dec!(100)))));
    assert_eq!(at(&held, IN_SHOP), (dec!(0), dec!(0)), "nothing is there");
}

#[test]
fn another_day_moves_it_back_on_the_old_and_forth_on_the_new() {
    let (mut held, mut all) = (nothing(ItemInput::default()), Vec::new());
    moves(&mut held, &mut all, Ok((DocumentKind::Receipt, dec!(10), dec!(10))));
    moves(&mut held, &mut all, Err(dec!(-4)));
    moves(&mut held, &mut all, Ok((DocumentKind::Receipt, dec!(6), dec!(20))));
    let (before, earlier) = (at(&held, IN_SHOP), date!(2026 - 11 - 03));
    let mut book = Book::new(&held, INVOICE, earlier, NOW);
    let moved = Moved::by(INVOICE, all.iter());
    redate(&mut book, &moved);
    follow(&mut book, &wanted(&[(IN_SHOP, dec!(-4))]), &Moved::by_now(&moved)).expect("followed");
    let booked = book.close(OWNER).expect("closed");
    let days: Vec<_> = booked.movements.iter().map(|it| (it.day, it.quantity, it.value)).collect();
    assert_eq!(days, [(NOW.date(), dec!(4), dec!(40)), (earlier, dec!(-4), dec!(-40))]);
    assert_eq!((at(&after(held, &booked), IN_SHOP), booked.events.len()), (before, 0));
    all.extend(booked.movements);
    let by_day = Moved::by(INVOICE, all.iter());
    let quantities: Vec<_> = by_day.iter().map(|((_, day), it)| (*day, it.quantity)).collect();
    assert_eq!(quantities, [(earlier, dec!(-4)), (NOW.date(), dec!(0))]);
}
