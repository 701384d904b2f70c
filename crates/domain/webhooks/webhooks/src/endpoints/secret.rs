use data_encoding::HEXLOWER;
use ring::digest::{SHA256, digest};
use std::fmt;
use time::{Duration, OffsetDateTime};

/// How long an old secret goes on signing together with its successor (specification, Signature).
pub(crate) const OLD_SECRET_SIGNS: Duration = Duration::hours(24);

/// The most old secrets that sign at once.
pub const MAX_OLD_SECRETS: usize = 4;

/// The length of a new secret, in random bytes.
pub const SECRET_BYTES: usize = 32;

const PREFIX: &str = "whsec_";

/// A text that is not a signing secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a signing secret is whsec_ and 64 lowercase hexadecimal digits")]
pub struct MalformedSecret;

/// An endpoint's signing secret, `whsec_…`. The whole text is the key of the HMAC.
///
/// `Debug` prints `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret of random bytes, which the caller generates.
    #[must_use]
    pub fn from_random(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(format!("{PREFIX}{}", HEXLOWER.encode(&bytes)))
    }

    /// Parses a secret.
    ///
    /// # Errors
    /// [`MalformedSecret`]: the text does not have the form of a secret.
    pub fn parse(text: &str) -> Result<Self, MalformedSecret> {
        let digits = text.strip_prefix(PREFIX).ok_or(MalformedSecret)?;
        let well_formed = digits.len() == 2 * SECRET_BYTES
            && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        well_formed.then(|| Self(text.to_owned())).ok_or(MalformedSecret)
    }

    /// The secret itself: to be shown once to its owner, or encrypted for the store.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// A secret that was replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldSecret {
    /// The secret.
    pub secret: Secret,
    /// When it stops signing.
    pub until: OffsetDateTime,
}

/// Too many rotations within a day: every old secret that is allowed still signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("{count} old secrets still sign; the next rotation is possible after {until}", count = MAX_OLD_SECRETS)]
pub struct TooManyRotations {
    /// When the first of them stops signing.
    pub until: OffsetDateTime,
}

/// The secrets of an endpoint: the current one, and those that were replaced within a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secrets {
    /// The secret that signs every delivery.
    pub current: Secret,
    /// The replaced secrets, which sign until their time; the latest first.
    pub old: Vec<OldSecret>,
}

impl Secrets {
    /// The secrets of a new endpoint.
    #[must_use]
    pub const fn new(current: Secret) -> Self {
        Self { current, old: Vec::new() }
    }

    /// The secrets after `new` has replaced the current one, which goes on signing for `OLD_SECRET_SIGNS`.
    ///
    /// # Errors
    /// [`TooManyRotations`]: no old secret is dropped early.
    pub fn rotate(&self, new: Secret, now: OffsetDateTime) -> Result<Self, TooManyRotations> {
        let replaced =
            OldSecret { secret: self.current.clone(), until: now.saturating_add(OLD_SECRET_SIGNS) };
        let signing: Vec<_> = self.old.iter().filter(|old| old.until > now).collect();
        match signing.iter().map(|old| old.until).min() {
            Some(until) if signing.len() >= MAX_OLD_SECRETS => Err(TooManyRotations { until }),
            _ => {
                let old = std::iter::once(replaced).chain(signing.into_iter().cloned()).collect();
                Ok(Self { current: new, old })
            }
        }
    }

    /// Identifies the current secret without revealing it: 16 hexadecimal digits of its SHA-256. The form that rotates
    /// it sends this value, so that a second click is recognized as outdated.
    #[must_use]
    pub fn mark(&self) -> String {
        let hash = digest(&SHA256, self.current.0.as_bytes());
        HEXLOWER.encode(hash.as_ref().get(..8).unwrap_or_default())
    }

    /// The secrets that sign at a time, the current one first.
    pub fn signing(&self, now: OffsetDateTime) -> impl Iterator<Item = &Secret> {
        let old = self.old.iter().filter(move |old| old.until > now).map(|old| &old.secret);
        std::iter::once(&self.current).chain(old)
    }
}
