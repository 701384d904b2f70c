//! What bytes are.

use crate::{Finding, Inspection, Options, as4, card, certificate, envelope, mls, publisher, sml};
use peppol_messages::card::CARD_NAMESPACE;
use peppol_messages::sbdh::SBDH_NAMESPACE;
use peppol_messages::sml::SML_NAMESPACE;
use peppol_messages::smp::SMP_NAMESPACE;
use serde::Serialize;
use xml::{Node, Parsed};

/// What bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A business document in its envelope (SBD).
    Envelope,
    /// What an SMP says of a participant.
    ServiceGroup,
    /// What an SMP says of a document type, signed.
    SignedServiceMetadata,
    /// The same before it is signed.
    ServiceMetadata,
    /// A message level status.
    Mls,
    /// A business card.
    BusinessCard,
    /// A request to the SML.
    SmlRequest,
    /// An answer of the SML.
    SmlAnswer,
    /// One or more certificates.
    Certificate,
    /// A message over AS4, or the answer to one.
    As4,
    /// Nothing that is known here.
    Unknown,
}

impl Kind {
    /// For people: `signed service metadata`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Envelope => "envelope (SBD)",
            Self::ServiceGroup => "service group of an SMP",
            Self::SignedServiceMetadata => "signed service metadata of an SMP",
            Self::ServiceMetadata => "service metadata of an SMP, not signed",
            Self::Mls => "message level status (MLS)",
            Self::BusinessCard => "business card",
            Self::SmlRequest => "request to the SML",
            Self::SmlAnswer => "answer of the SML",
            Self::Certificate => "certificate",
            Self::As4 => "AS4 message",
            Self::Unknown => "unknown",
        }
    }
}

const SOAP_11: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const SOAP_12: &str = "http://www.w3.org/2003/05/soap-envelope";
const RESPONSE: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2";

/// Says what bytes are, whether they are right, and what they say.
#[must_use]
pub fn inspect(bytes: &[u8], options: &Options<'_>) -> Inspection {
    if certificate::is_some(bytes) {
        return certificate::inspect(bytes, options);
    }
    if let Some(found) = as4::of_mime(bytes, options) {
        return found;
    }
    if envelope::begins(bytes) {
        return envelope::inspect(bytes);
    }
    match Parsed::read(bytes) {
        Ok(parsed) => of_root(bytes, parsed.root(), options),
        Err(error) => Inspection::of_error(Kind::Unknown, Finding::new("not-readable", error)),
    }
}

fn of_root(bytes: &[u8], root: Node<'_, '_>, options: &Options<'_>) -> Inspection {
    let name = root.tag_name();
    match (name.namespace().unwrap_or_default(), name.name()) {
        (SBDH_NAMESPACE, _) => envelope::inspect(bytes),
        (SMP_NAMESPACE, "SignedServiceMetadata") => publisher::signed(bytes, options),
        (SMP_NAMESPACE, "ServiceMetadata") => publisher::unsigned(bytes, options),
        (SMP_NAMESPACE, "ServiceGroup") => publisher::group(bytes, options),
        (RESPONSE, _) => mls::inspect(bytes, root),
        (CARD_NAMESPACE, _) | (_, "BusinessCard") => card::inspect(bytes),
        (SOAP_11 | SML_NAMESPACE, _) => sml::inspect(bytes),
        (SOAP_12, _) => as4::inspect("application/soap+xml", bytes, options),
        (namespace, local) => {
            let message = format!("{{{namespace}}}{local} is no document of the network");
            Inspection::of_error(Kind::Unknown, Finding::new("unknown-document", message))
        }
    }
}
