//! Limits on the mails that ask organizations to confirm a claim.

use crate::claim::NewClaim;
use time::{Duration, OffsetDateTime};

/// The shortest time between two mails of a partner to one organization (Limits, "Reminder repeat", says it of
/// reminders).
pub const REPEAT_AFTER: Duration = Duration::minutes(10);

/// The largest number of claim mails within [`MAIL_WINDOW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailLimits {
    /// From one partner, to all organizations.
    pub per_partner: u32,
    /// To one address, from all partners.
    pub per_recipient: u32,
}

/// The limits of the service: enough for a partner's clients of a day, and few enough not to harass a recipient.
pub const MAIL_LIMITS: MailLimits = MailLimits { per_partner: 200, per_recipient: 5 };

/// The window in which mails are counted.
pub const MAIL_WINDOW: Duration = Duration::days(1);

/// Recent claims that decide whether a new one may send a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecentClaims {
    /// When the partner last asked the organization by mail, in the same network, with a link that is still open.
    pub last: Option<OffsetDateTime>,
    /// When the partner has used up its limit within [`MAIL_WINDOW`]: the time of the oldest mail that counts towards
    /// it. `None` when the limit is not used up.
    pub by_partner: Option<OffsetDateTime>,
    /// The same for the mails to the address.
    pub to_recipient: Option<OffsetDateTime>,
}

/// The decision on a claim that is to be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The claim is stored.
    Opened,
    /// A mail was sent less than [`REPEAT_AFTER`] ago: none is sent now.
    Pending,
    /// Too many mails were sent: none is sent before this time.
    TooMany(OffsetDateTime),
}

impl NewClaim {
    /// Whether the claim may be opened after these. A claim without a mail always may.
    #[must_use]
    pub fn opening(&self, recent: RecentClaims) -> Opening {
        let soon = |last: OffsetDateTime| self.requested_at < last.saturating_add(REPEAT_AFTER);
        if self.email.is_none() {
            return Opening::Opened;
        }
        if recent.last.is_some_and(soon) {
            return Opening::Pending;
        }
        // when both limits are used up, there is room when the later of them has some
        let oldest = recent.by_partner.max(recent.to_recipient);
        oldest.map_or(Opening::Opened, |at| Opening::TooMany(at.saturating_add(MAIL_WINDOW)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::ClaimId;
    use access::PartnerId;
    use peppol_connector::identifiers::Network::Test;
    use uuid::Uuid;

    #[test]
    fn mails_are_few() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let nil = (ClaimId(Uuid::nil()), PartnerId(Uuid::nil()));
        let claim = NewClaim::new(nil.0, (Some("A@b.example"), None), nil.1, Test, now);
        assert_eq!(claim.email.as_deref(), Some("a@b.example"), "one address in any case");
        let silent = NewClaim { email: None, ..claim.clone() };
        let ago = |minutes: Option<i64>| minutes.map(|minutes| now - Duration::minutes(minutes));
        let too_many = |minutes| Opening::TooMany(now + Duration::minutes(minutes));
        for (last, by_partner, to_recipient, opening) in [
            (None, None, None, Opening::Opened),
            (Some(9), None, None, Opening::Pending),
            (Some(10), None, None, Opening::Opened),
            (None, Some(30), None, too_many(24 * 60 - 30)),
            (None, None, Some(24 * 60 - 1), too_many(1)),
            (None, Some(600), Some(60), too_many(24 * 60 - 60)),
            (Some(9), Some(60), Some(600), Opening::Pending),
        ] {
            let (last, by_partner, to_recipient) = (ago(last), ago(by_partner), ago(to_recipient));
            let recent = RecentClaims { last, by_partner, to_recipient };
            assert_eq!(claim.opening(recent), opening, "{recent:?}");
            assert_eq!(silent.opening(recent), Opening::Opened, "no mail, no limit");
        }
    }
}
