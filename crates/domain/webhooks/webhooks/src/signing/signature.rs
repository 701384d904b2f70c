//! Signing and verifying a body (specification, Signature).

use crate::endpoints::{Secret, Secrets};
use data_encoding::HEXLOWER;
use ring::hmac;
use time::{Duration, OffsetDateTime};

/// The greatest age of a signature that a receiver should accept (specification, Signature: 300 s).
pub const TOLERANCE: Duration = Duration::seconds(300);

/// The longest header that is parsed, in bytes; ours has at most 361.
const MAX_HEADER: usize = 1024;

/// Why a receiver must not trust a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The header does not have the form of a signature.
    #[error("the header X-Webhook-Signature is not of the form t=<unix>,v1=<hex>[,v1=<hex>]")]
    Malformed,
    /// No signature matches this body and this secret.
    #[error(
        "no signature matches: check the endpoint's secret, and that the body is the raw bytes received, not parsed and serialised again"
    )]
    Mismatch,
    /// The signature is right but too old: it may be a replay.
    #[error("the signature is {age} s old; at most {tolerance} s are accepted")]
    TooOld {
        /// Its age, in seconds.
        age: i64,
        /// The greatest accepted age, in seconds.
        tolerance: i64,
    },
    /// The signature matches, but its time is in the future: the clocks differ.
    #[error("the signature is {ahead} s in the future; check the receiver's clock")]
    FromFuture {
        /// How far it is in the future, in seconds.
        ahead: i64,
    },
}

fn keyed(secret: &Secret) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes())
}

/// The signed string, `<timestamp>.<raw body>`.
fn signed(timestamp: i64, body: &[u8]) -> Vec<u8> {
    let mut text = format!("{timestamp}.").into_bytes();
    text.extend_from_slice(body);
    text
}

/// The header `X-Webhook-Signature` of a body: `t=<unix>` and a `v1` for each secret that signs
/// at this time, the current one first.
#[must_use]
pub fn sign(secrets: &Secrets, body: &[u8], now: OffsetDateTime) -> String {
    let timestamp = now.unix_timestamp();
    let text = signed(timestamp, body);
    let mut header = format!("t={timestamp}");
    for secret in secrets.signing(now) {
        header.push_str(",v1=");
        header.push_str(&HEXLOWER.encode(hmac::sign(&keyed(secret), &text).as_ref()));
    }
    header
}

/// Verifies, as a receiver does, that a body was signed with the secret not longer ago than `tolerance`. Signatures
/// are compared in constant time. Returns the time of the signature.
///
/// # Errors
/// [`VerifyError`] says what to check.
pub fn verify(
    header: &str,
    body: &[u8],
    secret: &Secret,
    now: OffsetDateTime,
    tolerance: Duration,
) -> Result<OffsetDateTime, VerifyError> {
    let (timestamp, signatures) = parse(header).ok_or(VerifyError::Malformed)?;
    let (key, text) = (keyed(secret), signed(timestamp, body));
    // all are compared, so that the duration does not reveal which one matched
    let matches = signatures.iter().fold(false, |found, v1| {
        let same = hmac::verify(&key, &text, v1).is_ok();
        found | same
    });
    if !matches {
        return Err(VerifyError::Mismatch);
    }
    let age = now.unix_timestamp().saturating_sub(timestamp);
    let tolerance = tolerance.whole_seconds();
    if age > tolerance {
        return Err(VerifyError::TooOld { age, tolerance });
    }
    if age < tolerance.saturating_neg() {
        return Err(VerifyError::FromFuture { ahead: age.saturating_neg() });
    }
    OffsetDateTime::from_unix_timestamp(timestamp).map_err(|_| VerifyError::Malformed)
}

/// The one `t` and all `v1`; other schemes are ignored, so that a `v2` can be added.
fn parse(header: &str) -> Option<(i64, Vec<Vec<u8>>)> {
    if header.len() > MAX_HEADER {
        return None;
    }
    let (mut timestamp, mut signatures) = (None, Vec::new());
    for part in header.split(',') {
        match part.trim().split_once('=')? {
            ("t", _) if timestamp.is_some() => return None,
            ("t", digits) => timestamp = Some(unix(digits)?),
            ("v1", digits) => signatures.push(HEXLOWER.decode(digits.as_bytes()).ok()?),
            _ => {}
        }
    }
    (!signatures.is_empty()).then_some((timestamp?, signatures))
}

/// Parses a time in the form that [`sign`] writes: no sign and no leading zero, so that no two headers have the same
/// meaning.
fn unix(digits: &str) -> Option<i64> {
    let value: i64 = digits.parse().ok()?;
    (value >= 0 && value.to_string() == digits).then_some(value)
}
