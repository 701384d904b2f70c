//! Webhooks: endpoints, deliveries, and the feed.
//!
//! Locks are taken in this order: the feed's places, an owner, endpoints, deliveries. Claims lock
//! deliveries only, and wait for none.

pub(crate) mod claim;
mod conclude;
pub(crate) mod conclusions;
mod deliveries;
pub(in super::super::shared) mod endpoints;
mod feed;
mod history;
#[cfg(test)]
mod plans;
mod ports;
pub(crate) mod rows;
mod secrets;
mod sequence;

use super::{
    super::webhook_sql::{CONCLUDED_AT_ONCE, claim as claim_rows, execute_all, lock_deliveries},
    sql::*,
};
use webhooks::Owner;

/// A count in the type of the databases.
pub(crate) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The condition that `webhook_endpoints` are this owner's.
fn owned_by(owner: Owner) -> Statement<'static> {
    match owner {
        Owner::Organization(id) => sql!("organization_id = {}", id),
        Owner::Partner(id) => sql!("partner_id = {}", id),
    }
}
