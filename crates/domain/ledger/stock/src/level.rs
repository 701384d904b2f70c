use crate::{StockRefused, refused::TOO_MUCH};
use money::{Decimal, MAX_AMOUNT};
use persistence::ids::{StockItemId, WarehouseId};
use time::OffsetDateTime;

/// The largest absolute quantity of a level: what columns hold with six decimals.
pub const MAX_LEVEL: i64 = 1_000_000_000_000;

/// Costs are rounded to six decimals.
const COST_UNITS: Decimal = Decimal::from_parts(10_000, 0, 0, false, 0);

persistence::typed_id!(
    /// The id of a level in lists.
    LevelId
);

/// An item in a warehouse. The order, by item first, is that in which levels are locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The item.
    pub item: StockItemId,
    /// The warehouse.
    pub warehouse: WarehouseId,
}

/// The quantity of an item in a warehouse and its value: the sums of its movements. The value has the sign of the
/// quantity, and is zero when the quantity is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its id.
    pub id: LevelId,
    /// The item and the warehouse.
    pub place: Place,
    /// The quantity in the item's unit; negative when more was taken than was there.
    pub quantity: Decimal,
    /// The value in the organization's own currency, two decimals.
    pub value: Decimal,
    /// The last known cost of one unit, six decimals; it values items that are taken from an empty level.
    pub cost: Decimal,
    /// The time of the first movement.
    pub created_at: OffsetDateTime,
}

persistence::listed!(Level: created_at, id);

impl Level {
    /// The empty level of a place without movements.
    #[must_use]
    pub const fn none(place: Place, id: LevelId, now: OffsetDateTime) -> Self {
        let (quantity, value, cost) = (Decimal::ZERO, Decimal::ZERO, Decimal::ZERO);
        Self { id, place, quantity, value, cost, created_at: now }
    }

    /// The weighted average cost of one unit, to the cent; the last cost when the quantity is zero.
    #[must_use]
    pub fn average_cost(&self) -> Decimal {
        money::round(self.value.checked_div(self.quantity).unwrap_or(self.cost))
    }

    /// The value of a quantity at average cost; the whole quantity has the whole value.
    pub(crate) fn worth_of(&self, quantity: Decimal) -> Result<Decimal, StockRefused> {
        if self.quantity.is_zero() {
            return money::line_net(quantity, self.cost).map_err(|_| TOO_MUCH);
        }
        match self.quantity == quantity {
            true => Ok(self.value),
            false => share(self.value, quantity, self.quantity),
        }
    }

    /// The value of a quantity that is taken: the available part at average cost, the rest at the last cost.
    pub(crate) fn worth_of_taken(&self, quantity: Decimal) -> Result<Decimal, StockRefused> {
        if quantity <= self.quantity || self.quantity <= Decimal::ZERO {
            return self.worth_of(quantity);
        }
        let missing = money::line_net(quantity - self.quantity, self.cost);
        missing.map(|missing| self.value + missing).map_err(|_| TOO_MUCH)
    }

    /// Moves a quantity and a value, both negative when items are taken. Returns the correction of the value that this
    /// needs: items that were missing were taken at an estimated cost, and the real one is known only when they come.
    pub(crate) fn book(
        &mut self,
        quantity: Decimal,
        value: Decimal,
    ) -> Result<Decimal, StockRefused> {
        let after = self.quantity + quantity;
        let booked = self.value + value;
        let right = match quantity > Decimal::ZERO && self.quantity < Decimal::ZERO {
            true if after > Decimal::ZERO => share(value, after, quantity)?,
            true if after < Decimal::ZERO => share(self.value, after, self.quantity)?,
            _ => booked,
        };
        let right = if is_of_sign(right, after) { right } else { Decimal::ZERO };
        if after.abs() > Decimal::from(MAX_LEVEL) || right.abs() > MAX_AMOUNT {
            return Err(TOO_MUCH);
        }
        if quantity > Decimal::ZERO {
            let (of, by) = if after > Decimal::ZERO { (right, after) } else { (value, quantity) };
            self.cost = share(of, COST_UNITS, by)? / COST_UNITS;
        }
        (self.quantity, self.value) = (after, right);
        Ok(right - booked)
    }
}

fn is_of_sign(value: Decimal, quantity: Decimal) -> bool {
    match quantity {
        none if none.is_zero() => value.is_zero(),
        some if some > Decimal::ZERO => value >= Decimal::ZERO,
        _ => value <= Decimal::ZERO,
    }
}

/// The share of a total that belongs to a part of the whole, rounded once.
pub(crate) fn share(
    total: Decimal,
    part: Decimal,
    whole: Decimal,
) -> Result<Decimal, StockRefused> {
    let product = total.checked_mul(part).and_then(|product| product.checked_div(whole));
    product.map(money::round).ok_or(TOO_MUCH)
}
