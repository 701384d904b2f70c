use super::{
    super::{events::insert_events, sql::*},
    read::{invoice, invoice_payments},
};
use access::OrganizationId;
use invoicing::{BecomesOverdue, Invoice, OverdueStore};
use time::Date;
use uuid::Uuid;

/// As in the index `invoices_open_due`; a test compares it with the domain.
const OPEN: &str =
    "status IN ('issued', 'sent', 'partially_paid') AND invoice_type <> 'credit_note'";

fn past_due(today: Date, limit: u16) -> Statement<'static> {
    sql!(
        "SELECT organization_id, id FROM invoices WHERE {} AND due_date < {}
         ORDER BY due_date LIMIT {}",
        Fragment(OPEN),
        today,
        i64::from(limit)
    )
}

impl OverdueStore for Backend {
    async fn past_due(&self, today: Date, limit: u16) -> Result<Vec<Invoice>> {
        let mut conn = self.reader().await?;
        let found: Vec<(Uuid, Uuid)> = past_due(today, limit).all(read_conn!(conn)).await?;
        let mut invoices = Vec::with_capacity(found.len());
        for (organization, id) in found {
            let organization = OrganizationId(organization);
            let mut one = invoice(read_conn!(conn), organization, id).await?;
            one.payments = invoice_payments(read_conn!(conn), organization, id).await?;
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
        // no row when it was changed meanwhile
        if make(one).execute(conn).await? == 1 {
            insert_events(conn, &one.events).await?;
            made += 1;
        }
    }
    Ok(made)
}

fn make(one: &BecomesOverdue) -> Statement<'static> {
    sql!(
        "UPDATE invoices SET status = 'overdue', version = version + 1
         WHERE organization_id = {} AND id = {} AND version = {}",
        one.organization,
        one.invoice,
        one.version
    )
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
