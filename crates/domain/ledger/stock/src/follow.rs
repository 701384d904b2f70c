//! Stock follows what happens to an invoice: what it is to have moved, less what it has moved already.

use crate::{Book, Place, StockRefused, level::share};
use money::Decimal;
use std::collections::BTreeMap;

/// What something has moved at a place by now: the sums of its movements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moved {
    /// Below zero for what was taken.
    pub quantity: Decimal,
    /// Of the same sign.
    pub value: Decimal,
}

/// What something is to have moved at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Below zero for what is taken.
    pub quantity: Decimal,
    /// What it came for, where that is known; else the average cost.
    pub worth: Option<Decimal>,
}

/// Moves what is missing to what is wanted. What is taken back goes back at the value at which it went.
///
/// # Errors
/// [`StockRefused`].
pub fn follow(
    book: &mut Book<'_>,
    wanted: &BTreeMap<Place, Wanted>,
    moved: &BTreeMap<Place, Moved>,
) -> Result<(), StockRefused> {
    let mut places: Vec<_> = wanted.keys().chain(moved.keys()).collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let of = |moved: Option<&Moved>| moved.copied().unwrap_or_default();
        let wanted = wanted.get(place).copied().unwrap_or_default();
        reach(book, *place, wanted, of(moved.get(place)))?;
    }
    Ok(())
}

fn reach(
    book: &mut Book<'_>,
    place: Place,
    wanted: Wanted,
    moved: Moved,
) -> Result<(), StockRefused> {
    let back = taken_back(wanted.quantity, moved.quantity);
    if !back.is_zero() {
        book.enter(place, back, share(moved.value, back, moved.quantity)?)?;
    }
    let more = wanted.quantity - moved.quantity - back;
    if more > Decimal::ZERO {
        let worth = wanted.worth.map(|worth| share(worth, more, wanted.quantity)).transpose()?;
        book.receive(place, more, worth)
    } else if more < Decimal::ZERO {
        book.take(place, -more).map(drop)
    } else {
        Ok(())
    }
}

/// How much of what was moved is not to have been: of the other sign.
fn taken_back(wanted: Decimal, moved: Decimal) -> Decimal {
    if moved < Decimal::ZERO {
        (wanted.min(Decimal::ZERO) - moved).max(Decimal::ZERO)
    } else {
        (wanted.max(Decimal::ZERO) - moved).min(Decimal::ZERO)
    }
}
