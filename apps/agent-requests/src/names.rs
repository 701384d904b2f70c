//! Closed sets of names: one list of the domain serves reading and the schema.

use super::{
    field::Field,
    json::{Found, Value},
};
use access::{KeyState, Plan, Scope, Tier};
use accounting_export::ExportState;
use accounting_programs::{PostingKind, PostingState, ProgramKind};
use bank_statements::{Format, LineState, ProposalState, Reason};
use contracts::{Billing, ContractState, Interval, Missed, ProblemCode, Sending, TaxPoint};
use correspondence::{EmailKind, EmailState};
use document_formats::{PdfFormat, XmlFormat};
use events::EventName;
use expenses::{ExpenseStatus, ExpenseType, PaymentStatus};
use invoice_responses::ResponseState;
use invoicing::{
    InvoiceStatus, InvoiceType, MailProfile, PaymentMethod, Unit,
    numbering::{NumberSeriesAction, YearStyle},
    recording::Origin,
};
use languages::Language;
use money::Currency;
use peppol_connector::{
    audit::AuditAction,
    credit::LedgerKind,
    identifiers::Network,
    inbox::StatusState,
    registration::PeppolStatus,
    repair::Severity,
    sending::{Dispatch, DocumentFormat, SendStatus},
    submissions::{RejectReason, State},
};
use peppol_publishing::EntryState;
use projects::ProjectStatus;
use std::borrow::Cow;
use stock::{DocumentKind, DocumentStatus};
use tax_reports::ShownState;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};
use vat_categories::TaxTreatment;
use webhooks::{deliveries::DeliveryState, endpoints::DisabledReason};

/// Values that are known by their names.
pub trait Names {
    type Value: Copy + 'static;

    const ALL: &'static [Self::Value];

    fn name(value: Self::Value) -> &'static str;
}

impl<N: Names> Field for N {
    type Value = N::Value;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<N::Value> {
        value.one_of(N::ALL, N::name, found)
    }
}

fn schema<N: Names>(description: &str) -> RefOr<Schema> {
    let names = N::ALL.iter().map(|value| N::name(*value));
    let description = Some(description.trim()).filter(|text| !text.is_empty());
    let object = ObjectBuilder::new().schema_type(Type::String).description(description);
    object.enum_values(Some(names)).into()
}

macro_rules! names {
    ($($(#[doc = $about:literal])? $schema:ident: $value:ty = $all:expr, $name:expr;)+) => {$(
        $(#[doc = $about])?
        #[derive(Debug)]
        pub enum $schema {}

        impl Names for $schema {
            type Value = $value;

            const ALL: &'static [$value] = $all;

            fn name(value: $value) -> &'static str {
                ($name)(value)
            }
        }

        impl PartialSchema for $schema {
            fn schema() -> RefOr<Schema> {
                schema::<Self>(concat!($($about)?))
            }
        }

        impl ToSchema for $schema {
            fn name() -> Cow<'static, str> {
                stringify!($schema).into()
            }
        }
    )+};
}

