//! Writes envelopes.

use xml::{Limits, Name, Outline, Unreadable, Writer};

use party_identifiers::PARTICIPANT_SCHEME;

use super::{Envelope, Header, Rejected, SBDH_NAMESPACE};
use crate::Identifier;

/// Why no envelope was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotWrapped {
    /// The payload is no XML.
    #[error("the payload cannot be put into an envelope: {0}")]
    Payload(#[from] Unreadable),
    /// The written envelope would be refused.
    #[error(transparent)]
    Header(#[from] Rejected),
}

impl Header {
    /// A header of a document: what its document type says of its syntax is filled in.
    #[must_use]
    pub fn of(
        sender: &str,
        receiver: &str,
        document_type: Identifier,
        process: Identifier,
    ) -> Self {
        let parts = crate::DocumentTypeParts::of(&document_type.value);
        let part = |of: fn(crate::DocumentTypeParts<'_>) -> &str| {
            parts.map_or_else(String::new, |parts| of(parts).to_owned())
        };
        Self {
            sender: sender.to_owned(),
            receiver: receiver.to_owned(),
            standard: part(|parts| parts.namespace),
            type_version: part(|parts| parts.version),
            kind: part(|parts| parts.local_name.unwrap_or_default()),
            document_type,
            process,
            country_c1: String::new(),
            instance: String::new(),
            created: String::new(),
            mls_to: None,
            mls_type: None,
            additional: std::collections::BTreeMap::new(),
        }
    }

    /// The envelope around a document, which stands in it as it is, without its XML declaration and what
    /// else comes before its root.
    ///
    /// # Errors
    /// [`NotWrapped`]: the payload is not well-formed, or the envelope would break a rule.
    pub fn wrap(&self, payload: &[u8]) -> Result<Vec<u8>, NotWrapped> {
        let outline = Outline::read_within(payload, &Limits::default())?;
        let element = outline.element();
        let mut out = self.open();
        out.reserve(element.len() + 64);
        out.push_str(element);
        out.push_str("\n</sh:StandardBusinessDocument>\n");
        let out = out.into_bytes();
        Envelope::read(&out)?;
        Ok(out)
    }

    /// The part before the payload.
    fn open(&self) -> String {
        let mut writer = Writer::new();
        let namespaces = [("sh", SBDH_NAMESPACE)];
        let document = writer.open_with_namespaces(sh("StandardBusinessDocument"), &namespaces);
        writer.group(sh("StandardBusinessDocumentHeader"), &[], |writer| {
            writer.leaf(sh("HeaderVersion"), &[], "1.0");
            for (role, id) in [("Sender", &self.sender), ("Receiver", &self.receiver)] {
                writer.group(sh(role), &[], |writer| {
                    writer.leaf(sh("Identifier"), &[("Authority", PARTICIPANT_SCHEME)], id);
                });
            }
            writer.group(sh("DocumentIdentification"), &[], |writer| {
                writer.leaf(sh("Standard"), &[], &self.standard);
                writer.leaf(sh("TypeVersion"), &[], &self.type_version);
                writer.leaf(sh("InstanceIdentifier"), &[], &self.instance);
                writer.leaf(sh("Type"), &[], &self.kind);
                writer.leaf(sh("CreationDateAndTime"), &[], &self.created);
            });
            writer.group(sh("BusinessScope"), &[], |writer| self.scopes(writer));
        });
        writer.close(document);
        let mut text = writer.finish();
        let end = text.rfind("</sh:StandardBusinessDocument>").unwrap_or(text.len());
        text.truncate(end);
        text
    }

    fn scopes(&self, writer: &mut Writer) {
        let document = &self.document_type;
        scope(writer, "DOCUMENTID", &document.value, Some(&document.scheme));
        scope(writer, "PROCESSID", &self.process.value, Some(&self.process.scheme));
        scope(writer, "COUNTRY_C1", &self.country_c1, None);
        if let Some(to) = &self.mls_to {
            scope(writer, "MLS_TO", to, Some(PARTICIPANT_SCHEME));
        }
        if let Some(kind) = self.mls_type {
            scope(writer, "MLS_TYPE", kind.code(), None);
        }
        for (kind, value) in &self.additional {
            scope(writer, kind, value, None);
        }
    }
}

/// A name of the header. Prefixed, so that a payload without a default namespace inherits none.
const fn sh(name: &str) -> Name<'_> {
    Name("sh", name)
}

fn scope(writer: &mut Writer, kind: &str, value: &str, identifier: Option<&str>) {
    writer.group(sh("Scope"), &[], |writer| {
        writer.leaf(sh("Type"), &[], kind);
        writer.leaf(sh("InstanceIdentifier"), &[], value);
        if let Some(identifier) = identifier {
            writer.leaf(sh("Identifier"), &[], identifier);
        }
    });
}
