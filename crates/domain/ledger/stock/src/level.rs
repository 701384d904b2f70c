use crate::StockRefused;
use money::{Decimal, MAX_AMOUNT};
use persistence::ids::{StockItemId, WarehouseId};
use time::OffsetDateTime;

/// The largest quantity of a level, above zero and below: as columns hold, with six decimals.
pub const MAX_LEVEL: i64 = 1_000_000_000_000;

/// A cost is rounded to cents of so many: to six decimals.
const COST_UNITS: Decimal = Decimal::from_parts(10_000, 0, 0, false, 0);

persistence::typed_id!(
    /// A level, among others of a list.
    LevelId
);

/// An item in a warehouse. Ordered by item first: in this order levels are locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Of what.
    pub item: StockItemId,
    /// Where.
    pub warehouse: WarehouseId,
}

/// How much of an item is in a warehouse, and what it is worth: the sums of its movements. The worth is of the quantity's
/// sign, and nothing is worth nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its id.
    pub id: LevelId,
    /// Of which item, and where.
    pub place: Place,
    /// In the item's unit; below zero what is missing.
    pub quantity: Decimal,
    /// In the organization's own currency, two decimals.
    pub value: Decimal,
    /// Of one unit, as it last came, six decimals: what is taken of nothing is valued by it.
    pub cost: Decimal,
    /// When the item first came there, or was missed.
    pub created_at: OffsetDateTime,
}

persistence::listed!(Level: created_at, id);

impl Level {
    /// Of a place where the item never was.
    #[must_use]
    pub const fn none(place: Place, id: LevelId, now: OffsetDateTime) -> Self {
        let (quantity, value, cost) = (Decimal::ZERO, Decimal::ZERO, Decimal::ZERO);
        Self { id, place, quantity, value, cost, created_at: now }
    }

    /// The weighted average of one unit, to the cent; of nothing what one last cost.
    #[must_use]
    pub fn average_cost(&self) -> Decimal {
        money::round(self.value.checked_div(self.quantity).unwrap_or(self.cost))
    }

    /// What so much is worth by average cost. All of it is worth all of the value.
    pub(crate) fn worth_of(&self, quantity: Decimal) -> Result<Decimal, StockRefused> {
        if self.quantity.is_zero() {
            return money::line_net(quantity, self.cost).map_err(|_| StockRefused::TooMuch);
        }
        match self.quantity == quantity {
            true => Ok(self.value),
            false => share(self.value, quantity, self.quantity),
        }
    }

    /// What so much is worth that is taken: what is there by average cost, what is not by the last cost.
    pub(crate) fn worth_of_taken(&self, quantity: Decimal) -> Result<Decimal, StockRefused> {
        if quantity <= self.quantity || self.quantity <= Decimal::ZERO {
            return self.worth_of(quantity);
        }
        let missing = money::line_net(quantity - self.quantity, self.cost);
        missing.map(|missing| self.value + missing).map_err(|_| StockRefused::TooMuch)
    }

    /// Moves a quantity of a value, both below zero for what is taken. Answers by how much the value is set right besides:
    /// what was missing was taken at a cost that is known only when it comes.
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
            return Err(StockRefused::TooMuch);
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

/// Of a total what belongs to a part of the whole, rounded once.
pub(crate) fn share(
    total: Decimal,
    part: Decimal,
    whole: Decimal,
) -> Result<Decimal, StockRefused> {
    let product = total.checked_mul(part).and_then(|product| product.checked_div(whole));
    product.map(money::round).ok_or(StockRefused::TooMuch)
}
