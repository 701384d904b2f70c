//! The database, as use cases see it: all their ports of storage in one trait, which whatever serves each of them has.
//!
//! A new port of storage gets its line here, and nowhere else: use cases and the contract of stores build on this.

use access::{AccessStore, KeyStore};
use accounting_export::ExportStore;
use accounting_programs::{AccountingLinkStore, PostingStore};
use bank_statements::{MappingStore, StatementStore};
use contracts::ContractStore;
use correspondence::EmailStore;
use dashboard::DashboardStore;
use expenses::ExpenseStore;
use idempotency::IdempotencyStore;
use invoice_responses::{ResponseInbox, ResponseStore};
use invoicing::{
    InvoiceStore,
    figures::UsageStore,
    files::{AttachmentStore, PdfLog},
    paying::PaymentStore,
    rates::RateCache,
    records::{BankAccountStore, CustomerStore, LogoStore, VehicleStore},
    states::{InvoiceChangeStore, OverdueStore, ViewStore},
};
use members::{MemberStore, SeatStore};
use oauth::ports::OAuthStore;
use offsets::OffsetStore;
use organizations::notices::NoticeStore;
use organizations::{ClaimStore, OrganizationStore};
use peppol_connector::ports::{
    AccountStore, AuditStore, CreditStore, FlightStore, InboxStore, SendSettingsStore, StatusStore,
    SubmissionLists, SubmissionStore, VolumeStore,
};
use peppol_publishing::{CardStore, CertificateNoticeStore, EntryStore};
use projects::ProjectStore;
use provider_reports::{ExchangeLog, ProviderReportStore};
use sapi_sk::TokenStore;
use sign_in::SignInStore;
use stock::StockStore;
use tax_reports::TaxReportStore;
use webhooks::ports::{DeliveryStore, EndpointStore, EventLog, FeedStore};

/// A trait that is no more than these together.
macro_rules! all_of {
    ($(#[$doc:meta])* $name:ident: $first:ident $(+ $more:ident)*) => {
        $(#[$doc])*
        pub trait $name: $first $(+ $more)* {}
        impl<T: $first $(+ $more)*> $name for T {}
    };
}

all_of! {
    /// Everything that use cases read and keep: one database serves it all.
    Database: InvoiceStore
    + BankAccountStore
    + VehicleStore
    + CustomerStore
    + LogoStore
    + OverdueStore
    + PdfLog
    + ViewStore
    + PaymentStore
    + InvoiceChangeStore
    + EmailStore
    + AttachmentStore
    + UsageStore
    + ExpenseStore
    + OffsetStore
    + ProjectStore
    + StockStore
    + StatementStore
    + MappingStore
    + ContractStore
    + ExportStore
    + AccountingLinkStore
    + PostingStore
    + DashboardStore
    + RateCache
    + IdempotencyStore
    + AccessStore
    + KeyStore
    + TokenStore
    + SignInStore
    + MemberStore
    + SeatStore
    + OAuthStore
    + OrganizationStore
    + ClaimStore
    + AccountStore
    + EntryStore
    + CardStore
    + CertificateNoticeStore
    + NoticeStore
    + AuditStore
    + CreditStore
    + VolumeStore
    + InboxStore
    + SendSettingsStore
    + StatusStore
    + SubmissionStore
    + SubmissionLists
    + FlightStore
    + TaxReportStore
    + ResponseInbox
    + ResponseStore
    + ExchangeLog
    + ProviderReportStore
    + EndpointStore
    + DeliveryStore
    + FeedStore
    + EventLog
}
