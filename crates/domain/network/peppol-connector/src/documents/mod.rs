//! Parses documents, validates them, and decides whether they may be sent.

mod accounting_vat;
mod attached;
mod content;
pub(crate) mod elements;
mod facts;
pub(crate) mod issue_date;
mod preceding;
pub(crate) mod reading;
mod ruling;
mod tax_id;
mod tax_point;
mod validation;
pub(crate) mod variable_symbol;

pub use accounting_vat::read_accounting_vat;
pub use attached::{AttachedContent, AttachedFile, read_attached};
pub use content::{
    Adjustment, ContentLine, ContentVat, DocumentContent, MAX_LINES_TAKEN, PayeeAccount,
    read_content,
};
pub use elements::{MAX_PROSE_TAKEN, MAX_TEXT_TAKEN};
pub use facts::{DocumentFacts, Endpoint, PartyFacts, Side};
pub use issue_date::DateRefusal;
pub use preceding::PrecedingInvoice;
pub use reading::{MAX_NAME_TAKEN, OtherDocument, read_facts};
pub use ruling::{RulesVersion, Upcoming};
pub use tax_id::{TaxId, TaxScheme};
pub use validation::{
    AutoRepair, Inspection, MAX_FINDINGS, Readiness, Repair, UnlistedFindings, Validation,
    ValidationSummary, Verdict,
};
