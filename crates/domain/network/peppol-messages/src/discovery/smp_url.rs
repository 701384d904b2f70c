//! The addresses at which an SMP answers (Peppol SMP 1.4.0).

use std::fmt::Write as _;

use crate::Identifier;

/// `GET` gives the ServiceGroup of a participant.
#[must_use]
pub fn service_group_url(base: &str, participant: &Identifier) -> String {
    format!("{}/{}", base.trim_end_matches('/'), percent_encoded(&participant.to_string()))
}

/// `GET` gives the SignedServiceMetadata of a participant and a registered document type.
#[must_use]
pub fn service_metadata_url(
    base: &str,
    participant: &Identifier,
    document_type: &Identifier,
) -> String {
    let group = service_group_url(base, participant);
    format!("{group}/services/{}", percent_encoded(&document_type.to_string()))
}

/// `GET` gives the business card of a participant.
#[must_use]
pub fn business_card_url(base: &str, participant: &Identifier) -> String {
    let base = base.trim_end_matches('/');
    format!("{base}/businesscard/{}", percent_encoded(&participant.to_string()))
}

/// A text as one segment of a path: all but letters, digits and `- _ . ~` is encoded.
#[must_use]
pub fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // writing into a string cannot fail
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
