//! Business cards (Peppol Directory 1.1.1): what a participant shows of itself.

use xml::{Name, Node, Parsed, Unreadable, Writer};

use crate::Identifier;
use crate::schema::{ShapeFault, Vocabulary, shape_faults};
use crate::tree::{child, children, text, trimmed};

/// Namespace of the cards of 2018-06-21.
pub const CARD_NAMESPACE: &str = "http://www.peppol.eu/schema/pd/businesscard/20180621/";

/// A participant's card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusinessCard {
    /// The participant.
    pub participant: Identifier,
    /// The firms or offices that are reached under its identifier.
    pub entities: Vec<BusinessEntity>,
}

/// A firm or an office.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BusinessEntity {
    /// Names, each perhaps with its language (ISO 639-1); at least one.
    pub names: Vec<(Option<String>, String)>,
    /// Country (ISO 3166-1).
    pub country: String,
    /// Region or address.
    pub geographical_information: Option<String>,
    /// Other identifiers: scheme and value.
    pub identifiers: Vec<Identifier>,
    /// Addresses of web sites.
    pub websites: Vec<String>,
    /// Contacts of the participant.
    pub contacts: Vec<Contact>,
    /// Anything else.
    pub additional_information: Option<String>,
    /// The day of its registration: `YYYY-MM-DD`.
    pub registered: Option<String>,
}

/// Contacts of the participant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    /// The kind of the contact, such as `sales`.
    pub kind: Option<String>,
    /// A name.
    pub name: Option<String>,
    /// A number.
    pub phone: Option<String>,
    /// An address.
    pub email: Option<String>,
}

/// Why bytes are no business card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotACard {
    /// Not well-formed, or refused unread.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Another document, or a card of another version.
    #[error("the document is no BusinessCard of 2018-06-21")]
    Root,
    /// Not of the shape of the schema.
    #[error("the card has not the shape of its schema: {0}")]
    Shape(ShapeFault),
}

impl BusinessCard {
    /// Reads a card.
    ///
    /// # Errors
    /// [`NotACard`] says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, NotACard> {
        let parsed = Parsed::read(bytes)?;
        let root = parsed.root();
        if !root.has_tag_name((CARD_NAMESPACE, "BusinessCard")) {
            return Err(NotACard::Root);
        }
        if let Some(fault) = shape_faults(Vocabulary::Card, root).into_iter().next() {
            return Err(NotACard::Shape(fault));
        }
        let participant = child(root, CARD_NAMESPACE, "ParticipantIdentifier").map(identifier);
        Ok(Self {
            participant: participant.ok_or(NotACard::Root)?,
            entities: children(root, CARD_NAMESPACE, "BusinessEntity").map(entity).collect(),
        })
    }

    /// The document that an SMP answers with.
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = Writer::new();
        let card = writer.open_with_namespaces("BusinessCard", &[("", CARD_NAMESPACE)]);
        let id = &self.participant;
        writer.leaf("ParticipantIdentifier", &[("scheme", &id.scheme)], &id.value);
        for entity in &self.entities {
            entity.write(&mut writer);
        }
        writer.close(card);
        writer.finish()
    }
}

fn identifier(node: Node<'_, '_>) -> Identifier {
    Identifier::new(node.attribute("scheme").unwrap_or_default(), &trimmed(node))
}

fn leaf(parent: Node<'_, '_>, name: &str) -> Option<String> {
    child(parent, CARD_NAMESPACE, name).map(text)
}

fn entity(node: Node<'_, '_>) -> BusinessEntity {
    let name = |name: Node<'_, '_>| (name.attribute("language").map(str::to_owned), text(name));
    let contact = |node: Node<'_, '_>| Contact {
        kind: leaf(node, "Type"),
        name: leaf(node, "Name"),
        phone: leaf(node, "PhoneNumber"),
        email: leaf(node, "Email"),
    };
    let all = |name| children(node, CARD_NAMESPACE, name);
    BusinessEntity {
        names: all("Name").map(name).collect(),
        country: child(node, CARD_NAMESPACE, "CountryCode").map(trimmed).unwrap_or_default(),
        geographical_information: leaf(node, "GeographicalInformation"),
        identifiers: all("Identifier").map(identifier).collect(),
        websites: all("WebsiteURI").map(trimmed).collect(),
        contacts: all("Contact").map(contact).collect(),
        additional_information: leaf(node, "AdditionalInformation"),
        registered: node.attribute("registrationDate").map(str::to_owned),
    }
}

impl BusinessEntity {
    fn write(&self, writer: &mut Writer) {
        let day = self.registered.as_ref().map(|day| ("registrationDate", day.as_str()));
        let attributes: Vec<_> = day.into_iter().collect();
        writer.group("BusinessEntity", &attributes, |writer| {
            for (language, name) in &self.names {
                let language = language.as_ref().map(|language| ("language", language.as_str()));
                writer.leaf("Name", &language.into_iter().collect::<Vec<_>>(), name);
            }
            writer.leaf("CountryCode", &[], &self.country);
            optional(writer, "GeographicalInformation", self.geographical_information.as_deref());
            for id in &self.identifiers {
                writer.leaf(Name::from("Identifier"), &[("scheme", &id.scheme)], &id.value);
            }
            for website in &self.websites {
                writer.leaf("WebsiteURI", &[], website);
            }
            for contact in &self.contacts {
                writer.group("Contact", &[], |writer| {
                    optional(writer, "Type", contact.kind.as_deref());
                    optional(writer, "Name", contact.name.as_deref());
                    optional(writer, "PhoneNumber", contact.phone.as_deref());
                    optional(writer, "Email", contact.email.as_deref());
                });
            }
            optional(writer, "AdditionalInformation", self.additional_information.as_deref());
        });
    }
}

fn optional(writer: &mut Writer, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        writer.leaf(name, &[], text);
    }
}
