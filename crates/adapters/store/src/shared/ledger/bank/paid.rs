//! Payments made of the lines of an account, one of which the bank may take back.

use super::{super::super::sql::*, AT_ONCE};
use crate::error::backend;
use access::OrganizationId;
use bank_statements::{PaidBefore, Returned};
use invoicing::{InvoiceId, PaymentId};
use money::Currency;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The most payments, the newest first.
const MOST: i64 = 1_000;

columns! {
    struct PaidRow {
        id: Uuid,
        invoice_id: Uuid,
        number: String,
        amount: Decimal,
        line: String,
    }
}

impl PaidRow {
    fn into_domain(self) -> Result<PaidBefore> {
        Ok(PaidBefore {
            payment: PaymentId(self.id),
            invoice: InvoiceId(self.invoice_id),
            number: self.number,
            amount: self.amount,
            line: serde_json::from_str(&self.line).map_err(backend)?,
        })
    }
}

/// The payments whose invoice has one of the symbols, or that came from one of the accounts.
pub(super) async fn of(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
    returned: &Returned,
) -> Result<Vec<PaidBefore>> {
    let mut found: BTreeMap<Uuid, PaidBefore> = BTreeMap::new();
    let by = [
        (Fragment("i.payment_symbol"), &returned.symbols),
        (Fragment("l.counterparty_account"), &returned.accounts),
    ];
    for (column, values) in by {
        let values: Vec<_> = values.iter().collect();
        for values in values.chunks(AT_ONCE) {
            let query = sql!(
                "SELECT l.id, l.invoice_id, i.number, p.amount, l.line
                 FROM bank_statement_lines AS l
                 JOIN invoices AS i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
                 JOIN payments AS p ON p.organization_id = l.organization_id
                   AND p.invoice_id = l.invoice_id AND p.id = l.id
                 WHERE l.organization_id = {organization} AND l.iban = {iban}
                   AND l.currency = {currency} AND l.state = 'recorded' AND {column} IN {values}
                 ORDER BY l.created_at DESC, l.id DESC LIMIT {most}",
                organization = organization,
                iban = iban,
                currency = currency.code(),
                column = column,
                values = list(values.iter().copied()),
                most = MOST,
            );
            for row in query.all::<PaidRow>(conn).await? {
                found.insert(row.id, row.into_domain()?);
            }
        }
    }
    Ok(found.into_values().collect())
}
