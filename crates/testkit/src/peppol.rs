//! Builders of what goes over the network, for the tests of received documents and registrations.

use crate::build::{NOW, id};
use access::{OrganizationId, Tier};
use events::{Data, Event, NewEvent, ParticipantActivated, ParticipantSource, SmpRegistration};
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    identifiers::{
        MessageId, Network, PARTICIPANT_SCHEME, ParticipantId, Profile, ReceivedId, Root, route_of,
    },
    inbox::{ReceivedDocument, ReceivedRecord},
    registration::{AccountRecord, PeppolAccount},
};
use rust_decimal::dec;
use time::macros::date;

/// A participant.
///
/// # Panics
/// When the text names none.
#[must_use]
pub fn participant(text: &str) -> ParticipantId {
    text.parse().expect(text)
}

/// The record of an invoice that was received now, with a new message id.
///
/// # Panics
/// Never: the profile has a route.
#[must_use]
pub fn received_record() -> ReceivedRecord {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route");
    ReceivedRecord {
        id: ReceivedId(id()),
        network: Network::Test,
        message_id: MessageId(id()),
        transaction_id: id().to_string(),
        sender: participant("9915:2023456789"),
        sender_name: Some("Píla Orava, s. r. o.".into()),
        receiver: participant("9915:2020202020"),
        document_type,
        process,
        number: Some("2026/0117".into()),
        type_code: Some("380".into()),
        issue_date: Some(date!(2026 - 11 - 20)),
        due_date: Some(date!(2026 - 12 - 04)),
        total: Some(dec!(223.00)),
        payable: Some(dec!(123.00)),
        currency: Some("EUR".into()),
        size: 7,
        received_at: NOW,
        acknowledged_at: None,
    }
}

/// A document with this record.
#[must_use]
pub fn received_document(record: ReceivedRecord) -> ReceivedDocument {
    let evidence = format!("receipt of {}", record.message_id).into_bytes();
    let bytes = b"<Inv/>\n".as_slice().into();
    ReceivedDocument {
        bytes,
        evidence: evidence.into(),
        record,
        message: None,
        report: None,
        status: None,
        exchange: None,
        counts: false,
    }
}

/// The event that tells of it.
///
/// # Panics
/// Never: the event can be written.
#[must_use]
pub fn received_event(organization: OrganizationId, record: &ReceivedRecord) -> NewEvent {
    record.received_event(organization).expect("an event")
}

/// The registration as it is once the organization is enrolled under `participant` in the test
/// network.
#[must_use]
pub fn enrolled(before: &AccountRecord, participant: &ParticipantId) -> AccountRecord {
    AccountRecord {
        account: PeppolAccount::Enrolled(Network::Test),
        participant: Some(participant.clone()),
        since: Some(NOW),
        ..before.clone()
    }
}

/// The audit entry of an enrollment in the test network.
pub const ENROLLED: AccountAudit<'static> = AccountAudit::new(Network::Test, AuditAction::Enrolled);

/// The event that tells of an enrollment.
///
/// # Panics
/// Never: the event can be written.
#[must_use]
pub fn activated_event(organization: OrganizationId, participant: &ParticipantId) -> NewEvent {
    let registration = SmpRegistration {
        participant_id: participant.to_string(),
        scheme: PARTICIPANT_SCHEME.into(),
        mode: Tier::Test,
        source: ParticipantSource::ApiEnroll,
    };
    let data = Data::ParticipantActivated(ParticipantActivated { registration, activated_at: NOW });
    NewEvent::of(&Event { organization, at: NOW, data }, None).expect("an event")
}
