//! The records that invoices are issued with: bank accounts, customers, vehicles, the logo.

mod bank_accounts;
pub(crate) mod branding;
mod customers;
pub(crate) mod known_contact;
mod merge;
mod ports;
mod projects;
mod vehicles;

pub use crate::contact_figures::ContactFigures;
pub use bank_accounts::{
    BankAccountFilter, BankAccountInput, BankAccountRecord, BankAccountRefusal, BankAccountStore,
    MAX_BANK_ACCOUNTS, add_bank_account, change_bank_account, retire_bank_account,
};
pub use branding::{Branding, Logo, LogoInput, LogoStore};
pub use customers::{CustomerStore, change_customer, check_customer};
pub use known_contact::{ContactLookup, known_contact};
pub use merge::{TwoFirms, merged};
pub use ports::{ContactFilter, ContactRow, Provision, ProvisionStore};
pub(crate) use projects::NamedProjectFault;
pub use projects::{NamedProject, check_project, inherited_project};
pub use vehicles::{VehicleFilter, VehicleInput, VehicleRecord, VehicleStore, check_plate};
