use super::{
    super::super::{events::insert_events, sql::*},
    history,
    lock::lock,
    read::{InvoiceRow, find_row, invoice_payments},
};
use crate::unreadable::{RowOf, readable};
use access::OrganizationId;
use invoicing::{
    AnyInvoice, InvoiceId,
    states::{BecomesOverdue, DueCursor, OverdueStore, PastDue},
};
use std::collections::BTreeMap;
use time::Date;
use uuid::Uuid;

/// The condition of the index `invoices_open_due`; a test compares it with the domain.
const OPEN: &str =
    "status IN ('issued', 'sent', 'partially_paid') AND invoice_type <> 'credit_note'";

/// In the order of the index, from a position in it.
pub(super) fn past_due(today: Date, after: Option<DueCursor>, limit: u16) -> Statement<'static> {
    let after = after.map(|after| {
        sql!(
            " AND (due_date, organization_id, id) > ({}, {}, {})",
            after.due_date,
            after.organization,
            after.invoice.0
        )
    });
    sql!(
        "SELECT due_date, organization_id, id FROM invoices WHERE {} AND due_date < {}",
        Fragment(OPEN),
        today
    )
    .and(after)
    .then(sql!(" ORDER BY due_date, organization_id, id LIMIT {}", i64::from(limit)))
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl OverdueStore for Backend {
    async fn past_due(&self, today: Date, after: Option<DueCursor>, limit: u16) -> Result<PastDue> {
        let mut conn = self.reader().await?;
        let found: Vec<(Date, Uuid, Uuid)> =
            past_due(today, after, limit).all(read_conn!(conn)).await?;
        let is_full = found.len() == usize::from(limit);
        let next = found.last().filter(|_| is_full).map(|(due_date, organization, invoice)| {
            let organization = OrganizationId(*organization);
            DueCursor { due_date: *due_date, organization, invoice: InvoiceId(*invoice) }
        });
        let mut invoices = Vec::with_capacity(found.len());
        for (_, organization, id) in found {
            invoices
                .extend(one(read_conn!(conn), OrganizationId(organization), InvoiceId(id)).await?);
        }
        Ok(PastDue { invoices, next })
    }

    async fn make_overdue(&self, invoices: &[BecomesOverdue]) -> Result<usize> {
        within!(self, conn => make_all(conn, invoices))
    }
}

/// An invoice; `None` when its row cannot be read or is deleted.
async fn one(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<Option<AnyInvoice>> {
    let Some(row) = find_row(organization, id).first::<InvoiceRow>(conn).await? else {
        return Ok(None);
    };
    let Some(invoice) = readable(RowOf::Invoice, id.0, row.into_domain(organization)) else {
        return Ok(None);
    };
    let payments = invoice_payments(conn, organization, id).await?;
    Ok(Some(AnyInvoice { payments, ..invoice }))
}

/// Makes the invoices overdue and stores their events. Returns how many were changed.
async fn make_all(conn: &mut Conn, invoices: &[BecomesOverdue]) -> Result<usize> {
    lock_all(conn, invoices).await?;
    let mut made = 0;
    for one in invoices {
        // no row when the invoice has changed since
        if make(one).execute(conn).await? == 1 {
            history::keep(conn, (one.organization, one.invoice), &one.entry).await?;
            insert_events(conn, &one.events).await?;
            made += 1;
        }
    }
    Ok(made)
}

/// Locks the invoices, those of one organization after those of another.
async fn lock_all(conn: &mut Conn, invoices: &[BecomesOverdue]) -> Result<()> {
    let mut owned: BTreeMap<_, Vec<Uuid>> = BTreeMap::new();
    for one in invoices {
        owned.entry(one.organization).or_default().push(one.invoice.0);
    }
    for (organization, ids) in owned {
        lock(conn, organization, list(ids.iter().copied())).await?;
    }
    Ok(())
}

fn make(one: &BecomesOverdue) -> Statement<'static> {
    sql!(
        "UPDATE invoices SET status = 'overdue', version = version + 1
         WHERE organization_id = {} AND id = {} AND version = {}",
        one.organization,
        one.invoice.0,
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
