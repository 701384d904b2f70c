//! Batches concurrent reads of issuers into one statement.

use super::shared::network::organizations::rows::Issuer;
use crate::batcher::{Batcher, Spawner};
use access::OrganizationId;
use invoicing::InvoiceType;

/// The most issuers in one statement, and the most such statements in progress.
const BATCH: usize = 64;
const AT_ONCE: usize = 2;

/// The issuers that requests of this process load.
pub(super) type Issuers = Batcher<(OrganizationId, InvoiceType), Issuer>;

pub(super) fn issuers(spawner: &Spawner) -> Issuers {
    Batcher::new(BATCH, AT_ONCE, spawner)
}
