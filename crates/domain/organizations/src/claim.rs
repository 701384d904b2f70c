//! Claims: a partner asks a company to confirm that it may act for it on Peppol.

use access::{OrganizationId, PartnerId};
use jobs::Kind;
use peppol_connector::{Network, PeppolAccount};
use persistence::typed_id;
use serde::Serialize;
use time::{Duration, OffsetDateTime};

/// How long the link of a claim can be followed.
pub const CLAIM_VALID_FOR: Duration = Duration::days(14);

/// A second mail is not sent within this time (Limits, "Reminder repeat", says it of reminders).
pub const REPEAT_AFTER: Duration = Duration::minutes(10);

/// The job that sends a claim's mail; its subject is the claim.
pub const CLAIM_MAIL_JOB: Kind = Kind("mail.claim");

typed_id!(
    /// A claim's id.
    ClaimId
);

/// SHA-256 of a token: all that is kept of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

/// A claim to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewClaim {
    pub id: ClaimId,
    /// Who asks.
    pub partner: PartnerId,
    /// Where the organization would be registered.
    pub network: Network,
    /// When it was asked for.
    pub requested_at: OffsetDateTime,
    /// When it ends.
    pub expires_at: OffsetDateTime,
}

impl NewClaim {
    /// A claim that begins now.
    #[must_use]
    pub const fn new(
        id: ClaimId,
        partner: PartnerId,
        network: Network,
        now: OffsetDateTime,
    ) -> Self {
        let expires_at = now.saturating_add(CLAIM_VALID_FOR);
        Self { id, partner, network, requested_at: now, expires_at }
    }
}

/// A claim as it is kept, with the names that its mail and page show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRecord {
    /// The claim.
    pub claim: NewClaim,
    /// Who is asked.
    pub organization: OrganizationId,
    /// The organization's name,
    pub organization_name: String,
    /// its address,
    pub email: Option<String>,
    /// and the partner's name.
    pub partner_name: String,
    /// When it, or another claim of the organization, was confirmed.
    pub confirmed_at: Option<OffsetDateTime>,
}

/// How a claim stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimState {
    /// It can be confirmed.
    Open,
    /// It was.
    Confirmed,
    /// It ended without.
    Expired,
}

impl ClaimRecord {
    /// How it stands now.
    #[must_use]
    pub fn state(&self, now: OffsetDateTime) -> ClaimState {
        match self.confirmed_at {
            Some(_) => ClaimState::Confirmed,
            None if now < self.claim.expires_at => ClaimState::Open,
            None => ClaimState::Expired,
        }
    }
}

/// `status` of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// The mail was put into the queue.
    Sent,
    /// It was sent a short while ago: none is sent now.
    Pending,
    /// The organization is registered already.
    Confirmed,
    /// Another real organization has the IČO: nothing is sent.
    Collision,
}

/// `reason` of a claim's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimReason {
    /// Of a collision.
    RealOrgExistsForIco,
}

/// The flat answer of `POST …/peppol-claim` (Errors, "Non-standard shapes" 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClaimAnswer {
    /// Who is asked.
    pub organization_id: OrganizationId,
    /// What became of the request.
    pub status: ClaimStatus,
    pub reason: Option<ClaimReason>,
}

impl ClaimAnswer {
    /// The answer with a status and the reason that belongs to it.
    #[must_use]
    pub fn of(organization_id: OrganizationId, status: ClaimStatus) -> Self {
        let collides = status == ClaimStatus::Collision;
        let reason = collides.then_some(ClaimReason::RealOrgExistsForIco);
        Self { organization_id, status, reason }
    }
}

/// Another organization of the installation with the same IČO.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rival {
    /// Whether the claiming partner manages it.
    pub managed: bool,
    /// Its registration.
    pub account: PeppolAccount,
}

/// Whether one of the other organizations with the same IČO is a real one: it is not this partner's,
/// or it is registered in the network that is asked for. A partner's own drafts of a company do not
/// stand in its way.
#[must_use]
pub fn collides(rivals: &[Rival], network: Network) -> bool {
    rivals.iter().any(|rival| !rival.managed || is_active(rival.account, network))
}

/// What becomes of a claim before anything is sent; `None`: it is sent.
#[must_use]
pub fn claim_status(
    account: PeppolAccount,
    rivals: &[Rival],
    network: Network,
) -> Option<ClaimStatus> {
    if is_active(account, network) {
        Some(ClaimStatus::Confirmed)
    } else {
        collides(rivals, network).then_some(ClaimStatus::Collision)
    }
}

fn is_active(account: PeppolAccount, network: Network) -> bool {
    account == PeppolAccount::Enrolled(network) || account == PeppolAccount::SendOnly(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Network::{Live, Test};
    use PeppolAccount::{Deactivated, Enrolled, None as Never, SendOnly};
    use uuid::Uuid;

    #[test]
    fn another_real_organization_is_in_the_way() {
        for (managed, account, network, result) in [
            (true, Never, Test, false),
            (true, Enrolled(Live), Test, false),
            (true, Deactivated(Test), Test, false),
            (true, Enrolled(Test), Test, true),
            (true, SendOnly(Test), Test, true),
            (false, Never, Test, true),
        ] {
            let rivals = [Rival { managed, account }];
            assert_eq!(collides(&rivals, network), result, "{managed} {account:?}");
        }
        assert!(!collides(&[], Live));
    }

    #[test]
    fn who_is_registered_has_confirmed_whoever_else_there_is() {
        let rivals = [Rival { managed: false, account: Never }];
        for (account, rivals, status) in [
            (Enrolled(Test), &rivals[..], Some(ClaimStatus::Confirmed)),
            (SendOnly(Test), &[], Some(ClaimStatus::Confirmed)),
            (Enrolled(Live), &[], None),
            (Never, &rivals[..], Some(ClaimStatus::Collision)),
            (Deactivated(Test), &[], None),
        ] {
            assert_eq!(claim_status(account, rivals, Test), status, "{account:?}");
        }
    }

    #[test]
    fn claims_end() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let claim = NewClaim::new(ClaimId(Uuid::nil()), PartnerId(Uuid::nil()), Test, now);
        let mut record = ClaimRecord {
            claim,
            organization: OrganizationId(Uuid::nil()),
            organization_name: String::new(),
            email: None,
            partner_name: String::new(),
            confirmed_at: None,
        };
        let end = now + CLAIM_VALID_FOR;
        assert_eq!(record.state(end - Duration::MICROSECOND), ClaimState::Open);
        assert_eq!(record.state(end), ClaimState::Expired);
        record.confirmed_at = Some(now);
        assert_eq!(record.state(end), ClaimState::Confirmed);
    }
}
