//! The content of a response.

use super::check::{ACTIONS, REASONS};
use super::{
    BrokenRule, INVOICE_RESPONSE_CUSTOMIZATION, INVOICE_RESPONSE_PROCESS, InvoiceStatus,
    StatusAction, StatusReason, broken_rules,
};
use crate::application_response::{CAC, CBC, Head, leaf};
use crate::instant::read_instant;
use crate::schema::{ShapeFault, Vocabulary, shape_faults};
use crate::tree::{child, children, trimmed};
use time::{Date, OffsetDateTime};
use xml::{Node, Parsed, Unreadable, Writer};

/// A party of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponseParty {
    /// The participant id, such as `0245:2023456789`.
    pub participant: String,
    /// The name.
    pub name: String,
}

/// The document that a response refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredDocument {
    /// The number (BT-1).
    pub number: String,
    /// The issue date (BT-2).
    pub issued_on: Option<Date>,
    /// The type code (BT-3), for example 380 or 381.
    pub type_code: String,
}

/// The code of a clarification, from one of the two lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClarificationCode {
    /// A reason for the status.
    Reason(StatusReason),
    /// The requested action.
    Action(StatusAction),
}

impl ClarificationCode {
    /// The code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Reason(reason) => reason.code(),
            Self::Action(action) => action.code(),
        }
    }

    const fn list(self) -> &'static str {
        match self {
            Self::Reason(_) => REASONS,
            Self::Action(_) => ACTIONS,
        }
    }

    fn of(list: &str, code: &str) -> Option<Self> {
        match list {
            REASONS => StatusReason::of_code(code).map(Self::Reason),
            ACTIONS => StatusAction::of_code(code).map(Self::Action),
            _ => None,
        }
    }
}

/// A value that the buyer considers correct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The business term of the value, for example `BT-48`.
    pub term: String,
    /// The correct value.
    pub value: Option<String>,
}

/// A reason for the status, or an action that the seller should take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clarification {
    /// The code of the reason or action.
    pub code: Option<ClarificationCode>,
    /// The text of the reason or action.
    pub text: Option<String>,
    /// The values that the buyer considers correct.
    pub details: Vec<Detail>,
}

/// An Invoice Response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceResponse {
    /// The id of the response.
    pub id: String,
    /// The time of the response; midnight (UTC) of its day when it has no time.
    pub issued: OffsetDateTime,
    /// A note about the whole response.
    pub note: Option<String>,
    /// The buyer, who sends the response.
    pub sender: ResponseParty,
    /// The seller, who receives it.
    pub receiver: ResponseParty,
    /// The status that the buyer gives the document.
    pub status: InvoiceStatus,
    /// The day from which the status applies.
    pub effective_on: Option<Date>,
    /// The reasons and the requested actions.
    pub clarifications: Vec<Clarification>,
    /// The document that it refers to.
    pub about: AnsweredDocument,
}

/// Why a document is not a valid response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAResponse {
    /// It cannot be parsed: it is not well-formed, or the guard refused it.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It does not fit its schema.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Shape(Vec<ShapeFault>),
    /// It breaks rules of the transaction.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))]
    Breaks(Vec<BrokenRule>),
    /// A value is not valid, for example a date that does not exist.
    #[error("a value of the response cannot be read")]
    Value,
}

