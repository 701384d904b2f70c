//! Who issues invoices at the same time is read by one statement.

use super::shared::network::organizations::rows::Issuer;
use crate::together::{Spawner, Together};
use access::OrganizationId;
use invoicing::InvoiceType;

/// Issuers that are read by one statement, at most, and such statements under way.
const BATCH: usize = 64;
const AT_ONCE: usize = 2;

/// The issuers that requests of this process ask for.
pub(super) type Issuers = Together<(OrganizationId, InvoiceType), Issuer>;

pub(super) fn issuers(spawner: &Spawner) -> Issuers {
    Together::new(BATCH, AT_ONCE, spawner)
}
