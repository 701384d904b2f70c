//! Conversions between columns and values of the domain.

use super::super::super::sql::*;
use crate::error::{backend, require_known};
use oauth::{ClientId, tokens::SecretHash};
use serde::{Serialize, de::DeserializeOwned};

pub(super) fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(backend)
}

pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(backend)
}

pub(super) fn hash_of(bytes: &[u8]) -> Result<SecretHash> {
    bytes.try_into().map(SecretHash).map_err(backend)
}

pub(super) fn client_id(text: &str) -> Result<ClientId> {
    require_known("client", text, ClientId::parse(text))
}
