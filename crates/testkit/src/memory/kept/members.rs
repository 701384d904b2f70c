//! The members of partners, and the invitations.

use access::{OrganizationId, PartnerId, Role, UserId};
use members::{InvitationId, NewInvitation, SecretHash};
use service_day::Month;
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;

#[derive(Clone, Default)]
pub(in crate::memory) struct MemberData {
    pub(in crate::memory) partners: BTreeMap<(PartnerId, UserId), Role>,
    pub(in crate::memory) invitations: Vec<Kept>,
    pub(in crate::memory) tokens: Vec<(SecretHash, InvitationId)>,
    pub(in crate::memory) paid_seats: BTreeSet<(OrganizationId, Month, u32)>,
    pub(in crate::memory) unpaid_seats: BTreeSet<(OrganizationId, Month)>,
}

#[derive(Clone)]
pub(in crate::memory) struct Kept {
    pub(in crate::memory) new: NewInvitation,
    pub(in crate::memory) accepted_at: Option<OffsetDateTime>,
    pub(in crate::memory) ended_at: Option<OffsetDateTime>,
}

impl Kept {
    pub(in crate::memory) fn is_open(&self, now: OffsetDateTime) -> bool {
        self.accepted_at.is_none() && self.ended_at.is_none() && now < self.new.expires_at()
    }
}
