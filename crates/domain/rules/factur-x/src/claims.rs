//! What the metadata of a PDF say of the XML in it.

use crate::Level;
use xml::Parsed;

/// The namespaces of those properties: Factur-X, and ZUGFeRD 2.0 before it.
const NAMESPACES: [&str; 2] = [
    "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
    "urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#",
];

/// The properties of the XMP, as elements or as attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// `DocumentFileName`.
    pub file_name: Option<String>,
    /// `ConformanceLevel`.
    pub conformance_level: Option<String>,
    /// `DocumentType`, `INVOICE`.
    pub document_type: Option<String>,
    /// `Version`.
    pub version: Option<String>,
}

impl Claims {
    /// The claims of an XMP packet; empty ones where it makes none, or is no XML.
    #[must_use]
    pub fn of_packet(packet: &str) -> Self {
        let Ok(parsed) = Parsed::read(packet.as_bytes()) else { return Self::default() };
        let tree = parsed.document();
        let said = |name: &str| {
            NAMESPACES.into_iter().find_map(|namespace| {
                tree.descendants().find_map(|node| {
                    let is_it = node.is_element() && node.has_tag_name((namespace, name));
                    let element = node.text().filter(|_| is_it);
                    element.or_else(|| node.attribute((namespace, name))).map(str::trim)
                })
            })
        };
        let said = |name| said(name).map(str::to_owned);
        Self {
            file_name: said("DocumentFileName"),
            conformance_level: said("ConformanceLevel"),
            document_type: said("DocumentType"),
            version: said("Version"),
        }
    }

    /// The profile that they name.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::of_conformance_level(self.conformance_level.as_deref()?)
    }

    /// Whether they say nothing of an invoice.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
