//! The ebMS header of a message.

use party_identifiers::PARTICIPANT_SCHEME;
use xml::Node;

use super::EbmsCode;
use super::names::{AGREEMENT, EB, GZIP, INITIATOR, PARTY_TYPE, RESPONDER, attribute, escaped};
use crate::Identifier;
use crate::tree::{children, only_child, trimmed};

/// The header of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserMessage {
    /// Its id, the same in each retry.
    pub message_id: String,
    /// The time of the message, as written.
    pub timestamp: String,
    /// Seat id of the sending access point.
    pub from: String,
    /// Seat id of the receiving access point.
    pub to: String,
    /// The process.
    pub process: Identifier,
    /// The document type.
    pub document_type: Identifier,
    /// The conversation that the message belongs to.
    pub conversation_id: String,
    /// C1.
    pub original_sender: Identifier,
    /// C4.
    pub final_recipient: Identifier,
    pub(super) content_id: String,
    pub(super) is_compressed: bool,
}

/// What is wrong with a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: EbmsCode,
    pub(super) what: &'static str,
}

impl From<&'static str> for Fault {
    fn from(what: &'static str) -> Self {
        Self { code: EbmsCode::InvalidHeader, what }
    }
}

impl Fault {
    const fn inconsistent(what: &'static str) -> Self {
        Self { code: EbmsCode::ValueInconsistent, what }
    }
}

impl UserMessage {
    /// Reads the header of `eb:Messaging`.
    pub(super) fn read(messaging: Node<'_, '_>) -> Result<Self, Fault> {
        let message = only(messaging, "UserMessage")?;
        if messaging.children().filter(Node::is_element).count() != 1 {
            return Err("eb:Messaging holds more than one message".into());
        }
        let info = only(message, "MessageInfo")?;
        let parties = only(message, "PartyInfo")?;
        let business = only(message, "CollaborationInfo")?;
        if only_child(business, EB, "AgreementRef").map(trimmed).as_deref() != Some(AGREEMENT) {
            return Err("eb:AgreementRef is not the one of the profile".into());
        }
        let service = only(business, "Service")?;
        let scheme = service.attribute("type");
        let scheme = scheme.ok_or(Fault::inconsistent("eb:Service has no type"))?;
        let action = leaf(business, "Action")?;
        let (content_id, is_compressed) = payload(message)?;
        Ok(Self {
            message_id: leaf(info, "MessageId")?,
            timestamp: leaf(info, "Timestamp")?,
            from: party(parties, "From", INITIATOR)?,
            to: party(parties, "To", RESPONDER)?,
            process: Identifier::new(scheme, &trimmed(service)),
            document_type: action.parse().map_err(|_| "eb:Action is no document type")?,
            conversation_id: leaf(business, "ConversationId")?,
            original_sender: property(message, "originalSender")?,
            final_recipient: property(message, "finalRecipient")?,
            content_id,
            is_compressed,
        })
    }

    /// The header as it is sent.
    pub(super) fn write(&self) -> String {
        let party = |role: &str, id: &str, of: &str| {
            format!(
                "<eb:{role}><eb:PartyId type=\"{PARTY_TYPE}\">{}</eb:PartyId><eb:Role>{of}</eb:Role></eb:{role}>",
                escaped(id)
            )
        };
        let property = |name: &str, id: &Identifier| {
            let (kind, value) = (attribute(&id.scheme), escaped(&id.value));
            format!("<eb:Property name=\"{name}\" type=\"{kind}\">{value}</eb:Property>")
        };
        format!(
            "<eb:UserMessage><eb:MessageInfo><eb:Timestamp>{}</eb:Timestamp><eb:MessageId>{}</eb:MessageId>\
             </eb:MessageInfo><eb:PartyInfo>{}{}</eb:PartyInfo><eb:CollaborationInfo><eb:AgreementRef>{AGREEMENT}\
             </eb:AgreementRef><eb:Service type=\"{}\">{}</eb:Service><eb:Action>{}</eb:Action>\
             <eb:ConversationId>{}</eb:ConversationId></eb:CollaborationInfo><eb:MessageProperties>{}{}\
             </eb:MessageProperties><eb:PayloadInfo><eb:PartInfo href=\"cid:{}\"><eb:PartProperties>\
             <eb:Property name=\"MimeType\">application/xml</eb:Property><eb:Property name=\"CompressionType\">\
             {GZIP}</eb:Property></eb:PartProperties></eb:PartInfo></eb:PayloadInfo></eb:UserMessage>",
            escaped(&self.timestamp),
            escaped(&self.message_id),
            party("From", &self.from, INITIATOR),
            party("To", &self.to, RESPONDER),
            attribute(&self.process.scheme),
            escaped(&self.process.value),
            escaped(&self.document_type.to_string()),
            escaped(&self.conversation_id),
            property("originalSender", &self.original_sender),
            property("finalRecipient", &self.final_recipient),
            attribute(&self.content_id),
        )
    }
}

