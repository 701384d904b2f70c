//! Loads the issuer of an invoice.

use super::{
    database::Sqlite,
    shared::{
        network::organizations::rows::{Issuer, issuer},
        sql::Result,
    },
};
use access::OrganizationId;
use invoicing::InvoiceType;

impl Sqlite {
    /// The issuer, when nothing else is read.
    pub(crate) async fn issuer(&self, id: OrganizationId, of: InvoiceType) -> Result<Issuer> {
        issuer(&mut *self.reader().await?, id, of).await
    }
}
