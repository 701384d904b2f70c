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

/// Longest accepted key, in bytes.
pub(crate) const MAX_KEY_LENGTH: usize = 255;

/// How long an answer is kept for replay.
pub const KEPT: Duration = Duration::hours(48);

/// How long a lease holds before another request may take it over.
pub const LEASE: Duration = Duration::seconds(15);

/// A text that cannot be a key.
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

    /// The key as sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whose key it is: keys of different scopes do not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Of a request that acts for an organization.
    Organization(OrganizationId),
    /// Of a request that a partner makes for itself.
    Partner(PartnerId),
}

impl Scope {
    /// The id under which its keys are kept, of the organization or of the partner.
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

/// A digest of the request's body (SHA-256): tells whether a body is the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x}{:02x}..", self.0[0], self.0[1])
    }
}

/// The answer that a replay repeats, byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// An answer that has no JSON. What it would have answered must not be kept.
#[derive(Debug, thiserror::Error)]
#[error("the answer cannot be written as JSON")]
pub struct UnwritableAnswer(#[from] serde_json::Error);

impl Answer {
    /// An answer with a body of JSON.
    ///
    /// # Errors
    /// [`UnwritableAnswer`].
    pub fn json(status: u16, body: &impl Serialize) -> Result<Self, UnwritableAnswer> {
        Ok(Self { status, body: serde_json::to_vec(body)? })
    }
}

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Of the body that came with it first.
    pub fingerprint: Fingerprint,
    /// How far that request has come.
    pub state: State,
}

/// How far the first request under a key has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// At work; may be taken over after `until`.
    Running {
        /// When the lease runs out.
        until: OffsetDateTime,
    },
    /// Answered.
    Done(Answer),
}

/// What becomes of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It may work: the key is new, or its lease has run out.
    Proceed,
    /// It gets this stored answer.
    Replay(Answer),
    /// 409: the key came with another body before.
    KeyReused,
    /// 409: a request with this key is at work.
    InProgress,
}

/// Decides what becomes of a request with this fingerprint under a key of which `record` is known.
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
    /// The id of a [`Scope`]: no two are the same, and which kind it is of is not kept.
    ScopeId,
    /// Tells one lease of a key from the next.
    LeaseToken,
);

/// A claimed key: what the transaction of the effect must hand back with the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Which operation, for example `invoices.create`, of which tier: keys of different operations do not
    /// meet ([`Lease::operation`]).
    pub operation: Cow<'static, str>,
    /// The caller's key.
    pub key: Key,
    /// Distinguishes this lease from one that took it over.
    pub token: LeaseToken,
}

impl Lease {
    /// The lease of an operation that a key of this tier asks for; `token` is a new id.
    #[must_use]
    pub fn new(operation: &'static str, tier: Tier, key: Key, token: LeaseToken) -> Self {
        Self { operation: Self::operation(operation, tier), key, token }
    }

    /// The name under which the keys of an operation are kept. Test keys have one of their own: what
    /// the sandbox answered is never replayed to a live key, whose request would not be worked on.
    #[must_use]
    pub fn operation(operation: &'static str, tier: Tier) -> Cow<'static, str> {
        match tier {
            Tier::Live => Cow::Borrowed(operation),
            Tier::Test => Cow::Owned(format!("{operation}.{}", tier.name())),
        }
    }
}

port! {
    /// Where keys and answers are kept.
    pub trait IdempotencyStore: Send + Sync {
        /// Claims the key for work until `now + LEASE`, or says why not. Atomic: of two concurrent
        /// calls one gets [`Decision::Proceed`].
        async fn claim(
            &self, scope: Scope, lease: &Lease, fingerprint: Fingerprint, now: OffsetDateTime
        ) -> Result<Decision, StoreError>;

        /// Gives a lease back after work that had no effect (the request was refused): the caller may
        /// fix the body and use the key again. Does nothing to a lease that was answered or taken
        /// over.
        async fn release(&self, scope: Scope, lease: &Lease) -> Result<(), StoreError>;

        /// Purges answers older than `before`. Returns how many.
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
