//! The Invoice Response (Peppol BIS Invoice Response 3, transaction T111): what a buyer makes of an invoice or a
//! credit note. The rules that forbid are those of OpenPEPPOL/poacc-upgrade-3 (May 2025).
//!
//! | to | begin with |
//! |---|---|
//! | read what one says | [`InvoiceResponse::read`] |
//! | write one | [`InvoiceResponse::write`] |
//! | know which of the official rules one breaks | [`broken_rules`] |
//! | know what may follow what | [`InvoiceStatus::rank`], [`InvoiceStatus::needs_reason`] |

mod check;
mod message;
mod model;
mod status;
mod values;

pub use check::{BrokenRule, broken_rules};
pub use message::{
    AnsweredDocument, Clarification, ClarificationCode, Detail, InvoiceResponse, NotAResponse,
    ResponseParty,
};
pub use status::{InvoiceStatus, StatusAction, StatusReason};

/// The document type, in the scheme `busdox-docid-qns`.
pub const INVOICE_RESPONSE_DOCUMENT_TYPE: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1";

/// The process, in the scheme `cenbii-procid-ubl`; also `cbc:ProfileID`.
pub const INVOICE_RESPONSE_PROCESS: &str = "urn:fdc:peppol.eu:poacc:bis:invoice_response:3";

/// `cbc:CustomizationID`.
pub const INVOICE_RESPONSE_CUSTOMIZATION: &str = "urn:fdc:peppol.eu:poacc:trns:invoice_response:3";
