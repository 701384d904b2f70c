//! Invoices: what a caller may ask for, the rules it is checked by, numbering, totals, and the
//! decision to issue.
//!
//! [`check`] turns an [`InvoiceRequest`] and the organization's [`IssuingRecords`] into a
//! [`Draft`], or says everything that is wrong at once. [`Draft::issue`] is the decision once a
//! number is drawn; a store keeps it in one transaction ([`InvoiceStore::issue`]).
//!
//! | to | begin with |
//! |---|---|
//! | describe an invoice to issue | [`InvoiceRequest::new`], [`Party::new`], [`ItemInput::new`] |
//! | check it | [`check()`] with [`IssuingRecords::of`] and [`Issuance::at`] |
//! | issue it | [`Draft::issue`]: the [`Invoice`], and the events to publish |
//! | keep it as a draft, issue it later | [`Draft::keep`], [`InvoiceState::check_issue`] |
//! | edit it, cancel it | [`InvoiceState::check_edit`], [`InvoiceState::make`] |
//! | know where it stands after something | [`InvoiceStatus::after`] |
//! | number it | [`SeriesFormat`] |
//! | write it as UBL | the crate `ubl-builder` |
//! | keep it | the port [`InvoiceStore`] |
//! | record what another system issued | [`RecordedDocument`], [`Invoice::record`] |

#![deny(clippy::disallowed_methods)]

mod bank_accounts;
mod branding;
mod check;
mod content;
mod customers;
mod document;
mod draft;
mod drafting;
mod edit_decision;
mod editing;
mod exchange_rate;
mod filing;
mod history;
mod holds;
mod id;
mod identifiers;
mod invoice;
mod invoice_changes;
mod invoice_type;
mod lifecycle;
mod links;
mod number;
mod organization;
mod original;
mod overdue;
mod party;
mod payment_method;
mod payments;
mod pdf_log;
mod ports;
mod publishes;
mod recorded;
mod request;
mod standing;
mod status;
mod totals;
mod transition_refused;
mod transitions;
mod unit;
mod usage;
mod vat_figures;
mod vehicles;
mod violation;

pub use bank_accounts::{
    BankAccountFilter, BankAccountInput, BankAccountRecord, BankAccountRefusal, BankAccountStore,
    MAX_BANK_ACCOUNTS, add_bank_account, change_bank_account, retire_bank_account,
};
pub use branding::{Branding, Logo, LogoInput, LogoStore};
pub use check::{
    Issuance, Settings, Sums, TextShape, check, check_email, check_organization, check_read,
    check_settings, check_text, sums_so_far,
};
pub use content::{AnyDocument, Header, InvoiceContent, Origin};
pub use customers::{CustomerStore, change_customer, check_customer};
pub use document::{
    AttachmentInfo, DeliveryAddress, Document, Line, OriginalReference, Totals, VatBreakdown,
};
pub use draft::{Draft, Issued, WantedRate};
pub use drafting::{DraftIssue, DraftIssueRefused, Drafted};
pub use edit_decision::CheckedEdit;
pub use editing::{EditError, EditRefused, InvoiceEdit};
pub use exchange_rate::{DEFAULT_RATE_DAYS_BACK, is_last_published, pick_rate};
pub use filing::{AttachmentStore, FilesChange, FilesChangeKind, FilesError, FilesRefused};
pub use history::{HistoryAction, HistoryEntry, HistoryRow};
pub use holds::Holds;
pub use id::{
    AttachmentId, BankAccountId, ContactId, ContractId, HistoryEntryId, InvoiceId, OffsetId,
    PaymentId, VehicleId,
};
pub(crate) use identifiers::normalize_plate;
pub use invoice::{AnyInvoice, Invoice, InvoiceFilter, InvoiceSummary, Payment};
pub use invoice_changes::InvoiceChangeStore;
pub use invoice_type::InvoiceType;
pub use lifecycle::{
    ChangeMoment, ChangeRefused, FollowUp, InvoiceChange, InvoiceMove, InvoiceState,
};
pub use links::Links;
pub(crate) use number::MAX_NUMBER_LENGTH;
pub use number::{NumberSource, SeriesFormat, SeriesFormatError, YearStyle, variable_symbol};
pub use organization::{CentralBank, Organization};
pub use original::OriginalInvoice;
pub use overdue::{BecomesOverdue, DueCursor, OverdueStore, PastDue};
pub use party::{Address, BankAccount, Contact, Party, Vehicle, search_name};
pub use payment_method::PaymentMethod;
pub use payments::{
    ChangeKind, PaymentChange, PaymentError, PaymentMoment, PaymentRefused, PaymentRequest,
    PaymentStore, Settlement, with_payment, without_payment, without_set_off,
};
pub use pdf_log::{HandedOutPdf, PdfLog};
pub use ports::{
    ContactFilter, ContactRow, DailyRates, InvoiceStore, IssuingRecords, Provision, ProvisionStore,
    RateCache, RateError, RateSource, StoredFile,
};
pub use recorded::RecordedDocument;
pub(crate) use request::MAX_EXEMPTION_REASON;
pub use request::{
    AddressInput, AttachmentInput, CustomerInput, DeliveryAddressInput, EXCHANGE_RATE_DIGITS,
    InvoiceRequest, ItemInput, LINE_DIGITS, MAX_ITEMS, OrganizationInput, References,
    SettingsInput,
};
pub use standing::{Hold, LiveSend, PaidPart, Standing};
pub use status::InvoiceStatus;
pub use totals::{totals, vat_breakdown};
pub use transition_refused::TransitionRefused;
pub use transitions::Trigger;
pub use unit::Unit;
pub use usage::{Month, PlanLimitReached, Usage, UsageStore};
pub use vat_figures::{RateFigures, VatChange, VatFigures};
pub use vehicles::{VehicleFilter, VehicleRecord, VehicleStore, check_plate};
pub use violation::{Violation, ViolationKind, Violations};
