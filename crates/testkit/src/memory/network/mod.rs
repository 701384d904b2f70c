//! Registrations, send settings, received documents and the audit log.

mod accounts;
mod audit;
mod cards;
mod certificate_notices;
mod entries;
mod events;
mod notices;
pub(super) mod organizations;

use crate::memory::table::{Table, rows};
use ::events::EventId;
use access::{OrganizationId, PartnerId};
use invoice_responses::{ReceivedResponse, ResponseId, SentResponse};
use peppol_connector::{
    audit::AuditEntry,
    identifiers::{MessageId, Network, ParticipantId, ReceivedId},
    inbox::{OwedStatus, ReceivedDocument},
    registration::{PeppolAccount, RegisteredElsewhere},
    sending::SendMode,
    submissions::FlightAttempt,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use time::OffsetDateTime;

/// The data of the network's ports.
#[derive(Clone, Default)]
pub(super) struct NetworkData {
    /// When partners were made: an account is as old as the oldest of those that manage it.
    pub(super) partner_since: HashMap<PartnerId, OffsetDateTime>,
    pub(super) accounts: HashMap<OrganizationId, Account>,
    pub(super) entries: Vec<peppol_publishing::Entry>,
    /// The cards in the Peppol Directory, by network and participant.
    pub(super) cards: HashMap<(Network, String), peppol_publishing::IndexedCard>,
    /// For which state of a participant nothing is due.
    pub(super) settled_cards: HashMap<(Network, String), peppol_publishing::CardChange>,
    /// Warnings that the operator was sent of certificates.
    pub(super) notified: HashSet<peppol_publishing::CertificateNotice>,
    /// The DIČ of each notice of the state's portal.
    pub(super) notices: HashMap<::organizations::notices::TokenHash, String>,
    pub(super) received: Table<ReceivedDocument>,
    /// The document of a message id, with its organization.
    pub(super) messages: HashMap<(Network, MessageId), (OrganizationId, ReceivedId)>,
    /// The same by network, access point and its message id.
    pub(super) as4_messages: HashMap<(Network, String, String), (OrganizationId, ReceivedId)>,
    pub(super) statuses: BTreeMap<(OrganizationId, ReceivedId), OwedStatus>,
    /// The attempts to tell them.
    pub(super) status_attempts: Vec<((OrganizationId, ReceivedId), FlightAttempt)>,
    /// Responses to received documents.
    pub(super) sent_responses: Table<SentResponse>,
    /// Responses that came.
    pub(super) responses: Table<ReceivedResponse>,
    pub(super) audit: Vec<(OrganizationId, AuditEntry)>,
    pub(super) happened: BTreeSet<(OrganizationId, EventId)>,
}

rows! {
    ReceivedDocument: ReceivedId = record.id;
    SentResponse: ResponseId = id;
    ReceivedResponse: ReceivedId = id;
}

impl NetworkData {
    /// Sets the option "Sandbox like production".
    pub(super) fn set_strict_sandbox(&mut self, organization: OrganizationId, on: bool) {
        self.accounts.entry(organization).or_default().strict_sandbox = on;
    }
}

/// An organization's registration and options.
#[derive(Clone)]
pub(super) struct Account {
    pub(super) account: PeppolAccount,
    pub(super) participant: Option<ParticipantId>,
    pub(super) held_by: Option<RegisteredElsewhere>,
    pub(super) since: Option<OffsetDateTime>,
    pub(super) strict_sandbox: bool,
    pub(super) prepayment_overdue: bool,
    pub(super) send_mode: SendMode,
    pub(super) takes_responses: bool,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            account: PeppolAccount::None,
            participant: None,
            held_by: None,
            since: None,
            strict_sandbox: false,
            prepayment_overdue: false,
            send_mode: SendMode::default(),
            takes_responses: false,
        }
    }
}
