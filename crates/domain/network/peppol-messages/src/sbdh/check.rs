//! The rules of the envelope over what its header says.

use party_identifiers::PARTICIPANT_SCHEME;

use super::payload::RootName;
use super::raw::Raw;
use super::scope::Scopes;
use super::{EnvelopeFault, EnvelopeWarning, Header};
use crate::DocumentTypeParts;
use crate::identifiers::is_participant;

pub(super) struct Checked {
    /// Nothing where something that it is made of is missing.
    pub(super) header: Option<Header>,
    pub(super) faults: Vec<EnvelopeFault>,
    pub(super) warnings: Vec<EnvelopeWarning>,
}

/// Checks a header. `root` is the payload's, of payloads that are XML.
pub(super) fn check(raw: Raw, root: Option<&RootName>) -> Checked {
    let mut faults = Vec::new();
    if raw.version != "1.0" {
        faults.push(EnvelopeFault::HeaderVersion);
    }
    let sender = partner(&raw.senders, SENDER, &mut faults);
    let receiver = partner(&raw.receivers, RECEIVER, &mut faults);
    let scopes = match &raw.scopes {
        Some(scopes) => Scopes::of(scopes),
        None => {
            faults.push(EnvelopeFault::NoScopes);
            Scopes::default()
        }
    };
    faults.extend(&scopes.faults);
    if raw.instance.trim().is_empty() {
        faults.push(EnvelopeFault::Instance);
    }
    if !has_zone(&raw.created) {
        faults.push(EnvelopeFault::Created);
    }
    let document_type = scopes.document_type.as_ref().map(|one| one.value.as_str());
    if document_type.is_some_and(|value| DocumentTypeParts::of(value).is_none()) {
        faults.push(EnvelopeFault::DocumentType);
    }
    if let Some(root) = root {
        naming(&raw, root, document_type, &mut faults);
    }
    faults.sort_unstable();
    faults.dedup();
    let mut warnings = scopes.warnings.clone();
    warnings.sort_unstable();
    warnings.dedup();
    Checked { header: header(raw, sender, receiver, scopes), faults, warnings }
}

fn header(
    raw: Raw,
    sender: Option<String>,
    receiver: Option<String>,
    scopes: Scopes,
) -> Option<Header> {
    Some(Header {
        sender: sender?,
        receiver: receiver?,
        document_type: scopes.document_type?,
        process: scopes.process?,
        country_c1: scopes.country_c1?,
        instance: raw.instance,
        created: raw.created,
        mls_to: scopes.mls_to,
        mls_type: scopes.mls_type,
        additional: scopes.additional,
        standard: raw.standard,
        type_version: raw.type_version,
        kind: raw.kind,
    })
}

/// The faults of a partner: number, authority, value.
type PartnerFaults = [EnvelopeFault; 3];

const SENDER: PartnerFaults =
    [EnvelopeFault::SenderCount, EnvelopeFault::SenderAuthority, EnvelopeFault::SenderValue];
const RECEIVER: PartnerFaults =
    [EnvelopeFault::ReceiverCount, EnvelopeFault::ReceiverAuthority, EnvelopeFault::ReceiverValue];

fn partner(
    found: &[(String, String)],
    [count, authority, value]: PartnerFaults,
    faults: &mut Vec<EnvelopeFault>,
) -> Option<String> {
    let [(scheme, id)] = found else {
        faults.push(count);
        return None;
    };
    if scheme != PARTICIPANT_SCHEME {
        faults.push(authority);
    }
    if !is_participant(id) {
        faults.push(value);
    }
    Some(id.clone())
}

/// Whether standard, type and version say the same as the payload and the document type.
fn naming(
    raw: &Raw,
    root: &RootName,
    document_type: Option<&str>,
    faults: &mut Vec<EnvelopeFault>,
) {
    let parts = document_type.and_then(DocumentTypeParts::of);
    // one of another form begins and ends with nothing
    let says = |of: fn(&DocumentTypeParts<'_>, &Raw) -> bool| {
        document_type.is_none() || parts.is_some_and(|parts| of(&parts, raw))
    };
    let begins = says(|parts, raw| parts.namespace == raw.standard);
    if raw.standard != root.namespace || !begins {
        faults.push(EnvelopeFault::Standard);
    }
    let named = parts.and_then(|parts| parts.local_name).is_none_or(|local| local == raw.kind);
    if raw.kind != root.local || !named {
        faults.push(EnvelopeFault::Type);
    }
    if !says(|parts, raw| parts.version == raw.type_version) {
        faults.push(EnvelopeFault::TypeVersion);
    }
}

/// Whether a time that the schema let pass ends with a time zone.
fn has_zone(text: &str) -> bool {
    let time = text.split_once('T').map_or("", |(_, time)| time);
    time.ends_with('Z') || time.contains(['+', '-'])
}
