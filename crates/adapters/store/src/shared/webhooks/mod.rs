//! Webhooks: endpoints, deliveries, and the feed.
//!
//! Locks are taken in this order: the feed's places, an owner, endpoints, deliveries. Claims lock
//! deliveries only, and wait for none.

pub(crate) mod claim;
mod conclude;
pub(crate) mod conclusions;
mod deliveries;
mod endpoints;
mod feed;
mod history;
mod place;
#[cfg(test)]
mod plans;
mod ports;
pub(crate) mod rows;
mod secrets;

use super::{
    super::{
        Backend, Conn, FOR_UPDATE, Lane, SKIP_LOCKED,
        webhook_sql::{
            CONCLUDED_AT_ONCE, FOR_CHANGE, FOR_SHARE, claim as claim_rows, execute_all,
            lock_deliveries,
        },
    },
    statement::{Statement, Value},
};
use crate::sql_types::AsId;
use persistence::StoreError;
use webhooks::Owner;

type Result<T> = std::result::Result<T, StoreError>;

/// A count as the databases have it.
pub(crate) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The column that holds the owner, and its id.
fn owned_by(owner: Owner) -> (&'static str, AsId) {
    match owner {
        Owner::Organization(id) => ("organization_id = ", AsId(id.0)),
        Owner::Partner(id) => ("partner_id = ", AsId(id.0)),
    }
}

impl<'a, Row> Statement<'a, Row> {
    /// `(…, …)` of the ids, some of them repeated so that few different texts are prepared. At least
    /// one id.
    fn list(self, ids: impl IntoIterator<Item = impl Into<Value<'a>>>) -> Self {
        let mut values: Vec<Value<'a>> = ids.into_iter().map(Into::into).collect();
        if let Some(last) = values.last().copied() {
            values.resize(values.len().next_power_of_two(), last);
        }
        self.sql("(").values(values).sql(")")
    }

    /// `(…, …), (…, …)`, the last repeated for the same reason. At least one row.
    pub(crate) fn rows(mut self, rows: &[Vec<Value<'a>>]) -> Self {
        let last = rows.last().into_iter().cycle();
        let padded = rows.iter().chain(last).take(rows.len().next_power_of_two());
        for (i, row) in padded.enumerate() {
            self = self.sql(if i == 0 { "(" } else { ", (" }).values(row.iter().copied()).sql(")");
        }
        self
    }
}
