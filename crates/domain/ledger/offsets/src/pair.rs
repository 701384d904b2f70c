use expenses::SettledExpense;
use invoicing::{Party, paying::Settlement};

/// Both documents of a set-off, read under their locks.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The invoice.
    pub settlement: Settlement,
    /// The customer, with the contact's current data.
    pub customer: Party,
    /// The supplier's invoice.
    pub expense: SettledExpense,
    /// The next number of the series of agreements, if the set-off needs one.
    pub number: Option<String>,
}
