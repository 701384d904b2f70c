use crate::ProjectTotals;
use invoicing::{Violations, checks::whole_amount};
use money::{Currency, Decimal};
use refusals::FieldFault;

/// How much a project may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The amount: not negative, with two decimals.
    pub amount: Decimal,
    /// The currency of the amount.
    pub currency: Currency,
}

/// A budget as the caller sends it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BudgetInput {
    /// The amount, which is required.
    pub amount: Option<Decimal>,
    /// The currency; by default the organization's home currency.
    pub currency: Option<Currency>,
}

/// How much of a budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetUse {
    /// The budget.
    pub budget: Budget,
    /// The sum of the expenses: all that can be converted if the budget is in the home currency, otherwise only those
    /// in its currency.
    pub spent: Decimal,
    /// The budget less the spent amount; negative when it is exceeded.
    pub left: Decimal,
}

impl BudgetInput {
    /// The checked budget; `None` when it is invalid.
    pub(crate) fn check(self, home: Currency, found: &mut Violations) -> Option<Budget> {
        const FIELD: &str = "budget.amount";
        let Some(amount) = self.amount else {
            found.add(FIELD, FieldFault::Required);
            return None;
        };
        let currency = self.currency.unwrap_or(home);
        if amount < Decimal::ZERO {
            found.add(FIELD, FieldFault::Negative);
        }
        whole_amount(FIELD, amount, currency.into(), found);
        Some(Budget { amount: money::round(amount), currency })
    }
}

impl Budget {
    /// How much of it the expenses of a project use.
    #[must_use]
    pub fn used(self, totals: &ProjectTotals) -> BudgetUse {
        let mut in_it = totals.spent.by_currency.iter().filter(|sum| sum.currency == self.currency);
        let spent = match self.currency == totals.home_currency {
            true => totals.spent.home.amount,
            false => in_it.next().map(|sum| sum.amount).unwrap_or_default(),
        };
        BudgetUse { budget: self, spent, left: self.amount - spent }
    }
}
