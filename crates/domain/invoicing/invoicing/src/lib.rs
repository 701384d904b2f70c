//! Invoices: requests, the rules that they are checked by, numbering, totals, and the decision to issue.
//!
//! [`check`] makes a [`Draft`] of an [`InvoiceRequest`] and the organization's [`IssuingRecords`], or returns all
//! violations at once. [`Draft::issue`] is the decision once a number is drawn; a store stores it in one transaction
//! ([`InvoiceStore::issue`]).
//!
//! | to | begin with |
//! |---|---|
//! | describe an invoice to issue | [`InvoiceRequest::new`], [`Party::new`], [`ItemInput::new`] |
//! | check it | [`check()`] with [`IssuingRecords::of`] and [`Issuance::at`] |
//! | issue it | [`Draft::issue`]: the [`Invoice`], and the events to publish |
//! | store it as a draft, issue it later | [`Draft::keep`], [`states::InvoiceState::check_issue`] |
//! | edit it, cancel it | [`states::InvoiceState::check_edit`], [`states::InvoiceState::make`] |
//! | know its status after a trigger | [`InvoiceStatus::after`] |
//! | number it | [`numbering::SeriesFormat`] |
//! | write it as UBL | the crate `ubl-builder` |
//! | store it | the port [`InvoiceStore`] |
//! | record what another system issued | [`recording::RecordedDocument`], [`Invoice::record`] |

#![deny(clippy::disallowed_methods)]

pub mod checks;
mod contact_figures;
pub mod corrections;
mod document;
mod draft;
pub mod drafts;
mod faults;
pub mod figures;
pub mod files;
mod firm;
mod id;
mod identifiers;
mod invoice;
mod invoice_type;
mod mail_profile;
pub mod numbering;
mod organization;
mod party;
pub mod paying;
mod payment_method;
mod ports;
mod publishes;
pub mod rates;
pub mod recording;
pub mod records;
mod request;
pub mod settling;
pub mod states;
mod status;
pub mod terms;
mod unit;
mod views;
mod violation;
pub mod warnings;

pub use checks::{Issuance, Settings, check, check_read};
pub use document::{
    AttachmentInfo, DeliveryAddress, Document, Line, OriginalReference, StockRef, Totals,
    VatBreakdown,
};
pub use draft::{Draft, Issued, WantedRate};
pub use faults::{IdentifierFault, ItemFault, TextFault};
pub use firm::{Firm, SameFirm};
pub use id::{
    AttachmentId, BankAccountId, ContactId, ContractId, HistoryEntryId, InvoiceId, OffsetId,
    PaymentId, VehicleId,
};
pub use invoice::{Invoice, InvoiceFilter, InvoiceSummary, Payment, is_owed};
pub use invoice_type::InvoiceType;
pub use mail_profile::MailProfile;
pub use organization::{CentralBank, Organization};
pub use party::{Address, BankAccount, Contact, Party, Vehicle, search_name};
pub use payment_method::PaymentMethod;
pub use ports::{InvoiceStore, IssuingRecords};
pub use recording::any_invoice::AnyInvoice;
pub use request::{
    AddressInput, AttachmentInput, CustomerInput, DeliveryAddressInput, EXCHANGE_RATE_DIGITS,
    InvoiceRequest, ItemInput, LINE_DIGITS, MAX_ADVANCES, MAX_ITEMS, OrganizationInput, References,
    STOCK_DIGITS, SettingsInput,
};
pub use status::InvoiceStatus;
pub use unit::Unit;
pub use violation::{Violation, ViolationKind, Violations};

refusals::list![
    Violations,
    faults::AccountFault,
    faults::CustomerFault,
    faults::EditFault,
    faults::IdentifierFault,
    faults::InvoiceFault,
    faults::ItemFault,
    faults::NoteFault,
    faults::PaymentFault,
    faults::SettlingFault,
    faults::TextFault,
    warnings::Doubt,
    corrections::VatRefused,
    drafts::DraftIssueRefused,
    drafts::EditRefused,
    figures::PlanLimitReached,
    files::FilesRefused,
    numbering::NotInSeries,
    numbering::NumberRefused,
    numbering::IfAdvance,
    numbering::OutOfSeries,
    numbering::SeriesFormatError,
    paying::PaymentRefused,
    rates::RateError,
    recording::RevisionRefused,
    records::BankAccountRefusal,
    records::NamedProjectFault,
    records::TwoFirms,
    settling::AdvanceRefused,
    states::ChangeRefused,
    states::NoteRefused,
    states::TransitionRefused,
];
