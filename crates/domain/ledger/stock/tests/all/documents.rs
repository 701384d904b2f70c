//! A document is confirmed once, and never takes what must not be taken.

use crate::setup::*;
use invoicing::ViolationKind;
use rust_decimal::dec;
use stock::{DocumentKind, ItemInput, MAX_LEVEL, StockError, StockRefused, StockSeries};

fn refused(result: Result<stock::Confirmed, StockError>) -> StockRefused {
    match result {
        Err(StockError::Refused(refused)) => refused,
        other => panic!("{other:?}"),
    }
}

/// What is wrong with a line, and of which kind it is.
fn short(result: Result<stock::Confirmed, StockError>) -> (String, ViolationKind) {
    match refused(result) {
        StockRefused::Invalid(found) => (found.to_string(), found.common_kind()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_confirmed_document_stays() {
    let held = nothing(ItemInput::default());
    let draft = document(DocumentKind::Receipt, dec!(1), None);
    let done = draft.confirm(OWNER, "PR20260001", &held, NOW).expect("confirmed").document;
    assert_eq!((done.number.as_deref(), done.confirmed_at), (Some("PR20260001"), Some(NOW)));
    let again = refused(done.confirm(OWNER, "PR20260002", &held, NOW));
    assert_eq!(again, StockRefused::Confirmed("PR20260001".into()));
}

#[test]
fn an_item_goes_below_zero_only_where_it_may() {
    let taken = document(DocumentKind::Issue, dec!(2), None);
    assert!(taken.confirm(OWNER, "V", &nothing(ItemInput::default()), NOW).is_ok());
    let strict = || ItemInput { below_zero: Some(false), ..ItemInput::default() };
    let mut held = nothing(strict());
    confirm(&mut held, &document(DocumentKind::Receipt, dec!(1), None));
    let said = "2 ks of Stolička cannot be taken: 1 are there, and the item must not go below zero";
    let expected = (format!("lines[0].quantity: {said}"), ViolationKind::StockTooLow);
    assert_eq!(short(taken.confirm(OWNER, "V", &held, NOW)), expected);
    confirm(&mut held, &document(DocumentKind::Issue, dec!(1), None));
    let moved = document(DocumentKind::Transfer, dec!(1), None);
    assert_eq!(short(moved.confirm(OWNER, "P", &held, NOW)).1, ViolationKind::StockTooLow);
    // below zero since before: it may come nearer
    held.levels.get_mut(&IN_SHOP).expect("there").quantity = dec!(-5);
    confirm(&mut held, &document(DocumentKind::Receipt, dec!(1), None));
    assert_eq!(at(&held, IN_SHOP).0, dec!(-4));
}

#[test]
fn a_level_holds_so_much() {
    let mut held = nothing(ItemInput::default());
    held.levels.get_mut(&IN_SHOP).expect("there").quantity = MAX_LEVEL.into();
    let more = document(DocumentKind::Receipt, dec!(0.000001), None);
    assert_eq!(short(more.confirm(OWNER, "P", &held, NOW)).1, ViolationKind::StockTooMuch);
    let dear = document(DocumentKind::Receipt, dec!(999999999), Some(dec!(999999999999)));
    let held = nothing(ItemInput::default());
    assert_eq!(short(dear.confirm(OWNER, "P", &held, NOW)).1, ViolationKind::StockTooMuch);
}

#[test]
fn each_kind_has_its_series() {
    let number = |kind| StockSeries::of(&document(kind, dec!(1), None)).number(7);
    let numbers = DocumentKind::ALL.map(number);
    assert_eq!(numbers, ["PR20260007", "VY20260007", "PV20260007", "IN20260007"]);
}
