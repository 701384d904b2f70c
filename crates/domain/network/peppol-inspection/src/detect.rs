//! Looks at bytes as what they are.

use crate::{
    Finding, Inspection, Kind, Options, as4, card, certificate, envelope, mls, publisher, sml,
};
use peppol_messages::card::CARD_NAMESPACE;
use peppol_messages::sbdh::SBDH_NAMESPACE;
use peppol_messages::sml::SML_NAMESPACE;
use peppol_messages::smp::SMP_NAMESPACE;
use xml::{Node, Parsed};

const SOAP_11: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const SOAP_12: &str = "http://www.w3.org/2003/05/soap-envelope";
const RESPONSE: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2";

/// Determines the kind of the bytes, whether they are valid, and their values.
#[must_use]
pub fn inspect(bytes: &[u8], options: &Options<'_>) -> Inspection {
    // certificates inside or next to an XML document do not determine its kind: answers of SMPs contain certificates
    // as PEM
    if !begins_as_xml(bytes) {
        if certificate::is_some(bytes) && !as4::is_mime(bytes) {
            return certificate::inspect(bytes, options);
        }
        if let Some(found) = as4::of_mime(bytes, options) {
            return found;
        }
    }
    if envelope::begins(bytes) {
        return envelope::inspect(bytes);
    }
    match Parsed::read(bytes) {
        Ok(parsed) => of_root(bytes, parsed.root(), options),
        Err(error) => Inspection::of_error(Kind::Unknown, Finding::new("not-readable", error)),
    }
}

fn begins_as_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"<")
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
