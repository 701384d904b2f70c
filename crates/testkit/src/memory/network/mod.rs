//! Registrations, send settings, received documents and the trail.

mod accounts;
mod events;
mod inbox;
pub(super) mod page;
mod trail;

use ::events::EventId;
use access::{OrganizationId, PartnerId};
use peppol_connector::{
    HeldElsewhere, Network, ParticipantId, PeppolAccount, ReceivedDocument, ReceivedId, SendMode,
    TrailLine,
};
use persistence::StoreError;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use time::OffsetDateTime;
use uuid::Uuid;

/// What the network's ports keep.
#[derive(Clone, Default)]
pub(super) struct NetworkData {
    /// When partners were made: an account is as old as the oldest of those that manage it.
    pub(super) partner_since: HashMap<PartnerId, OffsetDateTime>,
    accounts: HashMap<OrganizationId, Account>,
    received: BTreeMap<(OrganizationId, ReceivedId), ReceivedDocument>,
    /// Whose document came under a message id.
    messages: HashMap<(Network, Uuid), (OrganizationId, ReceivedId)>,
    trail: Vec<(OrganizationId, TrailLine)>,
    happened: BTreeSet<(OrganizationId, EventId)>,
}

impl NetworkData {
    /// Sets the option "Sandbox like production".
    pub(super) fn set_like_production(&mut self, organization: OrganizationId, on: bool) {
        self.accounts.entry(organization).or_default().like_production = on;
    }
}

/// An organization's registration and options.
#[derive(Clone)]
struct Account {
    account: PeppolAccount,
    participant: Option<ParticipantId>,
    held_by: Option<HeldElsewhere>,
    since: Option<OffsetDateTime>,
    like_production: bool,
    prepayment_overdue: bool,
    send_mode: SendMode,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            account: PeppolAccount::None,
            participant: None,
            held_by: None,
            since: None,
            like_production: false,
            prepayment_overdue: false,
            send_mode: SendMode::default(),
        }
    }
}

type Result<T> = std::result::Result<T, StoreError>;
