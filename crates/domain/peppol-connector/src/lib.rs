//! Sending over Peppol.

mod account;
mod credit;
mod document_type;
mod enrollment;
mod environment;
mod held;
mod id;
mod issue_date;
mod participant;
mod profile;
mod retry;
mod state;
mod submission;
mod variable_symbol;

pub use account::*;
pub use credit::*;
pub use document_type::*;
pub use enrollment::*;
pub use environment::*;
pub use held::*;
pub use id::*;
pub use issue_date::*;
pub use participant::*;
pub use profile::*;
pub use retry::*;
pub use state::*;
pub use submission::*;
pub use variable_symbol::*;
