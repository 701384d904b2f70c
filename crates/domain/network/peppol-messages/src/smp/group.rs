//! What a participant receives: the list of an SMP.

use party_identifiers::PARTICIPANT_SCHEME;
use xml::{Name, Parsed, Writer};

use super::read::{NotPublished, identifier, shaped};
use super::{IDENTIFIERS_NAMESPACE, SMP_NAMESPACE};
use crate::Identifier;
use crate::discovery::service_metadata_url;
use crate::tree::{child, children};

/// A participant and the addresses of what is known of each document type that it receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceGroup {
    /// The participant.
    pub participant: Identifier,
    /// The addresses, as published.
    pub references: Vec<String>,
}

impl ServiceGroup {
    /// The list of an SMP at a base address.
    #[must_use]
    pub fn of(base: &str, participant: Identifier, document_types: &[Identifier]) -> Self {
        let url = |one| service_metadata_url(base, &participant, one);
        let references = document_types.iter().map(url).collect();
        Self { participant, references }
    }

    /// Reads a `ServiceGroup`.
    ///
    /// # Errors
    /// [`NotPublished`] says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, NotPublished> {
        let parsed = Parsed::read(bytes)?;
        let root = shaped(&parsed, "ServiceGroup")?;
        let participant = identifier(root, "ParticipantIdentifier", PARTICIPANT_SCHEME);
        let list = child(root, SMP_NAMESPACE, "ServiceMetadataReferenceCollection");
        let references = list
            .into_iter()
            .flat_map(|list| children(list, SMP_NAMESPACE, "ServiceMetadataReference"))
            .filter_map(|reference| reference.attribute("href"))
            .map(|href| href.trim_ascii().to_owned())
            .collect();
        Ok(Self { participant, references })
    }

    /// The document types that it lists, as far as the addresses name them.
    #[must_use]
    pub fn document_types(&self) -> Vec<Identifier> {
        let of = |href: &String| percent_decoded(href.rsplit_once('/')?.1)?.parse().ok();
        self.references.iter().filter_map(of).collect()
    }

    /// The document that an SMP answers with.
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = Writer::new();
        let namespaces = [("", SMP_NAMESPACE), ("ids", IDENTIFIERS_NAMESPACE)];
        let group = writer.open_with_namespaces("ServiceGroup", &namespaces);
        let scheme = [("scheme", self.participant.scheme.as_str())];
        writer.leaf(Name("ids", "ParticipantIdentifier"), &scheme, &self.participant.value);
        writer.group("ServiceMetadataReferenceCollection", &[], |writer| {
            for href in &self.references {
                writer.empty("ServiceMetadataReference", &[("href", href)]);
            }
        });
        writer.close(group);
        writer.finish()
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let (high, low) = (digit(bytes.next()?)?, digit(bytes.next()?)?);
            out.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}
