//! Invoices of suppliers: entered, created from received documents, approved, paid.

mod add;
mod change;
mod error;

pub(crate) use add::NoReceivedDocument;
pub use add::{NewExpenseRequest, ReceivedRequest, accept_received, add_expense, add_received};
pub use change::{Step, change_expense, expense, pay_expense};
pub use error::ExpenseFailure;

use idempotency::{Fingerprint, Lease};

/// The idempotency key's lease and the fingerprint of the body, when a key was sent.
pub(crate) type Claimed = Option<(Lease, Fingerprint)>;
