//! The content of a message level status.

use time::OffsetDateTime;
use xml::{Node, Parsed, Unreadable, Writer};

use super::{MLS_CUSTOMIZATION, MLS_PROCESS, MlsReport, check_mls};
use crate::application_response::{CAC, Head, leaf};
use crate::codes::codes;
use crate::instant::read_instant;
use crate::tree::{child, children};

codes! {
    /// The status of the message.
    ResponseCode {
        /// Accepted, and delivered to the recipient, which is confirmed.
        Delivered "AP",
        /// Accepted; delivery is not confirmed.
        Accepted "AB",
        /// Rejected.
        Rejected "RE",
    }
}

codes! {
    /// Why something was found wrong.
    ReasonCode {
        /// A rule is broken.
        Rule "BV",
        /// A rule is broken that is only a warning.
        Warning "BW",
        /// It could not be delivered.
        Delivery "FD",
        /// It is not well-formed, or not of its schema.
        Syntax "SV",
    }
}

/// Something that was found wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The place as an XPath, if the issue has one.
    pub location: Option<String>,
    /// The description of the issue.
    pub description: String,
    /// The reason code.
    pub reason: ReasonCode,
}

/// A Message Level Status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageStatus {
    /// The id of the status.
    pub id: String,
    /// When it was issued.
    pub issued: OffsetDateTime,
    /// The sender: C3, without `0242:`.
    pub sender: String,
    /// The receiver: C2, without `0242:`.
    pub receiver: String,
    /// The status of the message.
    pub response: ResponseCode,
    /// A description, which a rejection must have.
    pub description: Option<String>,
    /// The InstanceIdentifier of the envelope that it is about.
    pub about: String,
    /// The issues.
    pub issues: Vec<Issue>,
}

/// Why bytes are no status that counts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAStatus {
    /// Not well-formed, or refused unread.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It breaks the schema or a rule.
    #[error("the message level status is not valid")]
    Invalid(Box<MlsReport>),
}

impl MessageStatus {
    /// Reads a status that is valid.
    ///
    /// # Errors
    /// [`NotAStatus`] says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, NotAStatus> {
        let parsed = Parsed::read(bytes)?;
        let report = check_mls(parsed.root());
        match Self::of(parsed.root()).filter(|_| report.is_valid()) {
            Some(status) => Ok(status),
            None => Err(NotAStatus::Invalid(Box::new(report))),
        }
    }

    fn of(root: Node<'_, '_>) -> Option<Self> {
        let party = |role| Some(leaf(child(root, CAC, role)?, "EndpointID")).flatten();
        let issued = format!("{}T{}", leaf(root, "IssueDate")?, leaf(root, "IssueTime")?);
        let document = child(root, CAC, "DocumentResponse")?;
        let response = child(document, CAC, "Response")?;
        let issues = children(document, CAC, "LineResponse").flat_map(issues);
        Some(Self {
            id: leaf(root, "ID")?,
            issued: read_instant(&issued)?,
            sender: party("SenderParty")?,
            receiver: party("ReceiverParty")?,
            response: ResponseCode::of_code(&leaf(response, "ResponseCode")?)?,
            description: leaf(response, "Description"),
            about: leaf(child(document, CAC, "DocumentReference")?, "ID")?,
            issues: issues.collect(),
        })
    }

    /// Writes the XML. It is valid if the values are: a rejection needs a description and an issue that rejects, and
    /// no other status may have one.
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = Writer::new();
        let head = Head {
            customization: MLS_CUSTOMIZATION,
            process: MLS_PROCESS,
            id: &self.id,
            issued: self.issued,
        };
        let root = head.open(&mut writer);
        for (role, id) in [("SenderParty", &self.sender), ("ReceiverParty", &self.receiver)] {
            writer.group(("cac", role), &[], |writer| {
                writer.leaf(("cbc", "EndpointID"), &[("schemeID", "0242")], id);
            });
        }
        writer.group(("cac", "DocumentResponse"), &[], |writer| self.response(writer));
        writer.close(root);
        writer.finish()
    }

    fn response(&self, writer: &mut Writer) {
        writer.group(("cac", "Response"), &[], |writer| {
            writer.leaf(("cbc", "ResponseCode"), &[], self.response.code());
            if let Some(description) = &self.description {
                writer.leaf(("cbc", "Description"), &[], description);
            }
        });
        writer.group(("cac", "DocumentReference"), &[], |writer| {
            writer.leaf(("cbc", "ID"), &[], &self.about);
        });
        for issue in &self.issues {
            writer.group(("cac", "LineResponse"), &[], |writer| issue.write(writer));
        }
    }
}

impl Issue {
    fn write(&self, writer: &mut Writer) {
        writer.group(("cac", "LineReference"), &[], |writer| {
            writer.leaf(("cbc", "LineID"), &[], self.location.as_deref().unwrap_or("NA"));
        });
        writer.group(("cac", "Response"), &[], |writer| {
            writer.leaf(("cbc", "Description"), &[], &self.description);
            writer.group(("cac", "Status"), &[], |writer| {
                writer.leaf(("cbc", "StatusReasonCode"), &[], self.reason.code());
            });
        });
    }
}

fn issues<'a>(line: Node<'a, 'a>) -> Vec<Issue> {
    let place = child(line, CAC, "LineReference").and_then(|reference| leaf(reference, "LineID"));
    let place = place.filter(|place| place != "NA");
    let issue = |response: Node<'a, 'a>| {
        let status = child(response, CAC, "Status")?;
        Some(Issue {
            location: place.clone(),
            description: leaf(response, "Description")?,
            reason: ReasonCode::of_code(&leaf(status, "StatusReasonCode")?)?,
        })
    };
    children(line, CAC, "Response").filter_map(issue).collect()
}
