//! Loads the issuer of an invoice, batched with concurrent requests.

use super::{
    database::Postgres,
    shared::{
        network::organizations::rows::{Issuer, issuers},
        sql::Result,
    },
};
use access::OrganizationId;
use invoicing::InvoiceType;

impl Postgres {
    /// The issuer, when nothing else is read.
    pub(crate) async fn issuer(&self, id: OrganizationId, of: InvoiceType) -> Result<Issuer> {
        let store = self.clone();
        let read = move |asked: Vec<_>| {
            let store = store.clone();
            async move { issuers(&mut &*store.reader().await?, &asked).await }
        };
        self.issuers.call((id, of), read).await
    }
}
