use expenses::SettledExpense;
use invoicing::{Party, paying::Settlement};

/// Both documents of a set-off, as they are read under their locks.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The invoice.
    pub settlement: Settlement,
    /// Its customer, as the contact says today.
    pub customer: Party,
    /// The supplier's invoice.
    pub expense: SettledExpense,
    /// The next number of agreements, where one was asked for.
    pub number: Option<String>,
}
