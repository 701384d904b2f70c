//! Who issues invoices at the same time is read by one statement.

use super::{
    Postgres,
    shared::{
        organizations::rows::{Issuer, issuers as read},
        sql::Result,
    },
};
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

impl Postgres {
    /// Who issues, when nothing else is read.
    pub(crate) async fn issuer(&self, id: OrganizationId, of: InvoiceType) -> Result<Issuer> {
        let store = self.clone();
        let read = move |asked: Vec<_>| {
            let store = store.clone();
            async move { read(&mut &*store.reader().await?, &asked).await }
        };
        self.issuers.call((id, of), read).await
    }
}
