#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod build;
mod key;
mod mapping;
mod rules;
mod submission;

pub use build::{NoInvoice, build, has_vat_number, reporting_party};
pub use key::{DocumentKey, DocumentUuid, with_scheme, without_scheme};
pub use rules::{TAX_DATA, is_tax_data};
pub use submission::{Participant, Role, Scope, Submission, TypeCode};

/// The document type of tax data, of the scheme `busdox-docid-qns`.
pub const DOCUMENT_TYPE: &str =
    "urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0";
/// Its process, of the scheme `cenbii-procid-ubl`.
pub const PROCESS: &str = "urn:peppol:taxreporting";
/// Its specification.
pub const SPECIFICATION: &str = "urn:peppol:taxdata:sk-1";
