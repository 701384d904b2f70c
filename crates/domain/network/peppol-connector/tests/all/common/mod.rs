//! The documents and organizations that the tests start from.

pub mod case;

use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::{
    credit::Credits,
    documents::{DocumentFacts, Endpoint, Inspection, PartyFacts, TaxId, Validation, Verdict},
    identifiers::{MessageId, Network, ParticipantId, Profile, Root, StagedId, SubmissionId},
    registration::{Environment, PeppolAccount},
    repair::{Finding, Severity},
    sending::{DocumentBytes, NewIds, NumberUse, OrganizationFacts},
    submissions::JobId,
};
use rust_decimal::dec;
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

pub const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);

pub const IDS: NewIds = NewIds {
    submission: SubmissionId(Uuid::from_u128(1)),
    invoice: InvoiceId(Uuid::from_u128(2)),
    job: JobId(Uuid::from_u128(3)),
    staged: StagedId(Uuid::from_u128(4)),
    message: MessageId(Uuid::from_u128(5)),
};

/// A live organization with everything in order.
pub fn organization() -> OrganizationFacts {
    OrganizationFacts {
        id: OrganizationId(Uuid::from_u128(7)),
        environment: Environment::Production,
        account: PeppolAccount::Enrolled(Network::Live),
        participant: Some(id("0245:2023456789")),
        available: Credits(10),
        prepayment_overdue: false,
        number: NumberUse::Free,
        contact: None,
        named: None,
    }
}

/// One in the sandbox that is like production, without credit.
pub fn sandbox() -> OrganizationFacts {
    OrganizationFacts {
        environment: Environment::StrictSandbox,
        account: PeppolAccount::Enrolled(Network::Test),
        participant: Some(id("9915:2023456789")),
        available: Credits(0),
        ..organization()
    }
}

pub fn id(text: &str) -> ParticipantId {
    text.parse().expect(text)
}

/// An invoice of today.
pub fn document() -> DocumentFacts {
    let party = |name: &str, value: &str| PartyFacts {
        name: Some(name.to_owned()),
        country: Some("SK".to_owned()),
        endpoint: Some(Endpoint { scheme: Some("0245".to_owned()), value: value.to_owned() }),
        tax_ids: vec![TaxId::unsaid(&format!("SK{value}"))],
        ..PartyFacts::default()
    };
    DocumentFacts {
        customization: Some(Profile::BILLING.customization_id.to_owned()),
        profile: Some(Profile::BILLING.profile_id.to_owned()),
        type_code: Some("380".to_owned()),
        number: Some("FA-2026/17".to_owned()),
        issue_date: Some(service_day::date(NOW)),
        currency: Some("EUR".to_owned()),
        net: Some(dec!(100)),
        total: Some(dec!(123)),
        payable: Some(dec!(123)),
        payment_id: Some("VS 77".to_owned()),
        supplier: party("Dodávateľ", "2023456789"),
        customer: party("Odberateľ", "2120000000"),
        ..DocumentFacts::of(Root::UblInvoice)
    }
}

pub fn bytes() -> DocumentBytes {
    DocumentBytes { sent: b"<repaired/>".to_vec().into(), original: b"<Invoice/>".to_vec().into() }
}

pub fn finding(severity: Severity) -> Finding {
    Finding {
        field: "cbc:ID".to_owned(),
        code: "BR-02".to_owned(),
        message: "an invoice has a number".to_owned(),
        severity,
        rules: None,
    }
}

pub fn valid() -> Validation {
    Validation::Ran(Verdict::default())
}

pub fn warned() -> Validation {
    Validation::Ran(Verdict { findings: vec![finding(Severity::Warning)], ..Verdict::default() })
}

pub fn invalid() -> Validation {
    Validation::Ran(Verdict { findings: vec![finding(Severity::Error)], ..Verdict::default() })
}

pub fn right() -> Inspection {
    Inspection::unchanged(valid())
}
