//! Claims: a partner's requests to companies to confirm that it may act for them on Peppol.

use crate::collision::ClaimReason;
use access::{OrganizationId, PartnerId};
use jobs::JobKind;
use peppol_connector::identifiers::Network;
use persistence::typed_id;
use serde::Serialize;
use time::{Duration, OffsetDateTime};

/// How long the link of a claim is valid.
pub const CLAIM_VALID_FOR: Duration = Duration::days(14);

/// The job that sends a claim's mail; its subject is the id of the claim.
pub const CLAIM_MAIL_JOB: JobKind = JobKind("mail.claim");

typed_id!(
    /// A claim's id.
    ClaimId
);

/// The SHA-256 of a token; the token itself is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

/// A claim to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewClaim {
    pub id: ClaimId,
    /// The address that its mail goes to, in lower case; `None` when no mail is sent. The claim is valid as long as
    /// the organization has this address; without a mail, the one that it had when the claim was made.
    pub email: Option<String>,
    /// The DIČ that would be registered. The claim is valid as long as the organization has it.
    pub dic: Option<String>,
    /// The partner that makes the claim.
    pub partner: PartnerId,
    /// The network that the organization would be registered in.
    pub network: Network,
    /// When the claim was made.
    pub requested_at: OffsetDateTime,
    /// When the claim expires.
    pub expires_at: OffsetDateTime,
}

impl NewClaim {
    /// A claim that begins now, for the organization as it is: its address, if it is to get a mail, and its DIČ.
    #[must_use]
    pub fn new(
        id: ClaimId,
        (email, dic): (Option<&str>, Option<&str>),
        partner: PartnerId,
        network: Network,
        now: OffsetDateTime,
    ) -> Self {
        let expires_at = now.saturating_add(CLAIM_VALID_FOR);
        let email = email.map(str::to_lowercase);
        let dic = dic.map(str::to_owned);
        Self { id, email, dic, partner, network, requested_at: now, expires_at }
    }
}

/// A claim as it is stored, with the names that its mail and page show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRecord {
    /// The claim.
    pub claim: NewClaim,
    /// The organization that is to confirm it.
    pub organization: OrganizationId,
    /// The organization's name.
    pub organization_name: String,
    /// The organization's address and DIČ as they are now.
    pub email: Option<String>,
    pub dic: Option<String>,
    /// The partner's name.
    pub partner_name: String,
    /// When it, or another claim of the organization, was confirmed.
    pub confirmed_at: Option<OffsetDateTime>,
}

/// The state of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimState {
    /// It can be confirmed.
    Open,
    /// It, or another claim of the organization, was confirmed.
    Confirmed,
    /// It expired, or the organization's address or DIČ has changed since.
    Expired,
}

impl ClaimRecord {
    /// The state at this time.
    #[must_use]
    pub fn state(&self, now: OffsetDateTime) -> ClaimState {
        match self.confirmed_at {
            Some(_) => ClaimState::Confirmed,
            None if now < self.claim.expires_at && self.is_of_the_same() => ClaimState::Open,
            None => ClaimState::Expired,
        }
    }

    /// Whether the organization still has the address that the mail went to and the DIČ that it showed. A link sent to
    /// a mistyped address becomes invalid when the address is corrected.
    fn is_of_the_same(&self) -> bool {
        let (asked, now) = (self.claim.email.as_deref(), self.email.as_deref());
        let same = asked.is_none() || asked.map(str::to_lowercase) == now.map(str::to_lowercase);
        same && self.claim.dic == self.dic
    }
}

/// The `status` of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// The mail was put into the queue.
    Sent,
    /// A mail was sent less than [`crate::REPEAT_AFTER`] ago: none is sent now.
    Pending,
    /// The organization is registered already.
    Confirmed,
    /// Another real organization has the same IČO or DIČ: nothing is sent.
    Collision,
}

/// The flat answer of `POST …/peppol-claim` (Errors, "Non-standard shapes" 2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClaimAnswer {
    /// The organization that is to confirm.
    pub organization_id: OrganizationId,
    /// How the request ended.
    pub status: ClaimStatus,
    pub reason: Option<ClaimReason>,
    /// For a test key, when no mail was sent: the URL that confirms the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmation_url: Option<String>,
}

impl ClaimAnswer {
    /// An answer with a status that needs no reason.
    #[must_use]
    pub const fn of(organization_id: OrganizationId, status: ClaimStatus) -> Self {
        Self { organization_id, status, reason: None, confirmation_url: None }
    }

    /// The answer that another organization conflicts with the claim.
    #[must_use]
    pub fn collision(organization_id: OrganizationId, reason: ClaimReason) -> Self {
        Self { reason: Some(reason), ..Self::of(organization_id, ClaimStatus::Collision) }
    }
}

/// How the organization is asked to confirm a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimChannel {
    /// By a link in a mail.
    Mail,
    /// By a URL in the answer: a test key sends no mail to addresses that its owner chose.
    Answer,
    /// It is not asked, because the partner would confirm its own claim: a token of the tax authority is required.
    TokenRequired,
}

/// How the organization is asked. An address that a partner wrote proves nothing. With such an address a live key
/// needs the tax authority's token as proof of the mandate, and a test key, which proves nothing at all, sends no mail
/// to it.
#[must_use]
pub const fn claim_channel(
    network: Network,
    email_by_partner: bool,
    has_token: bool,
) -> ClaimChannel {
    match network {
        _ if !email_by_partner => ClaimChannel::Mail,
        Network::Live if has_token => ClaimChannel::Mail,
        Network::Live => ClaimChannel::TokenRequired,
        Network::Test => ClaimChannel::Answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Network::{Live, Test};
    use uuid::Uuid;

    #[test]
    fn a_partner_s_address_proves_nothing() {
        for (network, by_partner, token, channel) in [
            (Live, true, false, ClaimChannel::TokenRequired),
            (Live, true, true, ClaimChannel::Mail),
            (Live, false, false, ClaimChannel::Mail),
            (Test, true, false, ClaimChannel::Answer),
            (Test, true, true, ClaimChannel::Answer),
            (Test, false, false, ClaimChannel::Mail),
        ] {
            assert_eq!(claim_channel(network, by_partner, token), channel);
        }
    }

    #[test]
    fn claims_end() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let pinned = (Some("Faktury@firma.example"), Some("2020202020"));
        let claim = NewClaim::new(ClaimId(Uuid::nil()), pinned, PartnerId(Uuid::nil()), Test, now);
        let mut record = ClaimRecord {
            claim,
            organization: OrganizationId(Uuid::nil()),
            organization_name: String::new(),
            email: Some("faktury@firma.example".to_owned()),
            dic: Some("2020202020".to_owned()),
            partner_name: String::new(),
            confirmed_at: None,
        };
        let end = now + CLAIM_VALID_FOR;
        assert_eq!(record.state(end - Duration::MICROSECOND), ClaimState::Open);
        assert_eq!(record.state(end), ClaimState::Expired);
        let changed = ClaimRecord { email: Some("other@firma.example".into()), ..record.clone() };
        assert_eq!(changed.state(now), ClaimState::Expired, "another address");
        let changed = ClaimRecord { email: None, ..record.clone() };
        assert_eq!(changed.state(now), ClaimState::Expired, "no address");
        let changed = ClaimRecord { dic: Some("2121212121".into()), ..record.clone() };
        assert_eq!(changed.state(now), ClaimState::Expired, "another DIČ");
        record.confirmed_at = Some(now);
        assert_eq!(record.state(end), ClaimState::Confirmed);
    }
}
