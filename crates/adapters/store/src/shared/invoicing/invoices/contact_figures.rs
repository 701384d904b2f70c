//! The amounts that contacts were invoiced and owe, in one query for a list of contacts.

use super::super::super::{ledger::dashboard::IS_OWED, sql::*};
use crate::names;
use access::OrganizationId;
use invoicing::{ContactId, records::ContactFigures};
use rust_decimal::Decimal;
use uuid::Uuid;

columns! {
    struct FiguresRow {
        customer_id: Uuid,
        currency: String,
        documents: i64,
        turnover: Decimal,
        owed: Decimal,
    }
}

impl FiguresRow {
    fn into_domain(self) -> Result<ContactFigures> {
        Ok(ContactFigures {
            contact: ContactId(self.customer_id),
            currency: names::currency_code(&self.currency)?,
            documents: self.documents.unsigned_abs(),
            turnover: self.turnover,
            owed: self.owed,
        })
    }
}

pub(super) async fn of(
    store: &Backend,
    organization: OrganizationId,
    contacts: &[ContactId],
) -> Result<Vec<ContactFigures>> {
    if contacts.is_empty() {
        return Ok(Vec::new());
    }
    let mut conn = store.reader().await?;
    let rows: Vec<FiguresRow> = query(organization, contacts).all(read_conn!(conn)).await?;
    rows.into_iter().map(FiguresRow::into_domain).collect()
}

/// [`ContactFigures::of`] in SQL, summed up.
fn query(organization: OrganizationId, contacts: &[ContactId]) -> Statement<'static> {
    sql!(
        "SELECT customer_id, currency, count(*) AS documents,
           sum(CASE WHEN invoice_type IN ('invoice', 'final_invoice', 'debit_note') THEN subtotal
             WHEN invoice_type = 'credit_note' THEN -subtotal ELSE 0 END) AS turnover,
           sum(CASE WHEN {} THEN total - paid_amount - credited_amount ELSE 0 END) AS owed
         FROM invoices
         WHERE organization_id = {} AND customer_id IN {}
           AND status NOT IN ('draft', 'pending_approval', 'cancelled')
         GROUP BY 1, 2",
        IS_OWED,
        organization,
        list(contacts.iter().copied())
    )
}
