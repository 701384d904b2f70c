//! Identifiers as people write them.

use peppol_messages::Identifier;

const DOCUMENT_SCHEMES: [&str; 2] = ["busdox-docid-qns", "peppol-doctype-wildcard"];
const PARTICIPANT_SCHEME: &str = "iso6523-actorid-upis";
const PROCESS_SCHEME: &str = "cenbii-procid-ubl";

/// `0245:2023456787`, with or without its scheme and two colons in front.
pub fn participant(text: &str) -> Result<Identifier, String> {
    let id = Identifier::participant(bare(text, PARTICIPANT_SCHEME).unwrap_or(text));
    if id.is_participant() {
        return Ok(id);
    }
    Err("a participant is written 0245:2023456787: four digits, a colon, and 1 to 130 of letters, digits and - . _ ~"
        .to_owned())
}

/// A document type, with or without its scheme.
pub fn document_type(text: &str) -> Result<Identifier, String> {
    let scheme = DOCUMENT_SCHEMES.into_iter().find(|scheme| bare(text, scheme).is_some());
    let value = scheme.and_then(|scheme| bare(text, scheme)).unwrap_or(text);
    if value.is_empty() {
        return Err("a document type is written namespace::root##customization::version".to_owned());
    }
    Ok(Identifier::new(scheme.unwrap_or(DOCUMENT_SCHEMES[0]), value))
}

/// A process, with or without its scheme.
pub fn process(text: &str) -> Result<Identifier, String> {
    Ok(Identifier::process(bare(text, PROCESS_SCHEME).unwrap_or(text)))
}

fn bare<'t>(text: &'t str, scheme: &str) -> Option<&'t str> {
    text.strip_prefix(scheme)?.strip_prefix("::")
}