fn only<'a, 'i>(parent: Node<'a, 'i>, name: &'static str) -> Result<Node<'a, 'i>, Fault> {
    only_child(parent, EB, name).ok_or_else(|| {
        Fault::from(match name {
            "UserMessage" => "there is not exactly one eb:UserMessage",
            "PayloadInfo" => "there is not exactly one eb:PayloadInfo",
            _ => "an element of the eb:UserMessage is missing or stands twice",
        })
    })
}

fn leaf(parent: Node<'_, '_>, name: &'static str) -> Result<String, Fault> {
    let text = trimmed(only(parent, name)?);
    if text.is_empty() || text.len() > 600 {
        Err("an element of the header is empty or too long".into())
    } else {
        Ok(text)
    }
}

/// The id of a party, in the role that the profile gives it.
fn party(parties: Node<'_, '_>, name: &'static str, role: &str) -> Result<String, Fault> {
    let party = only(parties, name)?;
    let id = only(party, "PartyId")?;
    if id.attribute("type") != Some(PARTY_TYPE) {
        return Err("eb:PartyId is not of the profile's type".into());
    }
    if leaf(party, "Role")? != role {
        return Err(Fault::inconsistent("eb:Role is not the one that the profile gives the party"));
    }
    let text = trimmed(id);
    if text.is_empty() { Err("eb:PartyId is empty".into()) } else { Ok(text) }
}

fn properties<'a, 'i>(parent: Node<'a, 'i>, list: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    let list = only_child(parent, EB, list);
    list.into_iter().flat_map(|list| children(list, EB, "Property"))
}

fn property(message: Node<'_, '_>, name: &str) -> Result<Identifier, Fault> {
    let mut found =
        properties(message, "MessageProperties").filter(|one| one.attribute("name") == Some(name));
    let missing = "originalSender or finalRecipient is missing or stands twice";
    let one = found.next().ok_or(missing)?;
    if found.next().is_some() {
        return Err(missing.into());
    }
    let scheme = one.attribute("type").unwrap_or(PARTICIPANT_SCHEME);
    Ok(Identifier::new(scheme, &trimmed(one)))
}

/// The id of the one payload, and whether it is compressed.
fn payload(message: Node<'_, '_>) -> Result<(String, bool), Fault> {
    let list = only(message, "PayloadInfo")?;
    let part = only_child(list, EB, "PartInfo").ok_or("there is not exactly one payload")?;
    let href = part.attribute("href").and_then(|href| href.strip_prefix("cid:"));
    let href = href.filter(|id| !id.is_empty()).ok_or("eb:PartInfo names no attachment")?;
    let kind = properties(part, "PartProperties")
        .find(|one| one.attribute("name") == Some("CompressionType"))
        .map(trimmed);
    match kind.as_deref() {
        None => Ok((href.to_owned(), false)),
        Some(GZIP) => Ok((href.to_owned(), true)),
        Some(_) => Err("the payload is compressed by another method than gzip".into()),
    }
}
