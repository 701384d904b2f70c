//! Payments change under the lock of their invoice: nobody decides on a balance that is about to change.

use super::{
    super::{events::insert_events, idempotency::completed, sql::*},
    issued_rows::payment_row,
    read::{InvoiceRow, PaymentRow, find_row, select_payments},
};
use crate::sql_types::AsMoney;
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    AnyInvoice, ChangeKind, InvoiceId, PaymentChange, PaymentError, PaymentStore, Settlement,
};
use time::OffsetDateTime;

impl PaymentStore for Backend {
    async fn change_payments<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> std::result::Result<Answer, PaymentError>
    where
        D: Fn(&Settlement) -> std::result::Result<(PaymentChange, Answer), PaymentError>
            + Send
            + Sync,
    {
        let mut transaction = self.begin().await?;
        let changed = change(transaction.conn(), organization, invoice, answered, decide).await;
        transaction.finish(changed).await
    }
}

async fn change<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice: InvoiceId,
    answered: Option<(&Lease, OffsetDateTime)>,
    decide: D,
) -> std::result::Result<Answer, PaymentError>
where
    D: Fn(&Settlement) -> std::result::Result<(PaymentChange, Answer), PaymentError>,
{
    let settlement = locked(conn, organization, invoice).await?;
    let (change, answer) = decide(&settlement)?;
    save(conn, &change).await?;
    if let Some((lease, now)) = answered {
        let complete = completed(organization.into(), lease, &answer, now);
        if complete.execute(conn).await? == 0 {
            return Err(StoreError::LeaseLost.into());
        }
    }
    Ok(answer)
}

/// The invoice with its payments; nobody else changes it until the transaction ends.
pub(in super::super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<Settlement> {
    let lock = sql!(
        "SELECT id FROM invoices WHERE organization_id = {} AND id = {} {for_change}",
        organization,
        id.0
    );
    let _: uuid::Uuid = lock.one(conn).await?;
    let invoice = find_row(organization, id).one::<InvoiceRow>(conn).await?;
    let payments: Vec<PaymentRow> = select_payments(organization, id).all(conn).await?;
    let sends = sql!(
        "SELECT count(*) FROM submissions WHERE organization_id = {} AND invoice_id = {}
         AND network = 'live' AND state IN ('sent', 'delivered')",
        organization,
        id.0
    );
    let sends: i64 = sends.one(conn).await?;
    let payments = payments.into_iter().map(Into::into).collect();
    let invoice = AnyInvoice { payments, ..invoice.into_domain(organization)? };
    Ok(Settlement { invoice, was_sent: sends > 0 })
}

pub(in super::super) async fn save(conn: &mut Conn, change: &PaymentChange) -> Result<()> {
    let PaymentChange { after, payment, kind, events } = change;
    let update = sql!(
        "UPDATE invoices SET status = {}, paid_amount = {}, version = {}
         WHERE organization_id = {} AND id = {}",
        after.status.name(),
        AsMoney(after.paid_amount),
        after.version,
        after.organization,
        after.id.0
    );
    update.execute(conn).await?;
    match kind {
        ChangeKind::Recorded => {
            payment_row(after.organization, after.id, payment).insert().execute(conn).await?;
        }
        ChangeKind::TakenBack => {
            let delete = sql!(
                "DELETE FROM payments WHERE organization_id = {} AND invoice_id = {} AND id = {}",
                after.organization,
                after.id.0,
                payment.id
            );
            delete.execute(conn).await?;
        }
    }
    insert_events(conn, events).await
}
