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
//! | keep it as a draft, issue it later | [`Draft::keep`], [`states::InvoiceState::check_issue`] |
//! | edit it, cancel it | [`states::InvoiceState::check_edit`], [`states::InvoiceState::make`] |
//! | know where it stands after something | [`InvoiceStatus::after`] |
//! | number it | [`numbering::SeriesFormat`] |
//! | write it as UBL | the crate `ubl-builder` |
//! | keep it | the port [`InvoiceStore`] |
//! | record what another system issued | [`recording::RecordedDocument`], [`Invoice::record`] |

#![deny(clippy::disallowed_methods)]

mod advances;
mod any_invoice;
mod bank_accounts;
mod branding;
mod check;
mod contact_figures;
mod content;
mod customers;
mod document;
mod draft;
mod drafting;
mod edit_decision;
mod editing;
mod exchange_rate;
mod filing;
mod firm;
mod history;
mod holds;
mod id;
mod identifiers;
mod invoice;
mod invoice_changes;
mod invoice_type;
mod known_contact;
mod lifecycle;
mod links;
mod merge;
mod note_effect;
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
mod views;
mod violation;
pub mod warnings;

/// Advances, and the invoices that settle them.
pub mod settling {
    pub use crate::advances::{
        Advance, AdvanceRefused, SettleRefused, TaxedAdvance, advances_between,
    };
}

/// Checks of single things: a text, an address of mail, settings, the sums of what is there so far.
pub mod checks {
    pub use crate::check::{
        Sums, TextShape, check_email, check_organization, check_settings, check_text, sums_so_far,
        whole_amount,
    };
}

/// Drafts that are kept: made, edited, issued later.
pub mod drafts {
    pub use crate::drafting::{DraftIssue, DraftIssueRefused, Drafted};
    pub use crate::edit_decision::CheckedEdit;
    pub use crate::editing::{EditError, EditRefused, InvoiceEdit};
}

/// What an invoice adds up to, by rate of VAT, and how many were issued.
pub mod figures {
    pub use crate::totals::{totals, vat_breakdown};
    pub use crate::usage::{Month, PlanLimitReached, Usage, UsageStore};
    pub use crate::vat_figures::{RateFigures, VatChange, VatFigures};
}

/// Attachments, and the PDFs that were handed out.
pub mod files {
    pub use crate::filing::{
        AttachmentStore, FilesChange, FilesChangeKind, FilesError, FilesRefused,
    };
    pub use crate::pdf_log::{HandedOutPdf, PdfLog};
    pub use crate::ports::StoredFile;
}

/// How the next number looks.
pub mod numbering {
    pub use crate::number::{
        NumberSource, SeriesFormat, SeriesFormatError, YearStyle, variable_symbol,
    };
}

/// Payments, and what they make of an invoice.
pub mod paying {
    pub use crate::payments::{
        ChangeKind, PaymentChange, PaymentError, PaymentMoment, PaymentRefused, PaymentRequest,
        PaymentStore, Settlement, with_payment, without_payment, without_set_off,
    };
}

/// Exchange rates of the central banks.
pub mod rates {
    pub use crate::exchange_rate::{DEFAULT_RATE_DAYS_BACK, is_last_published, pick_rate};
    pub use crate::ports::{DailyRates, RateCache, RateError, RateSource};
}

/// What another system issued.
pub mod recording {
    pub use crate::any_invoice::AnyDocument;
    pub use crate::content::{Header, InvoiceContent, Origin};
    pub use crate::original::OriginalInvoice;
    pub use crate::recorded::RecordedDocument;
}

/// What an organization keeps to issue with: bank accounts, customers, vehicles, its logo.
pub mod records {
    pub use crate::bank_accounts::{
        BankAccountFilter, BankAccountInput, BankAccountRecord, BankAccountRefusal,
        BankAccountStore, MAX_BANK_ACCOUNTS, add_bank_account, change_bank_account,
        retire_bank_account,
    };
    pub use crate::branding::{Branding, Logo, LogoInput, LogoStore};
    pub use crate::contact_figures::ContactFigures;
    pub use crate::customers::{CustomerStore, change_customer, check_customer};
    pub use crate::known_contact::{ContactLookup, known_contact};
    pub use crate::merge::{TwoFirms, merged};
    pub use crate::ports::{ContactFilter, ContactRow, Provision, ProvisionStore};
    pub use crate::vehicles::{VehicleFilter, VehicleRecord, VehicleStore, check_plate};
}

/// Where an invoice stands, what may be done with it, and what was done.
pub mod states {
    pub use crate::history::{HistoryAction, HistoryEntry, HistoryRow};
    pub use crate::holds::Holds;
    pub use crate::invoice_changes::InvoiceChangeStore;
    pub use crate::lifecycle::{
        ChangeMoment, ChangeRefused, FollowUp, InvoiceChange, InvoiceMove, InvoiceState,
    };
    pub use crate::links::Links;
    pub use crate::note_effect::{NoteEffect, NoteRefused, share_out};
    pub use crate::overdue::{BecomesOverdue, DueCursor, OverdueStore, PastDue};
    pub use crate::standing::{Hold, LiveSend, PaidPart, Standing};
    pub use crate::transition_refused::TransitionRefused;
    pub use crate::transitions::Trigger;
    pub use crate::views::{ViewStore, Views};
}

pub use any_invoice::AnyInvoice;
pub use check::{Issuance, Settings, check, check_read};
pub use document::{
    AttachmentInfo, DeliveryAddress, Document, Line, OriginalReference, Totals, VatBreakdown,
};
pub use draft::{Draft, Issued, WantedRate};
pub use firm::{Firm, SameFirm};
pub use id::{
    AttachmentId, BankAccountId, ContactId, ContractId, HistoryEntryId, InvoiceId, OffsetId,
    PaymentId, VehicleId,
};
pub use invoice::{Invoice, InvoiceFilter, InvoiceSummary, Payment, is_owed};
pub use invoice_type::InvoiceType;
pub use organization::{CentralBank, Organization};
pub use party::{Address, BankAccount, Contact, Party, Vehicle, search_name};
pub use payment_method::PaymentMethod;
pub use ports::{InvoiceStore, IssuingRecords};
pub use request::{
    AddressInput, AttachmentInput, CustomerInput, DeliveryAddressInput, EXCHANGE_RATE_DIGITS,
    InvoiceRequest, ItemInput, LINE_DIGITS, MAX_ADVANCES, MAX_ITEMS, OrganizationInput, References,
    SettingsInput,
};
pub use status::InvoiceStatus;
pub use unit::Unit;
pub use violation::{Violation, ViolationKind, Violations};
