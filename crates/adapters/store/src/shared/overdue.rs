use super::{
    super::{Backend, Conn},
    events::insert_events,
    invoices::{invoice, invoice_payments},
    statement::Statement,
};
use crate::{
    error::translate,
    sql_types::{AsId, Id},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use invoicing::{BecomesOverdue, Invoice, OverdueStore};
use persistence::StoreError;
use time::Date;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// As in the index `invoices_open_due`; a test holds it against the domain.
const OPEN: &str =
    "status IN ('issued', 'sent', 'partially_paid') AND invoice_type <> 'credit_note'";

fn past_due(today: Date, limit: u16) -> Statement<'static, (Id, Id)> {
    Statement::new("SELECT organization_id, id FROM invoices WHERE ")
        .sql(OPEN)
        .sql(" AND due_date < ")
        .value(today)
        .sql(" ORDER BY due_date LIMIT ")
        .value(i64::from(limit))
}

impl OverdueStore for Backend {
    async fn past_due(&self, today: Date, limit: u16) -> Result<Vec<Invoice>> {
        let mut conn = self.reader().await?;
        let found: Vec<(Uuid, Uuid)> =
            past_due(today, limit).load(lane!(conn)).await.map_err(translate)?;
        let mut invoices = Vec::with_capacity(found.len());
        for (organization, id) in found {
            let organization = OrganizationId(organization);
            let mut one = invoice(lane!(conn), organization, id).await?;
            one.payments = invoice_payments(lane!(conn), organization, id).await?;
            invoices.push(one);
        }
        Ok(invoices)
    }

    async fn make_overdue(&self, invoices: &[BecomesOverdue]) -> Result<usize> {
        let mut transaction = self.begin().await?;
        let made = make_all(transaction.conn(), invoices).await;
        transaction.finish(made).await
    }
}

/// How many were made overdue, with their events.
async fn make_all(conn: &mut Conn, invoices: &[BecomesOverdue]) -> Result<usize> {
    let mut made = 0;
    for one in invoices {
        if make(conn, one).await? {
            insert_events(conn, &one.events).await?;
            made += 1;
        }
    }
    Ok(made)
}

/// False when it was changed meanwhile.
async fn make(conn: &mut Conn, one: &BecomesOverdue) -> Result<bool> {
    let changed = Statement::<()>::new(
        "UPDATE invoices SET status = 'overdue', version = version + 1 WHERE organization_id = ",
    )
    .value(AsId::from(one.organization))
    .sql(" AND id = ")
    .value(AsId(one.invoice))
    .sql(" AND version = ")
    .value(one.version)
    .execute(conn)
    .await
    .map_err(translate)?;
    Ok(changed == 1)
}

#[cfg(test)]
mod tests {
    use super::OPEN;
    use invoicing::{InvoiceStatus, InvoiceType};

    #[test]
    fn what_is_open_is_what_the_domain_says() {
        let open = InvoiceStatus::ALL.into_iter().filter(|status| status.when_overdue().is_some());
        let open: Vec<_> = open.map(|status| format!("'{}'", status.name())).collect();
        let kinds = InvoiceType::ALL.into_iter().filter(|kind| !kind.falls_due());
        let kinds: Vec<_> =
            kinds.map(|kind| format!("invoice_type <> '{}'", kind.name())).collect();
        assert_eq!(format!("status IN ({}) AND {}", open.join(", "), kinds.join(" AND ")), OPEN);
    }
}
