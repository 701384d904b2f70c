//! Password resets: a mailed link sets a new password, once.

use jobs::JobKind;
use persistence::typed_id;
use secret_text::SecretHash;
use time::{Duration, OffsetDateTime};

typed_id!(
    /// The id of a reset request.
    ResetId,
);

/// How long the link is valid.
pub const RESET_VALID_FOR: Duration = Duration::minutes(30);

/// Length of the time slots in which an address gets at most one reset mail, in seconds.
const RESET_EVERY: i64 = 300;

/// The kind of the job that sends the mail. For an address without an account it sends none, so a request takes as
/// long either way.
pub const RESET_MAIL_JOB: JobKind = JobKind("sign_in.reset_mail");

/// A reset request. It is stored whether the address has an account or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRequest {
    pub id: ResetId,
    pub email: String,
    pub requested_at: OffsetDateTime,
}

impl ResetRequest {
    /// Whether its link is still valid.
    #[must_use]
    pub fn is_open(&self, now: OffsetDateTime) -> bool {
        now < self.until()
    }

    /// The time when its link expires.
    #[must_use]
    pub fn until(&self) -> OffsetDateTime {
        self.requested_at.saturating_add(RESET_VALID_FOR)
    }

    /// The key of its job, equal for requests in the same five minutes, so that only the first one sends a mail.
    #[must_use]
    pub fn job_key(&self) -> String {
        let SecretHash(hash) = SecretHash::of(&self.email.to_lowercase());
        let slot = self.requested_at.unix_timestamp().div_euclid(RESET_EVERY);
        let address = data_encoding::HEXLOWER.encode(&hash[..16]);
        format!("{RESET_MAIL_JOB}:{address}:{slot}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_link_ends_and_mails_are_few() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let request = |email: &str, at| ResetRequest {
            id: ResetId(Uuid::nil()),
            email: email.to_owned(),
            requested_at: at,
        };
        let first = request("Jana@firma.example", now);
        assert!(first.is_open(now + RESET_VALID_FOR - Duration::SECOND));
        assert!(!first.is_open(now + RESET_VALID_FOR));
        let second = |email, seconds| request(email, now + Duration::seconds(seconds)).job_key();
        assert_eq!(second("jana@firma.example", 299), first.job_key());
        assert_ne!(second("jana@firma.example", 300), first.job_key());
        assert_ne!(second("jano@firma.example", 0), first.job_key());
        assert!(!first.job_key().contains("firma"), "keys are listed");
    }
}
