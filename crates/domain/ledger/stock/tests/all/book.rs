//! Levels are valued by weighted average cost, and no cent is lost.

use crate::setup::*;
use money::Decimal;
use proptest::prelude::*;
use rust_decimal::dec;
use stock::{DocumentKind, ItemInput, StockDocument};
use time::macros::date;

use DocumentKind::{Count, Issue, Receipt, Transfer};

#[test]
fn what_is_taken_costs_the_average() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(2), Some(dec!(10))));
    confirm(&mut held, &document(Receipt, dec!(1), Some(dec!(1))));
    assert_eq!(at(&held, IN_SHOP), (dec!(3), dec!(21)));
    assert_eq!(held.levels[&IN_SHOP].average_cost(), dec!(7));
    confirm(&mut held, &document(Issue, dec!(1), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(2), dec!(14)));
}

#[test]
fn the_last_takes_the_cents_that_are_left() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(3), Some(dec!(0.33333))));
    assert_eq!(at(&held, IN_SHOP), (dec!(3), dec!(1.00)));
    for left in [dec!(0.67), dec!(0.33), dec!(0)] {
        confirm(&mut held, &document(Issue, dec!(1), None));
        assert_eq!(at(&held, IN_SHOP).1, left);
    }
    assert_eq!(held.levels[&IN_SHOP].average_cost(), dec!(0.33), "what one last cost");
}

#[test]
fn a_transfer_takes_its_value_along() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(3), Some(dec!(0.33333))));
    confirm(&mut held, &document(Transfer, dec!(1), None));
    assert_eq!(
        (at(&held, IN_SHOP), at(&held, IN_HALL)),
        ((dec!(2), dec!(0.67)), (dec!(1), dec!(0.33)))
    );
}

#[test]
fn a_count_leaves_what_was_counted() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(4), Some(dec!(5))));
    confirm(&mut held, &document(Count, dec!(6), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(6), dec!(30)));
    confirm(&mut held, &document(Count, dec!(7), Some(dec!(12))));
    assert_eq!(at(&held, IN_SHOP), (dec!(7), dec!(42)));
    assert_eq!(confirm(&mut held, &document(Count, dec!(7), None)), ["stock.document_confirmed"]);
    confirm(&mut held, &document(Count, dec!(0), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(0), dec!(0)));
}

#[test]
fn a_count_of_a_past_day_is_compared_with_what_was_there_then() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(10), Some(dec!(5))));
    // of these 10 came 4 later: 6 were there, and 5 were found
    held.later.insert(IN_SHOP, dec!(4));
    let past = date!(2026 - 11 - 03);
    let count = StockDocument { day: past, ..document(Count, dec!(5), None) };
    let done = count.confirm(OWNER, "IN1", &held, NOW).expect("confirmed");
    let moved: Vec<_> = done.booked.movements.iter().map(|it| (it.day, it.quantity)).collect();
    assert_eq!(moved, [(past, dec!(-1))]);
    assert_eq!(at(&after(held.clone(), &done.booked), IN_SHOP), (dec!(9), dec!(45)));
    let right = StockDocument { day: past, ..document(Count, dec!(6), None) };
    let done = right.confirm(OWNER, "IN1", &held, NOW).expect("confirmed");
    assert_eq!(done.booked.movements, []);
    // what went later was there
    held.later.insert(IN_SHOP, dec!(-3));
    let more = StockDocument { day: past, ..document(Count, dec!(14), None) };
    confirm(&mut held, &more);
    assert_eq!(at(&held, IN_SHOP), (dec!(11), dec!(55)));
}

#[test]
fn what_was_missing_is_valued_when_it_comes() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(1), Some(dec!(10))));
    confirm(&mut held, &document(Issue, dec!(6), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(-5), dec!(-50)));
    confirm(&mut held, &document(Receipt, dec!(2), Some(dec!(11))));
    assert_eq!(at(&held, IN_SHOP), (dec!(-3), dec!(-30)));
    let receipt = document(Receipt, dec!(10), Some(dec!(12)));
    let done = receipt.confirm(OWNER, "PR1", &held, NOW).expect("confirmed");
    // 7 are there, each of 12; the 3 that were taken at 10 cost 12 too
    assert_eq!(at(&after(held, &done.booked), IN_SHOP), (dec!(7), dec!(84)));
    let moved: Vec<_> = done.booked.movements.iter().map(|it| (it.quantity, it.value)).collect();
    assert_eq!(moved, [(dec!(10), dec!(120)), (dec!(0), dec!(-6))]);
}

