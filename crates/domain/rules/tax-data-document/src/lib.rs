#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod build;
mod document_type;
mod hindrance;
mod key;
mod mapping;
mod rules;
mod submission;

pub use build::{NoInvoice, build, has_vat_number, reporting_party};
pub use document_type::{DOCUMENT_TYPE, PROCESS, SPECIFICATION};
pub use hindrance::{Hindrance, hindrances};
pub use key::{DocumentKey, DocumentUuid, with_scheme, without_scheme};
pub use rules::{TAX_DATA, is_tax_data};
pub use submission::{Participant, Role, Scope, Submission, TypeCode};
