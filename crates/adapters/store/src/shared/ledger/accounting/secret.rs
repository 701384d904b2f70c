//! The secret of a link, encrypted.

use super::super::super::sql::Result;
use crate::{SecretsKey, error::backend, secrets_key::SecretError};
use access::OrganizationId;
use accounting_programs::{LinkId, ProgramSecret};

/// The identity that a secret is encrypted for: it cannot be moved to another row.
fn belongs_to(organization: OrganizationId, id: LinkId) -> Vec<u8> {
    [b"accounting  ".as_slice(), organization.0.as_bytes(), id.0.as_bytes()].concat()
}

pub(super) fn seal(
    key: Option<&SecretsKey>,
    (organization, id): (OrganizationId, LinkId),
    secret: Option<&ProgramSecret>,
) -> Result<Option<Vec<u8>>> {
    let Some(secret) = secret else { return Ok(None) };
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    let sealed = key.seal(secret.expose().as_bytes(), &belongs_to(organization, id));
    sealed.map(Some).map_err(backend)
}

pub(super) fn open(
    key: Option<&SecretsKey>,
    (organization, id): (OrganizationId, LinkId),
    sealed: &[u8],
) -> Result<ProgramSecret> {
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    let bytes = key.open(sealed, &belongs_to(organization, id)).map_err(backend)?;
    let text = String::from_utf8(bytes).map_err(|_| SecretError::Unreadable);
    text.map(ProgramSecret::new).map_err(backend)
}
