//! Stock follows what happens to an invoice: what it is to have moved, less what it has moved already.

use crate::{Book, Cause, Movement, Place, StockRefused, level::share};
use money::Decimal;
use std::collections::BTreeMap;

/// What something has moved at a place by now: the sums of its movements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moved {
    /// Below zero for what was taken.
    pub quantity: Decimal,
    /// Of the same sign.
    pub value: Decimal,
    /// Whether something else has set the value of the place right since: what was taken cost something else than it says.
    pub corrected: bool,
}

impl Moved {
    /// What a cause has moved, by all movements in their order.
    pub fn by<'a>(
        cause: Cause,
        movements: impl IntoIterator<Item = &'a Movement>,
    ) -> BTreeMap<Place, Self> {
        let mut moved: BTreeMap<Place, Self> = BTreeMap::new();
        for movement in movements {
            if movement.cause == cause {
                let sum = moved.entry(movement.place).or_default();
                sum.quantity += movement.quantity;
                sum.value += movement.value;
            } else if movement.quantity.is_zero()
                && let Some(sum) = moved.get_mut(&movement.place)
            {
                sum.corrected = true;
            }
        }
        moved
    }
}

/// What something is to have moved at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Below zero for what is taken.
    pub quantity: Decimal,
    /// What it came for, where that is known; else the average cost.
    pub worth: Option<Decimal>,
}

/// Moves what is missing to what is wanted. What is taken back goes back at the value at which it went, or at average cost
/// where that has been set right since.
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
    give_back(book, place, back, moved)?;
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

fn give_back(
    book: &mut Book<'_>,
    place: Place,
    back: Decimal,
    moved: Moved,
) -> Result<(), StockRefused> {
    if back.is_zero() {
        Ok(())
    } else if !moved.corrected {
        book.enter(place, back, share(moved.value, back, moved.quantity)?)
    } else if back > Decimal::ZERO {
        book.receive(place, back, None)
    } else {
        book.take(place, -back).map(drop)
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
