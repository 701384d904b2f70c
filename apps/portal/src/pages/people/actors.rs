//! The names of the keys that appear as actors.

use crate::{error::PageError, visit::Visit};
use access::{ApiKeyId, Credential, KeyScope, KeyStore};
use persistence::StoreError;
use std::collections::{BTreeMap, BTreeSet};

/// The beginning and the name of the company's keys among these; those of others have none here.
pub(in crate::pages) async fn key_names(
    visit: &Visit,
    actors: impl Iterator<Item = Option<Credential>>,
) -> Result<BTreeMap<ApiKeyId, String>, PageError> {
    let keys = actors.filter_map(|actor| match actor {
        Some(Credential::Key(id)) => Some(id),
        _ => None,
    });
    let (own, mut names) = (KeyScope::Organization(visit.member.organization), BTreeMap::new());
    for id in keys.collect::<BTreeSet<_>>() {
        match visit.store.key_record(Some(own), id).await {
            Ok(key) => {
                let name = key.name.map(|name| format!(" ({name})")).unwrap_or_default();
                names.insert(id, format!("{}…{name}", key.hint));
            }
            Err(StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(names)
}
