//! What can be wrong with a field of an invoice, a contact, an account: each file has the faults of one subject.

mod account;
mod customer;
mod edit;
mod identifier;
mod invoice;
mod item;
mod note;
mod payment;
mod settling;
mod text;

pub(crate) use account::AccountFault;
pub(crate) use customer::CustomerFault;
pub(crate) use edit::EditFault;
pub use identifier::IdentifierFault;
pub(crate) use invoice::InvoiceFault;
pub use item::ItemFault;
pub(crate) use note::NoteFault;
pub(crate) use payment::PaymentFault;
pub(crate) use settling::SettlingFault;
pub use text::TextFault;
