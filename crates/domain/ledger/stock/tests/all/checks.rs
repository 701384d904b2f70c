//! What is wrong with an item or a document is said at once, with its path.

use crate::setup::*;
use invoicing::{Unit, Violations};
use money::Decimal;
use rust_decimal::dec;
use stock::{DocumentInput, DocumentKind, DocumentLineInput, ItemInput, WarehouseInput};
use time::macros::date;

fn fields<T: std::fmt::Debug>(checked: Result<T, Violations>) -> Vec<String> {
    let found = checked.expect_err("wrong");
    found.as_slice().iter().map(|violation| violation.field.clone()).collect()
}

#[test]
fn every_fault_of_an_item_is_named() {
    let named = |name: &str| ItemInput { name: Some(name.into()), ..ItemInput::default() };
    let of = |minimum| ItemInput { minimum: Some(minimum), ..named("x") };
    for (input, expected) in [
        (ItemInput::default(), "name"),
        (named(""), "name"),
        (named("a\nb"), "name"),
        (named(&"x".repeat(501)), "name"),
        (ItemInput { sku: Some("x".repeat(65)), ..named("x") }, "sku"),
        (of(dec!(-1)), "minimum"),
        (of(dec!(1000000000)), "minimum"),
        (of(dec!(0.0000001)), "minimum"),
    ] {
        assert_eq!(fields(input.check(ITEM, NOW, Violations::new())), [expected], "{input:?}");
    }
    let input = WarehouseInput::default();
    assert_eq!(fields(input.check(SHOP, NOW, Violations::new())), ["name"]);
}

#[test]
fn the_unit_of_an_item_stays() {
    let before = item(ItemInput { unit: Some(Unit::Litre), ..ItemInput::default() });
    let to = |unit| ItemInput { name: Some("x".into()), unit, ..ItemInput::default() };
    let wrong = to(Some(Unit::Metre)).change(&before, NOW, Violations::new());
    assert_eq!(fields(wrong), ["unit"]);
    for unit in [None, Some(Unit::Litre)] {
        let after = to(unit).change(&before, NOW, Violations::new()).expect("right");
        assert_eq!((after.unit, after.version), (Unit::Litre, 2));
    }
}

#[test]
fn quantities_are_positive_and_bounded() {
    for kind in DocumentKind::ALL {
        let counts = kind == DocumentKind::Count;
        for (quantity, right) in [
            (dec!(-1), false),
            (dec!(0), counts),
            (dec!(0.000001), true),
            (dec!(0.0000001), false),
            (dec!(999999999.999999), true),
            (dec!(1000000000), false),
            (Decimal::MAX, false),
        ] {
            let checked = lines(kind, &[(quantity, None)]).check(&new(), Violations::new());
            assert_eq!(checked.is_ok(), right, "{kind:?} {quantity}");
            if let Err(found) = checked {
                assert_eq!(found.as_slice()[0].field, "lines[0].quantity");
            }
        }
    }
}

#[test]
fn every_fault_of_a_document_is_named() {
    let right = || lines(DocumentKind::Receipt, &[(dec!(1), None)]);
    let transfer = || lines(DocumentKind::Transfer, &[(dec!(1), None)]);
    let priced = |kind, cost| lines(kind, &[(dec!(1), Some(cost))]);
    for (input, expected) in [
        (DocumentInput::default(), vec!["type", "warehouse_id", "lines"]),
        (DocumentInput { lines: Some(vec![]), ..right() }, vec!["lines"]),
        (
            DocumentInput { lines: Some(vec![DocumentLineInput::default()]), ..right() },
            vec!["lines[0].item_id", "lines[0].quantity"],
        ),
        (DocumentInput { to_warehouse: None, ..transfer() }, vec!["to_warehouse_id"]),
        (DocumentInput { to_warehouse: Some(SHOP), ..transfer() }, vec!["to_warehouse_id"]),
        (DocumentInput { to_warehouse: Some(HALL), ..right() }, vec!["to_warehouse_id"]),
        (DocumentInput { day: Some(date!(2026 - 11 - 22)), ..right() }, vec!["date"]),
        (DocumentInput { day: Some(date!(1999 - 12 - 31)), ..right() }, vec!["date"]),
        (DocumentInput { note: Some("x".repeat(501)), ..right() }, vec!["note"]),
        (priced(DocumentKind::Issue, dec!(1)), vec!["lines[0].unit_cost"]),
        (priced(DocumentKind::Transfer, dec!(1)), vec!["lines[0].unit_cost"]),
        (priced(DocumentKind::Receipt, dec!(-0.01)), vec!["lines[0].unit_cost"]),
        (lines(DocumentKind::Count, &[(dec!(1), None), (dec!(2), None)]), vec!["lines[1].item_id"]),
    ] {
        assert_eq!(fields(input.check(&new(), Violations::new())), expected, "{input:?}");
    }
    let many = vec![(dec!(1), None); 1_001];
    let checked = lines(DocumentKind::Issue, &many).check(&new(), Violations::new());
    assert_eq!(fields(checked), ["lines"]);
    let draft = right().check(&new(), Violations::new()).expect("right");
    let other = transfer().change(&draft, NOW.date(), Violations::new());
    assert_eq!(fields(other), ["type"]);
}
