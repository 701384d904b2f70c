//! The metadata of a PDF/A-3 that is a hybrid invoice.

use crate::Level;
use std::fmt::Write as _;

/// The version of the XML's standard: of Factur-X 1.x and ZUGFeRD 2.x it is 1.0.
const VERSION: &str = "1.0";

const NAMESPACE: &str = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/// The properties, with what PDF/A wants to be said of properties that it does not know.
const PROPERTIES: [(&str, &str); 4] = [
    ("DocumentFileName", "The name of the embedded XML document"),
    ("DocumentType", "The type of the hybrid document in capital letters"),
    ("Version", "The version of the standard of the embedded XML document"),
    ("ConformanceLevel", "The conformance level of the embedded XML document"),
];

/// Where further schemas are described.
const SCHEMAS: &str = "<pdfaExtension:schemas><rdf:Bag>";

const END: &str = "</rdf:RDF>";

/// An XMP packet of PDF/A-3 with what makes the file one of this profile: the four properties, and the extension
/// schema that describes them, beside others that are there. `None` for a packet that is not in the usual form.
#[must_use]
pub fn described(packet: &str, level: Level) -> Option<String> {
    let properties = properties(level);
    if let Some((before, after)) = packet.split_once(SCHEMAS) {
        let (between, rest) = after.rsplit_once(END)?;
        let schema = schema();
        return Some(format!("{before}{SCHEMAS}{schema}{between}{properties}{END}{rest}"));
    }
    let (before, rest) = packet.rsplit_once(END)?;
    let schemas = format!(
        "<rdf:Description rdf:about=\"\" xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" \
         xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" \
         xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\
         {SCHEMAS}{}</rdf:Bag></pdfaExtension:schemas></rdf:Description>",
        schema()
    );
    Some(format!("{before}{schemas}{properties}{END}{rest}"))
}

fn properties(level: Level) -> String {
    let values = [level.file_name(), "INVOICE", VERSION, level.conformance_level()];
    let mut text = format!("<rdf:Description rdf:about=\"\" xmlns:fx=\"{NAMESPACE}\">");
    for ((name, _), value) in PROPERTIES.iter().zip(values) {
        let _ = write!(text, "<fx:{name}>{value}</fx:{name}>");
    }
    text + "</rdf:Description>"
}

fn schema() -> String {
    let mut text = format!(
        "<rdf:li rdf:parseType=\"Resource\">\
         <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>\
         <pdfaSchema:namespaceURI>{NAMESPACE}</pdfaSchema:namespaceURI>\
         <pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
    );
    for (name, description) in PROPERTIES {
        let _ = write!(
            text,
            "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>{name}</pdfaProperty:name>\
             <pdfaProperty:valueType>Text</pdfaProperty:valueType>\
             <pdfaProperty:category>external</pdfaProperty:category>\
             <pdfaProperty:description>{description}</pdfaProperty:description></rdf:li>"
        );
    }
    text + "</rdf:Seq></pdfaSchema:property></rdf:li>"
}

#[cfg(test)]
mod tests {
    use super::described;
    use crate::{Claims, Level};

    const PLAIN: &str = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
        <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"></rdf:RDF></x:xmpmeta>";

    const WITH_SCHEMAS: &str = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
        <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
        <rdf:Description rdf:about=\"\" xmlns:pdfaExtension=\"a\" xmlns:pdfaSchema=\"b\" xmlns:pdfaProperty=\"c\">\
        <pdfaExtension:schemas><rdf:Bag><rdf:li>other</rdf:li></rdf:Bag></pdfaExtension:schemas>\
        </rdf:Description></rdf:RDF></x:xmpmeta>";

    #[test]
    fn what_is_said_is_read_again() {
        for (packet, others) in [(PLAIN, 0), (WITH_SCHEMAS, 1)] {
            for level in Level::ALL {
                let said = described(packet, level).expect("in the usual form");
                let claims = Claims::of_packet(&said);
                assert_eq!(claims.level(), Some(level), "{said}");
                assert_eq!(claims.file_name.as_deref(), Some(level.file_name()));
                assert_eq!(claims.document_type.as_deref(), Some("INVOICE"));
                assert_eq!(claims.version.as_deref(), Some("1.0"));
                assert_eq!(said.matches("<pdfaExtension:schemas>").count(), 1);
                assert_eq!(said.matches("<rdf:li>other</rdf:li>").count(), others);
            }
        }
        assert_eq!(described("no packet", Level::En16931), None);
    }

    #[test]
    fn a_claim_may_be_an_attribute() {
        let packet = "<a xmlns:f='urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#' \
                      f:ConformanceLevel='BASIC WL'/>";
        assert_eq!(Claims::of_packet(packet).level(), Some(Level::BasicWl));
        assert!(Claims::of_packet("<a/>").is_empty() && Claims::of_packet("").is_empty());
    }
}