#[test]
fn what_is_not_there_is_taken_at_the_last_cost() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(3), Some(dec!(10))));
    confirm(&mut held, &document(Issue, dec!(2.9996), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(0.0004), dec!(0)));
    confirm(&mut held, &document(Issue, dec!(1.0004), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(-1), dec!(-10)), "not for nothing");
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(3), Some(dec!(10))));
    confirm(&mut held, &document(Issue, dec!(2.9994), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(0.0006), dec!(0.01)));
    confirm(&mut held, &document(Issue, dec!(1.0006), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(-1), dec!(-10)), "not for 16.68");
}

#[test]
fn what_costs_less_than_a_cent_is_not_taken_for_nothing() {
    let mut held = nothing(ItemInput::default());
    confirm(&mut held, &document(Receipt, dec!(3000), Some(dec!(0.001234))));
    assert_eq!(at(&held, IN_SHOP), (dec!(3000), dec!(3.70)));
    assert_eq!(held.levels[&IN_SHOP].cost, dec!(0.001233), "3.70 / 3000");
    confirm(&mut held, &document(Issue, dec!(3000), None));
    assert_eq!(held.levels[&IN_SHOP].average_cost(), dec!(0), "to the cent");
    confirm(&mut held, &document(Issue, dec!(2000), None));
    assert_eq!(at(&held, IN_SHOP), (dec!(-2000), dec!(-2.47)));
}

#[test]
fn low_is_said_once_when_it_is_crossed() {
    let mut held = nothing(ItemInput { minimum: Some(dec!(2)), ..ItemInput::default() });
    let confirmed = ["stock.document_confirmed", "stock.level_changed"];
    let low = ["stock.document_confirmed", "stock.level_changed", "stock.low"];
    for (kind, quantity, events) in [
        (Receipt, dec!(1), &confirmed[..]),
        (Receipt, dec!(4), &confirmed),
        (Issue, dec!(2), &confirmed),
        (Issue, dec!(1), &low),
        (Issue, dec!(1), &confirmed),
        (Receipt, dec!(9), &confirmed),
        (Issue, dec!(10), &low),
    ] {
        assert_eq!(confirm(&mut held, &document(kind, quantity, None)), events, "{kind:?}");
    }
}

proptest! {
    #[test]
    fn levels_are_the_sums_of_their_movements(
        steps in prop::collection::vec((0..4_usize, 1..50_000_000_i64, 0..7_u32, 0..90_000_i64), 1..60),
    ) {
        let mut held = nothing(ItemInput::default());
        let mut sums = std::collections::BTreeMap::from([
            (IN_SHOP, (Decimal::ZERO, Decimal::ZERO)),
            (IN_HALL, (Decimal::ZERO, Decimal::ZERO)),
        ]);
        for (kind, units, scale, cost) in steps {
            let kind = DocumentKind::ALL[kind];
            let cost = matches!(kind, Receipt | Count).then(|| Decimal::new(cost, 3));
            let document = document(kind, Decimal::new(units, scale), cost);
            let done = document.confirm(OWNER, "X1", &held, NOW).expect("confirmed");
            held = after(held, &done.booked);
            for movement in &done.booked.movements {
                let sum = sums.get_mut(&movement.place).expect("a place");
                sum.0 += movement.quantity;
                sum.1 += movement.value;
                prop_assert!(movement.value.scale() <= 2);
            }
            for (place, sum) in &sums {
                let (quantity, value) = at(&held, *place);
                prop_assert_eq!((quantity, value), *sum);
                prop_assert!(quantity * value >= Decimal::ZERO, "{} worth {}", quantity, value);
                prop_assert!(!quantity.is_zero() || value.is_zero());
            }
        }
    }
}
