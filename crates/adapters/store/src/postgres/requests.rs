//! Batches the concurrent queries of this process's requests.

use super::shared::people::{
    access::found::KeyRow,
    oauth::connections::{FoundRow, NamedConnection},
};
use crate::batcher::{Batcher, Spawner};
use access::{Counted, OrganizationId, Window};
use time::OffsetDateTime;

/// The most requests in one statement, and the most such statements in progress.
const BATCH: usize = 64;
const AT_ONCE: usize = 2;

/// A key that a request names by its hash, for this organization, at this time.
pub(super) type NamedKey = ([u8; 32], Option<OrganizationId>, OffsetDateTime);

/// The batches of each kind of query.
#[derive(Clone)]
pub(super) struct Requests {
    pub(super) keys: Batcher<NamedKey, Option<(KeyRow, Window)>>,
    pub(super) connections: Batcher<NamedConnection, Option<(FoundRow, Window)>>,
    pub(super) counts: Batcher<(Counted, i64), Window>,
}

impl Requests {
    pub(super) fn new(spawner: &Spawner) -> Self {
        Self {
            keys: Batcher::new(BATCH, AT_ONCE, spawner),
            connections: Batcher::new(BATCH, AT_ONCE, spawner),
            counts: Batcher::new(BATCH, AT_ONCE, spawner),
        }
    }
}
