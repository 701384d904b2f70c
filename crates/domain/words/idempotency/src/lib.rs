//! The same request twice is one effect and one answer.
//!
//! A key is scoped to an organization, or a partner, an operation and the tier of the API key. A
//! request first claims its key ([`IdempotencyStore::claim`]); the transaction that makes the effect
//! stores the [`Answer`] with it; a lease whose process died runs out and can be taken over.
//!
//! | to | begin with |
//! |---|---|
//! | read a caller's key | [`Key::parse`] |
//! | decide on a request under a key | [`decide`] |
//! | write the answer that is replayed | [`Answer::json`] |
//! | keep keys and answers | the port [`IdempotencyStore`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

use persistence::{
    StoreError, Tier,
    ids::{OrganizationId, PartnerId},
    port, typed_id,
};
use serde::Serialize;
use std::{borrow::Cow, fmt};
use time::{Duration, OffsetDateTime};

/// The maximum length of a key, in bytes.
pub(crate) const MAX_KEY_LENGTH: usize = 255;

/// How long an answer is stored for replay.
pub const KEPT: Duration = Duration::hours(48);

/// How long a lease holds before another request may take it over.
pub const LEASE: Duration = Duration::seconds(15);

/// The text is not a valid key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("idempotency_key")]
#[error("an Idempotency-Key has 1 to {most} printable ASCII characters", most = MAX_KEY_LENGTH)]
pub struct InvalidKey;

/// The caller's key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    /// # Errors
    /// [`InvalidKey`] when empty, too long, or with anything but printable ASCII.
    pub fn parse(text: &str) -> Result<Self, InvalidKey> {
        let valid = !text.is_empty()
            && text.len() <= MAX_KEY_LENGTH
            && text.bytes().all(|b| (0x20..0x7f).contains(&b));
        valid.then(|| Self(text.to_owned())).ok_or(InvalidKey)
    }

    /// The key as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The owner of a key. Keys of different scopes are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// A request that acts for an organization.
    Organization(OrganizationId),
    /// A request that a partner makes for itself.
    Partner(PartnerId),
}

impl Scope {
    /// The id under which keys of this scope are stored: that of the organization or of the partner.
    #[must_use]
    pub const fn id(self) -> ScopeId {
        match self {
            Scope::Organization(id) => ScopeId(id.0),
            Scope::Partner(id) => ScopeId(id.0),
        }
    }
}

impl From<OrganizationId> for Scope {
    fn from(id: OrganizationId) -> Self {
        Scope::Organization(id)
    }
}

/// A digest (SHA-256) of a request's body, by which an equal body is recognized.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x}{:02x}..", self.0[0], self.0[1])
    }
}

/// The stored answer, which a replay repeats byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// The answer cannot be serialized as JSON. The effect that it reports must not be stored.
#[derive(Debug, thiserror::Error)]
#[error("the answer cannot be written as JSON")]
pub struct UnwritableAnswer(#[from] serde_json::Error);

impl Answer {
    /// An answer with a JSON body.
    ///
    /// # Errors
    /// [`UnwritableAnswer`].
    pub fn json(status: u16, body: &impl Serialize) -> Result<Self, UnwritableAnswer> {
        Ok(Self { status, body: serde_json::to_vec(body)? })
    }
}

/// The stored state of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The fingerprint of the first request with this key.
    pub fingerprint: Fingerprint,
    /// The state of that request.
    pub state: State,
}

/// The state of the first request under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is in progress. Another request may take over after `until`.
    Running {
        /// The end of the lease.
        until: OffsetDateTime,
    },
    /// It has been answered.
    Done(Answer),
}

/// How to treat a request under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The request is executed: the key is new, or its lease has expired.
    Proceed,
    /// The request gets this stored answer.
    Replay(Answer),
    /// 409: the key was used with another body before.
    KeyReused,
    /// 409: a request with this key is in progress.
    InProgress,
}

