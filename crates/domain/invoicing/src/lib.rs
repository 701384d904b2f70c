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
//! | number it | [`SeriesFormat`] |
//! | write it as UBL | the crate `ubl-builder` |
//! | keep it | the port [`InvoiceStore`] |

#![deny(clippy::disallowed_methods)]

mod check;
mod document;
mod draft;
mod exchange_rate;
mod identifiers;
mod invoice;
mod invoice_type;
mod links;
mod number;
mod organization;
mod overdue;
mod party;
mod payment_method;
mod ports;
mod publishes;
mod request;
mod status;
mod totals;
mod unit;
mod violation;

pub use check::{Issuance, OriginalInvoice, check, check_email, check_organization, check_read};
pub use document::{
    AttachmentInfo, DeliveryAddress, Document, Line, OriginalReference, Totals, VatBreakdown,
};
pub use draft::{Draft, Issued, WantedRate};
pub use exchange_rate::{DEFAULT_RATE_DAYS_BACK, pick_rate};
pub(crate) use identifiers::normalize_plate;
pub use invoice::{Invoice, InvoiceFilter, InvoiceSummary, Payment};
pub use invoice_type::InvoiceType;
pub use links::Links;
pub(crate) use number::MAX_NUMBER_LENGTH;
pub use number::{NumberSource, SeriesFormat, SeriesFormatError, YearStyle, variable_symbol};
pub use organization::{CentralBank, Organization};
pub use overdue::{BecomesOverdue, OverdueStore};
pub use party::{Address, BankAccount, Contact, Party, Vehicle, search_name};
pub use payment_method::PaymentMethod;
pub use ports::{
    ContactFilter, ContactRow, DailyRates, InvoiceStore, IssuingRecords, Provision, ProvisionStore,
    RateCache, RateError, RateSource, StoredFile,
};
pub(crate) use request::MAX_EXEMPTION_REASON;
pub use request::{
    AddressInput, AttachmentInput, CustomerInput, DeliveryAddressInput, EXCHANGE_RATE_DIGITS,
    InvoiceRequest, ItemInput, LINE_DIGITS, MAX_ITEMS, OrganizationInput, References,
};
pub use status::InvoiceStatus;
pub use totals::{totals, vat_breakdown};
pub use unit::Unit;
pub use violation::{Violation, ViolationKind, Violations};
