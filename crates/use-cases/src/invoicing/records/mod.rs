//! The records that an organization issues invoices with: bank accounts, vehicles, customers.

mod bank_accounts;
mod customers;
mod error;
mod vehicles;

pub use bank_accounts::{add_bank_account, change_bank_account, retire_bank_account};
pub use customers::{
    CustomerInvoices, add_customer, change_customer, customer_invoices, merge_customer,
    retire_customer,
};
pub use error::RecordError;
pub(crate) use error::RecordRefused;
pub use vehicles::{add_vehicle, change_vehicle, retire_vehicle};

use idempotency::{Fingerprint, Lease};
use invoicing::Violations;

/// A parsed request to create a record.
#[derive(Debug, Clone)]
pub struct NewRecord<T> {
    /// The requested record.
    pub input: T,
    /// Violations found while the request was parsed.
    pub found: Violations,
    /// The idempotency key's lease and the fingerprint of the body, when a key was sent.
    pub lease: Option<(Lease, Fingerprint)>,
}
