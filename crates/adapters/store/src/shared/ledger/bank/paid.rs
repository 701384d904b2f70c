//! Payments made of the lines of an account, one of which the bank may take back.

use super::{super::super::sql::*, AT_ONCE};
use crate::error::backend;
use access::OrganizationId;
use bank_statements::{Line, PaidBefore, Returned};
use invoicing::{InvoiceId, PaymentId, PaymentMethod};
use money::Currency;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use time::Date;
use uuid::Uuid;

/// The most payments, the newest first.
const MOST: i64 = 1_000;

columns! {
    struct PaidRow {
        id: Uuid,
        invoice_id: Uuid,
        number: String,
        payment_symbol: Option<String>,
        amount: Decimal,
        line: String,
    }
}

columns! {
    /// A payment that a person recorded.
    struct RecordedRow {
        id: Uuid,
        invoice_id: Uuid,
        number: String,
        payment_symbol: Option<String>,
        amount: Decimal,
        paid_on: Date,
    }
}

impl RecordedRow {
    fn into_domain(self) -> PaidBefore {
        PaidBefore {
            payment: PaymentId(self.id),
            invoice: InvoiceId(self.invoice_id),
            number: self.number,
            symbol: self.payment_symbol,
            amount: self.amount,
            line: Line::of(self.paid_on, self.amount),
        }
    }
}

impl PaidRow {
    fn into_domain(self) -> Result<PaidBefore> {
        Ok(PaidBefore {
            payment: PaymentId(self.id),
            invoice: InvoiceId(self.invoice_id),
            number: self.number,
            symbol: self.payment_symbol,
            amount: self.amount,
            line: serde_json::from_str(&self.line).map_err(backend)?,
        })
    }
}

/// The payments whose invoice has one of the symbols, or that came from one of the accounts; of invoices with one of the
/// symbols also transfers that a person recorded.
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
                "SELECT l.id, l.invoice_id, i.number, i.payment_symbol, p.amount, l.line
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
    let symbols: Vec<_> = returned.symbols.iter().collect();
    for symbols in symbols.chunks(AT_ONCE) {
        let query = recorded(organization, currency, symbols);
        for row in query.all::<RecordedRow>(conn).await? {
            found.insert(row.id, row.into_domain());
        }
    }
    Ok(found.into_values().collect())
}

/// Transfers in a currency that became payments without a line of a statement.
fn recorded<'a>(
    organization: OrganizationId,
    currency: Currency,
    symbols: &[&'a String],
) -> Statement<'a> {
    sql!(
        "SELECT p.id, p.invoice_id, i.number, i.payment_symbol, p.amount, p.paid_on
         FROM invoices AS i JOIN payments AS p ON p.organization_id = i.organization_id
           AND p.invoice_id = i.id
         LEFT JOIN bank_statement_lines AS l ON l.organization_id = p.organization_id AND l.id = p.id
         WHERE i.organization_id = {organization} AND i.currency = {currency}
           AND i.payment_symbol IN {symbols} AND p.method = {method} AND l.id IS NULL
           AND i.invoice_type NOT IN ('credit_note', 'self_invoice')
         ORDER BY p.paid_on DESC, p.id DESC LIMIT {most}",
        organization = organization,
        currency = currency.code(),
        symbols = list(symbols.iter().copied()),
        method = PaymentMethod::BankTransfer.name(),
        most = MOST,
    )
}
