//! When the links of invoices were opened.

use super::super::super::{events::insert_events, sql::*};
use access::OrganizationId;
use events::NewEvent;
use invoicing::{
    InvoiceId,
    states::{ViewStore, Views},
};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ViewStore for Backend {
    async fn keep_view(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        event: &NewEvent,
    ) -> Result<()> {
        within!(self, conn => keep(conn, organization, invoice, event))
    }

    async fn views(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Option<Views>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT first_at, last_at FROM invoice_views
             WHERE organization_id = {} AND invoice_id = {}",
            organization,
            invoice.0
        );
        let found: Option<(OffsetDateTime, OffsetDateTime)> = query.first(read_conn!(conn)).await?;
        Ok(found.map(|(first, last)| Views { first, last }))
    }
}

async fn keep(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice: InvoiceId,
    event: &NewEvent,
) -> Result<()> {
    insert_events(conn, std::slice::from_ref(event)).await?;
    let row = row!("invoice_views",
        organization_id: organization,
        invoice_id: invoice.0,
        first_at: event.at,
        last_at: event.at,
    );
    let again = sql!(
        " ON CONFLICT (organization_id, invoice_id) DO UPDATE SET last_at = excluded.last_at
          WHERE invoice_views.last_at < excluded.last_at"
    );
    row.insert().then(again).execute(conn).await.map(drop)
}