names! {
    DocumentType: InvoiceType = &InvoiceType::ALL, InvoiceType::name;
    NumberSeriesActionName: NumberSeriesAction = &NumberSeriesAction::ALL, NumberSeriesAction::name;
    StatusName: InvoiceStatus = &InvoiceStatus::ALL, InvoiceStatus::name;
    PaymentMethodName: PaymentMethod = &PaymentMethod::ALL, PaymentMethod::name;
    RecordedMethodName: PaymentMethod = &PaymentMethod::RECORDED, PaymentMethod::name;
    ExpenseTypeName: ExpenseType = &ExpenseType::ALL, ExpenseType::name;
    ExpenseStatusName: ExpenseStatus = &ExpenseStatus::ALL, ExpenseStatus::name;
    OpenExpenseStatusName: ExpenseStatus = &ExpenseStatus::OPEN, ExpenseStatus::name;
    PaymentStatusName: PaymentStatus = &PaymentStatus::ALL, PaymentStatus::name;
    TaxTreatmentName: TaxTreatment = &TaxTreatment::ALL, TaxTreatment::as_str;
    CurrencyCode: Currency = Currency::ALL, Currency::code;
    LanguageName: Language = &Language::ALL, Language::code;
    UnitName: Unit = &Unit::ALL, Unit::name;
    YearName: YearStyle = &YearStyle::ALL, YearStyle::name;
    TierName: Tier = &Tier::ALL, Tier::name;
    ContractStateName: ContractState = &ContractState::ALL, ContractState::name;
    ProblemCodeName: ProblemCode = &ProblemCode::ALL, ProblemCode::name;
    ExportStateName: ExportState = &ExportState::ALL, ExportState::name;
    EmailKindName: EmailKind = &EmailKind::ALL, EmailKind::name;
    EmailStateName: EmailState = &EmailState::ALL, EmailState::name;
    StatementFormatName: Format = &Format::ALL, Format::name;
    LineStateName: LineState = &LineState::ALL, LineState::name;
    LineReasonName: Reason = &Reason::ALL, Reason::name;
    ProposalStateName: ProposalState = &ProposalState::ALL, ProposalState::name;
    SetOffLanguageName: Language = &[Language::Sk, Language::En], Language::code;
    ProjectStatusName: ProjectStatus = &ProjectStatus::ALL, ProjectStatus::name;
    StockDocumentTypeName: DocumentKind = &DocumentKind::ALL, DocumentKind::name;
    StockDocumentStatusName: DocumentStatus = &DocumentStatus::ALL, DocumentStatus::name;
    ProgramKindName: ProgramKind = &ProgramKind::ALL, ProgramKind::name;
    PostingKindName: PostingKind = &PostingKind::ALL, PostingKind::name;
    PostingStateName: PostingState = &PostingState::ALL, PostingState::name;
    IntervalName: Interval = &Interval::ALL, Interval::name;
    BillingName: Billing = &Billing::ALL, Billing::name;
    SendingName: Sending = &Sending::ALL, Sending::name;
    TaxPointName: TaxPoint = &TaxPoint::ALL, TaxPoint::name;
    MissedName: Missed = &Missed::ALL, Missed::name;
    ScopeName: Scope = &Scope::ALL, Scope::name;
    KeyStateName: KeyState = &KeyState::ALL, KeyState::name;
    DocumentFormatName: DocumentFormat = &DocumentFormat::ALL, DocumentFormat::name;
    XmlFormatName: XmlFormat = &XmlFormat::ALL, XmlFormat::name;
    MailProfileName: MailProfile = &MailProfile::ALL, MailProfile::name;
    PdfFormatName: PdfFormat = &PdfFormat::ALL, PdfFormat::name;
    SendModeName: &'static str = &["immediate", "scheduled", "manual"], |name| name;
    OriginName: Origin = &Origin::ALL, Origin::name;
    PlanName: Plan = &Plan::ALL, Plan::name;
    PeppolStatusName: PeppolStatus = &PeppolStatus::ALL, PeppolStatus::name;
    EntryStateName: EntryState = &EntryState::ALL, EntryState::name;
    RegistrationStatusName: PeppolStatus = REGISTERED, PeppolStatus::name;
    QueuedName: &'static str = &["queued"], |name| name;
    BatchStatusName: &'static str = &["queued", "failed"], |name| name;
    AuditActionName: AuditAction = &AuditAction::ALL, AuditAction::name;
    InvoiceResponseName: invoice_responses::InvoiceStatus = invoice_responses::InvoiceStatus::ALL, invoice_responses::InvoiceStatus::name;
    ResponseStateName: ResponseState = &ResponseState::ALL, ResponseState::name;
    AuditFormatName: &'static str = &["json", "csv"], |name| name;
    EventTypeName: EventName = EventName::ALL, EventName::as_str;
    DisabledReasonName: DisabledReason = &DisabledReason::ALL, DisabledReason::name;
    DeliveryStateName: &'static str = &DeliveryState::NAMES, |name| name;
    FailedReasonName: &'static str = &["last_attempt", "endpoint_off"], |name| name;
    AttemptOutcomeName: &'static str = OUTCOMES, |name| name;
    WarningName: &'static str = &["SANDBOX_AUTO_ENROLL", "SANDBOX_TOKEN_MISSING"], |name| name;
    /// Where a document stands.
    DocumentStateName: State = &State::SHOWN, State::word;
    /// Of which network.
    ModeName: Network = &Network::ALL, Network::name;
    ReportStateName: ShownState = &ShownState::ALL, ShownState::name;
    /// How far a status is.
    StatusStateName: StatusState = &StatusState::ALL, StatusState::name;
    SeverityName: Severity = &[Severity::Error, Severity::Warning], Severity::name;
    LedgerKindName: LedgerKind = &LedgerKind::ALL, LedgerKind::name;
    SendStatusName: SendStatus = &SendStatus::ALL, SendStatus::name;
    RejectReasonName: RejectReason = &RejectReason::ALL, RejectReason::name;
    /// now (default), or later: stage the document for 7 days
    DispatchName: Dispatch = &Dispatch::ALL, Dispatch::name;
}

/// Where a registration stands that was made once.
const REGISTERED: &[PeppolStatus] =
    &[PeppolStatus::Enrolled, PeppolStatus::SendOnly, PeppolStatus::Deactivated];

/// The codes of [`webhooks::deliveries::Outcome`].
const OUTCOMES: &[&str] = &[
    "answered",
    "timed_out",
    "name_not_found",
    "not_connected",
    "tls_failed",
    "broken_off",
    "address_unspecified",
    "address_loopback",
    "address_private",
    "address_shared",
    "address_link_local",
    "address_metadata",
    "address_multicast",
    "address_documentation",
    "address_embedded_ipv4",
    "address_reserved",
    "address_none",
];

#[cfg(test)]
mod tests {
    use super::*;
    use webhooks::{deliveries::Outcome, endpoints::AddressError};

    #[test]
    fn the_outcomes_of_attempts_are_those_of_the_domain() {
        let answered = Outcome::Answered { status: 200, body: String::new() };
        let mut known = vec![answered.code()];
        let read = |code: &&'static str| Outcome::of_record(code, None, "").is_some();
        known.extend(OUTCOMES.iter().copied().filter(read));
        assert_eq!(known, OUTCOMES);
        assert!(AddressError::ALL.iter().all(|error| OUTCOMES.contains(&error.code())));
    }
}
