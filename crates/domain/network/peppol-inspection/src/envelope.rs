//! Envelopes.

use crate::{Finding, Inspection, Kind};
use peppol_messages::sbdh::{Envelope, EnvelopeWarning, Header, Payload};

const ROOT: &[u8] = b"StandardBusinessDocument";
/// The number of bytes within which the root of a real document begins.
const HEAD: usize = 2_000;

/// Whether it looks like an envelope; it is then read without a tree of its payload.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let mut tags = head.split(|byte| *byte == b'<').skip(1);
    let root = tags.find(|tag| !tag.starts_with(b"?") && !tag.starts_with(b"!"));
    root.is_some_and(|root| {
        let name = root.split(|byte| byte.is_ascii_whitespace() || *byte == b'>').next();
        let local = name.and_then(|name| name.rsplit(|byte| *byte == b':').next());
        local == Some(ROOT)
    })
}

pub(crate) fn inspect(bytes: &[u8]) -> Inspection {
    let mut found = Inspection::new(Kind::Envelope);
    match Envelope::read(bytes) {
        Ok(envelope) => {
            header(&mut found, &envelope.header);
            payload(&mut found, &envelope.payload);
            warnings(&mut found, &envelope.warnings);
        }
        Err(rejected) => {
            let detail = rejected.detail.as_deref().unwrap_or_default();
            for fault in &rejected.faults {
                found.error(Finding::new(fault.name(), format!("{}{detail}", fault.words())));
            }
            warnings(&mut found, &rejected.warnings);
        }
    }
    found
}

fn warnings(found: &mut Inspection, all: &[EnvelopeWarning]) {
    for warning in all {
        found.warning(Finding::new(warning.name(), warning.words()));
    }
}

fn header(found: &mut Inspection, header: &Header) {
    for (name, value) in [
        ("sender", &header.sender),
        ("receiver", &header.receiver),
        ("document_type_scheme", &header.document_type.scheme),
        ("document_type", &header.document_type.value),
        ("process_scheme", &header.process.scheme),
        ("process", &header.process.value),
        ("country_c1", &header.country_c1),
        ("instance", &header.instance),
        ("created", &header.created),
        ("standard", &header.standard),
        ("type_version", &header.type_version),
        ("type", &header.kind),
    ] {
        found.say(name, value.as_str());
    }
    found.say_some("mls_to", header.mls_to.clone());
    found.say_some("mls_type", header.mls_type.map(|one| one.code()));
    for (name, value) in &header.additional {
        found.say(&format!("scope:{name}"), value.as_str());
    }
}

fn payload(found: &mut Inspection, payload: &Payload<'_>) {
    let (mime_type, bytes) = match payload {
        Payload::Xml(text) => ("application/xml", text.len()),
        Payload::Binary { mime_type, bytes } => (mime_type.as_str(), bytes.len()),
        Payload::Text { mime_type, text } => (mime_type.as_str(), text.len()),
    };
    found.say("non_xml_payload", !matches!(payload, Payload::Xml(_)));
    found.say("payload_type", mime_type);
    found.say("payload_bytes", bytes);
}
