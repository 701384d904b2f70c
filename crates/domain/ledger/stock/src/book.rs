use crate::{Cause, Item, Level, Moved, Movement, Place, StockError, StockRefused, happened};
use access::OrganizationId;
use events::NewEvent;
use money::Decimal;
use persistence::{StockShortage, ids::StockItemId};
use std::collections::BTreeMap;
use time::{Date, OffsetDateTime};

/// Items and levels, read under their locks. A place where an item never was has an empty level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// The requested items that exist.
    pub items: BTreeMap<StockItemId, Item>,
    /// The level of each requested place.
    pub levels: BTreeMap<Place, Level>,
    /// The quantity moved after the day of the count that is being confirmed; zero for a place without an entry.
    pub later: BTreeMap<Place, Decimal>,
}

/// The rows to store in one transaction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Booked {
    /// The changed levels.
    pub levels: Vec<Level>,
    /// The movements, in order.
    pub movements: Vec<Movement>,
    /// The events.
    pub events: Vec<NewEvent>,
}

/// The movements of one cause, and the levels after each.
#[derive(Debug)]
pub struct Book<'a> {
    held: &'a Held,
    cause: Cause,
    day: Date,
    at: OffsetDateTime,
    levels: BTreeMap<Place, Level>,
    movements: Vec<Movement>,
}

impl<'a> Book<'a> {
    /// An empty book for movements of `day`, created at `at`.
    #[must_use]
    pub const fn new(held: &'a Held, cause: Cause, day: Date, at: OffsetDateTime) -> Self {
        Self { held, cause, day, at, levels: BTreeMap::new(), movements: Vec::new() }
    }

    /// The level after the movements so far.
    pub(crate) fn level(&self, place: Place) -> Result<&Level, StockRefused> {
        let level = self.levels.get(&place).or_else(|| self.held.levels.get(&place));
        level.ok_or(StockRefused::Missing)
    }

    /// The quantity at the end of the day, with the movements so far.
    pub(crate) fn there(&self, place: Place) -> Result<Decimal, StockRefused> {
        let later = self.held.later.get(&place).copied().unwrap_or_default();
        Ok(self.level(place)?.quantity - later)
    }

    /// Takes a quantity at average cost, and the part that is missing at the last cost. Returns the value.
    pub(crate) fn take(
        &mut self,
        place: Place,
        quantity: Decimal,
    ) -> Result<Decimal, StockRefused> {
        let worth = self.level(place)?.worth_of_taken(quantity)?;
        self.enter(place, -quantity, -worth)?;
        Ok(worth)
    }

    /// Receives a quantity for a value; at average cost if there is none.
    pub(crate) fn receive(
        &mut self,
        place: Place,
        quantity: Decimal,
        worth: Option<Decimal>,
    ) -> Result<(), StockRefused> {
        let level = self.level(place)?;
        let worth = worth.map_or_else(|| level.worth_of(quantity), Ok)?;
        self.enter(place, quantity, worth)
    }

    /// Writes a movement, and a correction of the value where it needs one.
    pub(crate) fn enter(
        &mut self,
        place: Place,
        quantity: Decimal,
        value: Decimal,
    ) -> Result<(), StockRefused> {
        let mut level = self.level(place)?.clone();
        let correction = level.book(quantity, value)?;
        let Self { cause, day, at, .. } = *self;
        let movement = |quantity, value| Movement { place, cause, quantity, value, day, at };
        self.movements.push(movement(quantity, value));
        if !correction.is_zero() {
            self.movements.push(movement(Decimal::ZERO, correction));
        }
        self.levels.insert(place, level);
        Ok(())
    }

    /// Moves a quantity from another day to the day of the book; levels do not change.
    pub(crate) fn redate(&mut self, place: Place, moved: Moved, from: Date) {
        let Self { cause, day, at, .. } = *self;
        let Moved { quantity, value, .. } = moved;
        self.movements.extend([
            Movement { place, cause, quantity: -quantity, value: -value, day: from, at },
            Movement { place, cause, quantity, value, day, at },
        ]);
    }

    /// The day of its movements.
    pub(crate) const fn day(&self) -> Date {
        self.day
    }

    /// The levels, movements and events to store.
    ///
    /// # Errors
    /// [`StockShortage::TooLow`] where an item would go below zero that must not; an event that cannot be written.
    pub fn close(self, organization: OrganizationId) -> Result<Booked, StockError> {
        let Self { held, cause, at, levels, movements, .. } = self;
        let mut events = Vec::new();
        for (place, after) in &levels {
            let (Some(item), Some(before)) = (held.items.get(&place.item), held.levels.get(place))
            else {
                return Err(StockRefused::Missing.into());
            };
            must_be_there(item, before, after)?;
            let change = happened::Change { item, before, after, cause };
            events.extend(change.events(organization, at)?);
        }
        Ok(Booked { levels: levels.into_values().collect(), movements, events })
    }
}

/// An item that must not go below zero is not taken below it, whatever takes it: also the cancellation of what brought it.
fn must_be_there(item: &Item, before: &Level, after: &Level) -> Result<(), StockRefused> {
    let (there, left) = (before.quantity, after.quantity);
    if item.below_zero || left >= Decimal::ZERO || left >= there {
        return Ok(());
    }
    Err(StockRefused::Shortage(StockShortage::TooLow {
        item: item.id,
        warehouse: after.place.warehouse,
        name: item.name.clone(),
        unit: item.unit.name(),
        there: there.normalize(),
        asked: (there - left).normalize(),
    }))
}
