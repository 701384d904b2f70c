//! Movements that follow from a change of an invoice: the quantities that it requires less those that it has moved.

use crate::{Book, Cause, Movement, Place, StockRefused, level::share};
use money::Decimal;
use std::{cmp::Ordering, collections::BTreeMap};
use time::Date;

/// The sums of the movements of one cause at a place, on one day or in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moved {
    /// The quantity; negative when items were taken.
    pub quantity: Decimal,
    /// The value, of the same sign.
    pub value: Decimal,
    /// Whether another cause has corrected the value of the place since: then this value is not the items' cost.
    pub corrected: bool,
}

impl Moved {
    /// The sums per day and place of the movements of a cause, given in order.
    pub fn by<'a>(
        cause: Cause,
        movements: impl IntoIterator<Item = &'a Movement>,
    ) -> BTreeMap<(Place, Date), Self> {
        let mut moved: BTreeMap<(Place, Date), Self> = BTreeMap::new();
        for movement in movements {
            if movement.cause == cause {
                moved.entry((movement.place, movement.day)).or_default().add(Self {
                    quantity: movement.quantity,
                    value: movement.value,
                    corrected: false,
                });
            } else if movement.quantity.is_zero() {
                let there = moved.iter_mut().filter(|((place, _), _)| *place == movement.place);
                there.for_each(|(_, sum)| sum.corrected = true);
            }
        }
        moved
    }

    /// The sums at each place over all days.
    #[must_use]
    pub fn by_now(moved: &BTreeMap<(Place, Date), Self>) -> BTreeMap<Place, Self> {
        let mut sums: BTreeMap<Place, Self> = BTreeMap::new();
        for ((place, _), moved) in moved {
            sums.entry(*place).or_default().add(*moved);
        }
        sums
    }

    fn add(&mut self, other: Self) {
        self.quantity += other.quantity;
        self.value += other.value;
        self.corrected |= other.corrected;
    }
}

/// The quantity that a cause requires at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The quantity; negative when items are taken.
    pub quantity: Decimal,
    /// The cost of received items, if known; otherwise the average cost applies.
    pub worth: Option<Decimal>,
    /// The quantity required before and its cost, if known.
    pub before: Option<(Decimal, Decimal)>,
}

/// Takes back movements on other days than the book's on those days, and repeats them on its day for the same value.
pub fn redate(book: &mut Book<'_>, moved: &BTreeMap<(Place, Date), Moved>) {
    for ((place, day), moved) in moved {
        let nothing = moved.quantity.is_zero() && moved.value.is_zero();
        if *day != book.day() && !nothing {
            book.redate(*place, *moved, *day);
        }
    }
}

/// Moves the difference to the required quantities. Items that are taken back return at the value at which they left,
/// or at average cost if that value has been corrected since.
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
    match more.cmp(&Decimal::ZERO) {
        Ordering::Greater => {
            let worth =
                wanted.worth.map(|worth| share(worth, more, wanted.quantity)).transpose()?;
            book.receive(place, more, worth)?;
        }
        Ordering::Less => {
            book.take(place, -more)?;
        }
        Ordering::Equal => {}
    }
    let dearer = dearer(wanted)?;
    if dearer.is_zero() || book.level(place)?.quantity <= Decimal::ZERO {
        return Ok(());
    }
    book.enter(place, Decimal::ZERO, dearer)
}

/// The change of value of items that stay, when their price was changed.
fn dearer(wanted: Wanted) -> Result<Decimal, StockRefused> {
    let Wanted { quantity, worth: Some(worth), before: Some((before, was_worth)) } = wanted else {
        return Ok(Decimal::ZERO);
    };
    let stays = quantity.min(before);
    if stays <= Decimal::ZERO {
        return Ok(Decimal::ZERO);
    }
    Ok(share(worth, stays, quantity)? - share(was_worth, stays, before)?)
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

/// The quantity that was moved and is no longer required, with the opposite sign.
fn taken_back(wanted: Decimal, moved: Decimal) -> Decimal {
    if moved < Decimal::ZERO {
        (wanted.min(Decimal::ZERO) - moved).max(Decimal::ZERO)
    } else {
        (wanted.max(Decimal::ZERO) - moved).min(Decimal::ZERO)
    }
}