impl InvoiceResponse {
    /// Parses and validates a response.
    ///
    /// # Errors
    /// [`NotAResponse`] says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, NotAResponse> {
        let parsed = Parsed::read(bytes)?;
        let root = parsed.root();
        let shape = shape_faults(Vocabulary::Mls, root);
        if !shape.is_empty() {
            return Err(NotAResponse::Shape(shape));
        }
        let broken = broken_rules(root);
        if !broken.is_empty() {
            return Err(NotAResponse::Breaks(broken));
        }
        Self::of(root).ok_or(NotAResponse::Value)
    }

    fn of(root: Node<'_, '_>) -> Option<Self> {
        let day = leaf(root, "IssueDate")?;
        let time = leaf(root, "IssueTime").unwrap_or_else(|| "00:00:00".to_owned());
        let document = child(root, CAC, "DocumentResponse")?;
        let response = child(document, CAC, "Response")?;
        let about = child(document, CAC, "DocumentReference")?;
        let clarifications: Option<Vec<_>> =
            children(response, CAC, "Status").map(clarification).collect();
        Some(Self {
            id: leaf(root, "ID")?,
            issued: read_instant(&format!("{}T{time}", day.get(..10)?))?,
            note: leaf(root, "Note"),
            sender: party(child(root, CAC, "SenderParty")?)?,
            receiver: party(child(root, CAC, "ReceiverParty")?)?,
            status: InvoiceStatus::of_code(&leaf(response, "ResponseCode")?)?,
            effective_on: date(response, "EffectiveDate"),
            clarifications: clarifications?,
            about: AnsweredDocument {
                number: leaf(about, "ID")?,
                issued_on: date(about, "IssueDate"),
                type_code: leaf(about, "DocumentTypeCode")?,
            },
        })
    }

    /// Writes the XML. It is valid if no text is empty and each participant has a scheme.
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = Writer::new();
        let head = Head {
            customization: INVOICE_RESPONSE_CUSTOMIZATION,
            process: INVOICE_RESPONSE_PROCESS,
            id: &self.id,
            issued: self.issued,
        };
        let root = head.open(&mut writer);
        optional(&mut writer, "Note", self.note.as_deref());
        self.sender.write("SenderParty", &mut writer);
        self.receiver.write("ReceiverParty", &mut writer);
        writer.group(("cac", "DocumentResponse"), &[], |writer| {
            writer.group(("cac", "Response"), &[], |writer| self.response(writer));
            writer.group(("cac", "DocumentReference"), &[], |writer| self.about.write(writer));
        });
        writer.close(root);
        writer.finish()
    }

    fn response(&self, writer: &mut Writer) {
        writer.leaf(("cbc", "ResponseCode"), &[], self.status.code());
        let effective = self.effective_on.map(|date| date.to_string());
        optional(writer, "EffectiveDate", effective.as_deref());
        for clarification in &self.clarifications {
            writer.group(("cac", "Status"), &[], |writer| clarification.write(writer));
        }
    }
}

impl ResponseParty {
    fn write(&self, role: &str, writer: &mut Writer) {
        let (scheme, value) = self.participant.split_once(':').unwrap_or_default();
        writer.group(("cac", role), &[], |writer| {
            writer.leaf(("cbc", "EndpointID"), &[("schemeID", scheme)], value);
            writer.group(("cac", "PartyLegalEntity"), &[], |writer| {
                writer.leaf(("cbc", "RegistrationName"), &[], &self.name);
            });
        });
    }
}

impl AnsweredDocument {
    fn write(&self, writer: &mut Writer) {
        writer.leaf(("cbc", "ID"), &[], &self.number);
        let issued = self.issued_on.map(|date| date.to_string());
        optional(writer, "IssueDate", issued.as_deref());
        writer.leaf(("cbc", "DocumentTypeCode"), &[], &self.type_code);
    }
}

impl Clarification {
    fn write(&self, writer: &mut Writer) {
        if let Some(code) = self.code {
            let list = [("listID", code.list())];
            writer.leaf(("cbc", "StatusReasonCode"), &list, code.code());
        }
        optional(writer, "StatusReason", self.text.as_deref());
        for detail in &self.details {
            writer.group(("cac", "Condition"), &[], |writer| {
                writer.leaf(("cbc", "AttributeID"), &[], &detail.term);
                optional(writer, "Description", detail.value.as_deref());
            });
        }
    }
}

fn optional(writer: &mut Writer, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        writer.leaf(("cbc", name), &[], value);
    }
}

/// A date, without its time zone.
fn date(parent: Node<'_, '_>, name: &str) -> Option<Date> {
    let text = leaf(parent, name)?;
    Some(read_instant(&format!("{}T00:00:00Z", text.get(..10)?))?.date())
}

fn party(node: Node<'_, '_>) -> Option<ResponseParty> {
    let endpoint = child(node, CBC, "EndpointID")?;
    let scheme = endpoint.attribute("schemeID")?.trim();
    let name = leaf(child(node, CAC, "PartyLegalEntity")?, "RegistrationName")?;
    Some(ResponseParty { participant: format!("{scheme}:{}", trimmed(endpoint)), name })
}

fn clarification(node: Node<'_, '_>) -> Option<Clarification> {
    let code = match child(node, CBC, "StatusReasonCode") {
        Some(code) => Some(ClarificationCode::of(code.attribute("listID")?, &trimmed(code))?),
        None => None,
    };
    let details = children(node, CAC, "Condition").map(|condition| {
        Some(Detail {
            term: leaf(condition, "AttributeID")?,
            value: leaf(condition, "Description"),
        })
    });
    let details: Option<Vec<_>> = details.collect();
    Some(Clarification { code, text: leaf(node, "StatusReason"), details: details? })
}