/// Decides how to treat a request with this fingerprint under a key with the stored state `record`.
#[must_use]
pub fn decide(record: Option<&Record>, fingerprint: Fingerprint, now: OffsetDateTime) -> Decision {
    match record {
        None => Decision::Proceed,
        Some(record) if record.fingerprint != fingerprint => Decision::KeyReused,
        Some(Record { state: State::Done(answer), .. }) => Decision::Replay(answer.clone()),
        Some(Record { state: State::Running { until }, .. }) if *until > now => {
            Decision::InProgress
        }
        Some(_) => Decision::Proceed,
    }
}

typed_id!(
    /// The id of a [`Scope`]. Ids are unique among organizations and partners, so the kind is not stored.
    ScopeId,
    /// Distinguishes the leases of a key.
    LeaseToken,
);

/// A claimed key, which the transaction of the effect hands back with the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The operation and the tier, for example `invoices.create`. Keys of different operations are independent
    /// ([`Lease::operation`]).
    pub operation: Cow<'static, str>,
    /// The caller's key.
    pub key: Key,
    /// Distinguishes this lease from one that took it over.
    pub token: LeaseToken,
}

impl Lease {
    /// The lease of an operation that was requested with a key of this tier. `token` is a new id.
    #[must_use]
    pub fn new(operation: &'static str, tier: Tier, key: Key, token: LeaseToken) -> Self {
        Self { operation: Self::operation(operation, tier), key, token }
    }

    /// The name under which the keys of an operation are stored. Test keys have a name of their own, so that an
    /// answer of the sandbox is never replayed to a live key.
    #[must_use]
    pub fn operation(operation: &'static str, tier: Tier) -> Cow<'static, str> {
        match tier {
            Tier::Live => Cow::Borrowed(operation),
            Tier::Test => Cow::Owned(format!("{operation}.{}", tier.name())),
        }
    }
}

port! {
    /// The port that stores keys and answers.
    pub trait IdempotencyStore: Send + Sync {
        /// Claims the key until `now + LEASE`, or returns why it cannot be claimed. The claim is atomic: of two
        /// concurrent calls, one gets [`Decision::Proceed`].
        async fn claim(
            &self, scope: Scope, lease: &Lease, fingerprint: Fingerprint, now: OffsetDateTime
        ) -> Result<Decision, StoreError>;

        /// Releases a lease after a request without an effect, because it was refused: the caller may fix the body
        /// and use the key again. A lease that was answered or taken over is left alone.
        async fn release(&self, scope: Scope, lease: &Lease) -> Result<(), StoreError>;

        /// Deletes answers that are older than `before`. Returns the number.
        async fn purge_answers(&self, before: OffsetDateTime) -> Result<usize, StoreError>;
    }
}

refusals::list![InvalidKey];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_printable_and_short() {
        assert!(Key::parse("order 17/a").is_ok());
        for text in ["", "a\nb", "\u{0}", "č", "a\u{7f}", &"k".repeat(256)] {
            assert_eq!(Key::parse(text), Err(InvalidKey), "{text:?}");
        }
        assert!(Key::parse(&"k".repeat(255)).is_ok());
    }

    #[test]
    fn keys_of_two_tiers_do_not_meet() {
        let name = |tier| Lease::operation("connector.send", tier);
        assert_eq!(name(Tier::Live), "connector.send");
        assert_eq!(name(Tier::Test), "connector.send.test");
    }

    #[test]
    fn each_history_has_its_decision() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let (this, other) = (Fingerprint([1; 32]), Fingerprint([2; 32]));
        let answer = Answer { status: 201, body: b"x".to_vec() };
        let running = |until| Record { fingerprint: this, state: State::Running { until } };
        let done = Record { fingerprint: this, state: State::Done(answer.clone()) };
        for (record, given, decision) in [
            (None, this, Decision::Proceed),
            (Some(&done), this, Decision::Replay(answer)),
            (Some(&done), other, Decision::KeyReused),
            (Some(&running(now + LEASE)), this, Decision::InProgress),
            (Some(&running(now + LEASE)), other, Decision::KeyReused),
            (Some(&running(now)), this, Decision::Proceed),
        ] {
            assert_eq!(decide(record, given, now), decision);
        }
    }
}
