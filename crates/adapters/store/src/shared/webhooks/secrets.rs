//! The secrets of an endpoint: one encrypted text, so that they change together.

use super::super::sql::Result;
use crate::{SecretsKey, error::backend, secrets_key::SecretError};
use time::OffsetDateTime;
use webhooks::{
    EndpointId, Owner,
    endpoints::{OldSecret, Secret, Secrets},
};

/// The identity that the secrets are encrypted for: they cannot be moved to another row.
fn belongs_to(owner: Owner, id: EndpointId) -> Vec<u8> {
    let (kind, owner) = match owner {
        Owner::Organization(id) => (b"organization", id.0),
        Owner::Partner(id) => (b"partner     ", id.0),
    };
    [&kind[..], owner.as_bytes(), id.0.as_bytes()].concat()
}

pub(super) fn seal(
    key: Option<&SecretsKey>,
    (owner, id): (Owner, EndpointId),
    secrets: &Secrets,
) -> Result<Vec<u8>> {
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    key.seal(text(secrets).as_bytes(), &belongs_to(owner, id)).map_err(backend)
}

pub(super) fn open(
    key: Option<&SecretsKey>,
    (owner, id): (Owner, EndpointId),
    sealed: &[u8],
) -> Result<Secrets> {
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    let bytes = key.open(sealed, &belongs_to(owner, id)).map_err(backend)?;
    let secrets = std::str::from_utf8(&bytes).ok().and_then(read);
    secrets.ok_or(SecretError::Unreadable).map_err(backend)
}

/// The current secret, then a line for each old one: the time until which it signs, in microseconds, and the secret.
fn text(secrets: &Secrets) -> String {
    let mut text = secrets.current.expose().to_owned();
    for old in &secrets.old {
        let until = old.until.unix_timestamp_nanos() / 1000;
        for part in ["\n", &until.to_string(), " ", old.secret.expose()] {
            text.push_str(part);
        }
    }
    text
}

fn read(text: &str) -> Option<Secrets> {
    let mut lines = text.lines();
    let current = Secret::parse(lines.next()?).ok()?;
    let old = lines.map(|line| {
        let (until, secret) = line.split_once(' ')?;
        let nanoseconds = until.parse::<i128>().ok()?.checked_mul(1000)?;
        let until = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok()?;
        Some(OldSecret { secret: Secret::parse(secret).ok()?, until })
    });
    Some(Secrets { current, old: old.collect::<Option<_>>()? })
}
