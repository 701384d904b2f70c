use crate::{ApiKeyId, OrganizationId, PartnerId, Plan, Role, Scopes, Tier, UserId};
use std::num::NonZeroU32;
use time::OffsetDateTime;

/// The record of a key, as found by the hash of the key's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The record's id; safe to log.
    pub id: ApiKeyId,
    /// Whether it is for the sandbox (test) or production (live).
    pub tier: Tier,
    /// What the key may do at most.
    pub scopes: Scopes,
    /// The owner of the key.
    pub owner: KeyOwner,
    /// The plan of the organization that it belongs to; none for a partner's key.
    pub plan: Option<Plan>,
    /// When the key expires.
    pub expires_at: Option<OffsetDateTime>,
}

impl ApiKey {
    /// How many requests a minute it may make, where the smallest plan allows `base`. A partner's key
    /// serves many organizations, and has the most.
    #[must_use]
    pub fn requests_per_minute(&self, base: NonZeroU32) -> NonZeroU32 {
        match self.plan {
            Some(plan) => base.saturating_mul(plan.request_factor()),
            None => partner_requests_per_minute(base),
        }
    }
}

/// How many requests a minute a partner's key may make, and a person at the partners' portal.
#[must_use]
pub const fn partner_requests_per_minute(base: NonZeroU32) -> NonZeroU32 {
    base.saturating_mul(Plan::Enterprise.request_factor())
}

/// The owner of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyOwner {
    /// A user's key for one organization, with the user's role there. `None`: the user has left.
    User {
        /// The person whose key it is.
        user: UserId,
        /// The organization the key belongs to.
        organization: OrganizationId,
        /// The role of the key's owner in it.
        role: Option<Role>,
    },
    /// A partner's key for the organizations that the partner manages.
    Partner(PartnerId),
}

/// The text is not of the form of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not an API key")]
pub struct MalformedKey;

/// The text of a key, split: `svc_pk_live_` or `svc_test_` and the secret part.
///
/// Printing one shows `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyText(String);

/// Characters of the secret part.
const SECRET_LENGTH: usize = 43;

/// Characters of a key that are kept and shown in lists: the prefix and a few of the secret part.
pub const KEY_HINT: usize = 16;

impl KeyText {
    /// A new key around a secret of 32 random bytes in base64url without padding.
    ///
    /// # Errors
    /// [`MalformedKey`] when the secret is not of that form.
    pub fn new(partner: bool, tier: Tier, secret: &str) -> Result<Self, MalformedKey> {
        let kind = if partner { "pk_" } else { "" };
        Self::parse(&format!("svc_{kind}{}_{secret}", tier.name()))
    }

    /// Reads what a caller sent. Says nothing yet of whether such a key exists.
    ///
    /// # Errors
    /// [`MalformedKey`] when no key ever looked like this: no need to ask the database.
    pub fn parse(text: &str) -> Result<Self, MalformedKey> {
        let secret = ["svc_pk_test_", "svc_pk_live_", "svc_test_", "svc_live_"]
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))
            .ok_or(MalformedKey)?;
        let well_formed = secret.len() == SECRET_LENGTH
            && secret.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        well_formed.then(|| Self(text.to_owned())).ok_or(MalformedKey)
    }

    /// Its first characters, for lists; not enough to use it.
    #[must_use]
    pub fn hint(&self) -> String {
        self.0.chars().take(KEY_HINT).collect()
    }

    /// The key itself: to be hashed, or shown once to its owner.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for KeyText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_prefixes_of_the_specification() {
        let secret = "a".repeat(SECRET_LENGTH);
        for (partner, tier, prefix) in [
            (true, Tier::Test, "svc_pk_test_"),
            (true, Tier::Live, "svc_pk_live_"),
            (false, Tier::Test, "svc_test_"),
            (false, Tier::Live, "svc_live_"),
        ] {
            let key = KeyText::new(partner, tier, &secret).expect("well formed");
            assert!(key.expose().starts_with(prefix));
            assert_eq!(KeyText::parse(key.expose()), Ok(key.clone()));
            assert_eq!(format!("{key:?}"), "***");
            assert!(key.hint().starts_with(prefix) && key.hint().len() == KEY_HINT);
        }
        for text in ["", "svc_test_", "svc_test_short", "sk_live_aaaa"] {
            assert_eq!(KeyText::parse(text), Err(MalformedKey), "{text}");
        }
    }
}
