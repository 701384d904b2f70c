//! The tax data document of an invoice.

use crate::ReportedDocumentId;
use events::ReportIssue;
use peppol_connector::{
    documents::{DocumentFacts, Side},
    identifiers::ParticipantId,
};
use persistence::typed_id;
use tax_data_document::{
    DocumentKey, DocumentUuid, Hindrance, Participant, Role, Scope, Submission, TypeCode, build,
    hindrances, with_scheme,
};
use time::OffsetDateTime;
use xml::Parsed;

/// The authority that reports go to.
const AUTHORITY: &str = "SK";

/// The recipe of the id by which the authority knows a document (rule ID-BDID-01), for all reports. It is not published
/// officially; when it is, only this constant changes.
pub const DOCUMENT_UUID: DocumentUuid = with_scheme;

/// Between whom reports travel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reporting {
    /// The authority's participant (C5), an SPID. It is not published: a setting.
    pub authority: ParticipantId,
    /// The provider's own SPID.
    pub provider: ParticipantId,
}

/// A tax data document that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxDocument {
    /// The document, valid by its rules.
    pub xml: String,
    /// The invoice, as the authority knows it.
    pub original: ReportedDocumentId,
}

typed_id!(
    /// The number of a tax data document, version 4.
    TaxDataId
);

/// The head of a tax data document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxDataHead {
    /// Its number.
    pub id: TaxDataId,
    /// When it is made.
    pub issued_at: OffsetDateTime,
    /// Why it is sent.
    pub type_code: TypeCode,
}

/// A document as the authority knows it.
pub(crate) fn original_of(document: &Parsed<'_>) -> ReportedDocumentId {
    ReportedDocumentId(DOCUMENT_UUID(&DocumentKey::of(document)))
}

/// Why no tax data document can be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotReport {
    /// It is another document.
    #[error("only UBL invoices and credit notes are reported")]
    NoInvoice,
    /// The tax data cannot be read.
    #[error("the tax data cannot be read: {0}")]
    Unreadable(String),
    /// The tax data break these rules: the invoice says what cannot be reported.
    #[error("the tax data break {}", ids(.0))]
    Invalid(Vec<Hindrance>),
}

fn ids(broken: &[Hindrance]) -> String {
    broken.iter().map(|one| one.rule).collect::<Vec<_>>().join(", ")
}

impl CannotReport {
    /// The issues for the report.
    #[must_use]
    pub fn issues(&self) -> Vec<ReportIssue> {
        let issue = |one: &Hindrance| ReportIssue {
            code: Some(one.rule.to_owned()),
            message: one.message.clone(),
            rules: one.official.map(ToString::to_string),
        };
        match self {
            Self::Invalid(broken) => broken.iter().map(issue).collect(),
            other => vec![ReportIssue { code: None, message: other.to_string(), rules: None }],
        }
    }
}

impl TaxDocument {
    /// The tax data of an invoice, checked. `end_user` is whose tax data these are, C1 or C4: who is registered here,
    /// whatever a sender wrote into the document.
    ///
    /// # Errors
    /// [`CannotReport`].
    pub fn of(
        document: &Parsed<'_>,
        facts: &DocumentFacts,
        (role, end_user): (Role, &ParticipantId),
        head: TaxDataHead,
        reporting: &Reporting,
    ) -> Result<Self, CannotReport> {
        let country = |side| facts.party(side).country.as_deref().unwrap_or_default();
        let submission = Submission {
            uuid: head.id.0,
            issued_at: head.issued_at,
            type_code: head.type_code,
            scope: Scope::between(country(Side::Supplier), country(Side::Customer)),
            role,
            authority: AUTHORITY,
            reporting: participant(end_user),
            receiving: participant(&reporting.authority),
            representative: participant(&reporting.provider),
        };
        let xml =
            build(document, &submission, DOCUMENT_UUID).map_err(|_| CannotReport::NoInvoice)?;
        check(&xml, document)?;
        Ok(Self { xml, original: original_of(document) })
    }
}

fn participant(id: &ParticipantId) -> Participant<'_> {
    Participant { scheme: id.scheme(), value: id.value() }
}

fn check(xml: &str, invoice: &Parsed<'_>) -> Result<(), CannotReport> {
    let unreadable = |error: xml::Unreadable| CannotReport::Unreadable(error.to_string());
    let tax_data = Parsed::read(xml.as_bytes()).map_err(unreadable)?;
    let broken = hindrances(&tax_data, invoice);
    if broken.is_empty() { Ok(()) } else { Err(CannotReport::Invalid(broken)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_connector::documents::read_facts;
    use time::macros::datetime;
    use uuid::Uuid;

    fn made(bytes: &[u8], role: Role, end_user: &str) -> Result<TaxDocument, CannotReport> {
        let document = Parsed::read(bytes).expect("XML");
        let facts = read_facts(&document).expect("an invoice");
        let id = |text: &str| text.parse().expect("an SPID");
        let reporting = Reporting { authority: id("0242:000099"), provider: id("0242:000028") };
        let head = TaxDataHead {
            id: TaxDataId(Uuid::from_u128(0x4000_8000_0000_0000_0001)),
            issued_at: datetime!(2027-01-05 10:00 UTC),
            type_code: TypeCode::Submit,
        };
        let whose = (role, &id(end_user));
        TaxDocument::of(&document, &facts, whose, head, &reporting)
    }

    #[test]
    fn each_corner_reports_its_own_end_user_and_both_the_same_invoice() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let sent = made(&bytes, Role::C2, "0088:9482348239847239874").expect("made");
        let received = made(&bytes, Role::C3, "0245:2020202020").expect("made");
        assert_eq!(sent.original, received.original);
        for (document, role, value) in
            [(&sent, "C2", "9482348239847239874"), (&received, "C3", "2020202020")]
        {
            let expected = format!("<pxs:ReporterRole>{role}</pxs:ReporterRole>");
            assert!(document.xml.contains(&expected));
            let party = document.xml.split("<pxs:ReportingParty>").nth(1).expect("a party");
            let party = party.split("</pxs:ReportingParty>").next().expect("its end");
            assert!(party.contains(&format!(">{value}</")), "{party}");
            assert!(document.xml.contains(&document.original.to_string()));
        }
    }

    #[test]
    fn what_cannot_be_reported_says_why() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let broken = text.replacen("<cbc:IssueDate>", "<cbc:IssueDate>x", 1);
        let broken = made(broken.as_bytes(), Role::C2, "0245:2020202020");
        let Err(error @ CannotReport::Invalid(_)) = broken else { panic!("{broken:?}") };
        let issues = error.issues();
        assert!(!issues.is_empty());
        for ReportIssue { code, message, rules } in issues {
            let code = code.expect("a rule");
            assert_eq!(rules.is_none(), code.starts_with("schema-"), "{code}: {rules:?}");
            assert!(error.to_string().contains(&code) && !message.is_empty(), "{code}");
        }
        let [one] = &CannotReport::NoInvoice.issues()[..] else { panic!("one reason") };
        assert_eq!(
            (&one.code, one.message.as_str()),
            (&None, "only UBL invoices and credit notes are reported")
        );
    }
}
