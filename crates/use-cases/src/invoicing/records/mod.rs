//! What an organization keeps to issue invoices with: bank accounts, vehicles, customers.

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
pub use vehicles::{add_vehicle, change_vehicle, retire_vehicle};

use idempotency::{Fingerprint, Lease};
use invoicing::Violations;

/// A record to make, as it was read.
#[derive(Debug, Clone)]
pub struct NewRecord<T> {
    /// What is asked for.
    pub input: T,
    /// What reading it has found wrong.
    pub found: Violations,
    /// The idempotency key and the body's fingerprint, when a key was sent.
    pub lease: Option<(Lease, Fingerprint)>,
}
