//! Claims of partners.

use access::OrganizationId;
use organizations::{ClaimId, MAIL_WINDOW, MailLimits, NewClaim, RecentClaims, TokenHash};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use time::OffsetDateTime;

/// The data of claims.
#[derive(Clone, Default)]
pub(in crate::memory) struct ClaimData {
    pub(in crate::memory) claims:
        BTreeMap<(OrganizationId, ClaimId), (NewClaim, Option<OffsetDateTime>)>,
    pub(in crate::memory) tokens: HashMap<TokenHash, (OrganizationId, ClaimId)>,
    /// The organizations whose e-mail address was written by a partner.
    pub(in crate::memory) emails_by_partner: BTreeSet<OrganizationId>,
}

impl ClaimData {
    pub(in crate::memory) fn written_by(&mut self, organization: OrganizationId, partner: bool) {
        self.emails_by_partner.remove(&organization);
        self.emails_by_partner.extend(partner.then_some(organization));
    }

    pub(in crate::memory) fn recent(
        &self,
        organization: OrganizationId,
        claim: &NewClaim,
        limits: MailLimits,
    ) -> RecentClaims {
        let mails = || self.claims.iter().filter(|(_, (known, _))| known.email.is_some());
        let since = claim.requested_at - MAIL_WINDOW;
        let oldest = |most: u32, of: fn(&NewClaim, &NewClaim) -> bool| {
            let same = mails().filter(|(_, (known, _))| of(known, claim));
            let times = same.map(|(_, (known, _))| known.requested_at);
            let mut times: Vec<_> = times.filter(|at| *at > since).collect();
            times.sort_unstable();
            times.iter().rev().nth(most as usize - 1).copied()
        };
        let open = mails().filter(|((of, _), (known, confirmed))| {
            *of == organization
                && confirmed.is_none()
                && known.expires_at > claim.requested_at
                && (known.partner, known.network) == (claim.partner, claim.network)
        });
        RecentClaims {
            last: open.map(|(_, (known, _))| known.requested_at).max(),
            by_partner: oldest(limits.per_partner, |known, new| known.partner == new.partner),
            to_recipient: oldest(limits.per_recipient, |known, new| known.email == new.email),
        }
    }
}
