//! What was issued, paid and spent: one row for each day, currency and exchange rate, in the order of the indexes.

use super::super::sql::*;
use crate::{names, sql_types::AsExact};
use access::OrganizationId;
use dashboard::{Amounts, DayAmounts, Flow, Span};
use rust_decimal::Decimal;
use time::Date;

columns! {
    struct AmountRow {
        day: Date,
        currency: String,
        documents: i64,
        amount: Decimal,
    }
}

columns! {
    struct RateRow {
        exchange_rate: Option<AsExact>,
    }
}

columns! {
    struct IssuedRow {
        day: Date,
        currency: String,
        exchange_rate: Option<AsExact>,
        documents: i64,
        units: i64,
    }
}

impl AmountRow {
    fn into_domain(self, flow: Flow, rate: Option<AsExact>) -> Result<DayAmounts> {
        let amounts = Amounts {
            currency: names::currency_code(&self.currency)?,
            exchange_rate: rate.map(|AsExact(rate)| rate),
            count: self.documents.unsigned_abs(),
            amount: self.amount,
        };
        Ok(DayAmounts { flow, day: self.day, amounts })
    }
}

/// On two connections, so that two cores sum up.
pub(super) async fn flows(
    store: &Backend,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<DayAmounts>> {
    let issued = async {
        let mut conn = store.reader().await?;
        issued(read_conn!(conn), organization, span).await
    };
    let settled = async {
        let mut conn = store.reader().await?;
        Ok(concurrently!(conn: paid(organization, span), spent(organization, span)))
    };
    let (issued, (paid, spent)) = tokio::try_join!(issued, settled)?;
    Ok([issued, paid, spent].concat())
}

async fn issued(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<DayAmounts>> {
    let rows: Vec<IssuedRow> = issued_query(organization, span).all(conn).await?;
    let row = |row: IssuedRow| {
        let amount = Decimal::new(row.units, money::AMOUNT_DECIMALS);
        let IssuedRow { day, currency, documents, exchange_rate, .. } = row;
        AmountRow { day, currency, documents, amount }.into_domain(Flow::Issued, exchange_rate)
    };
    rows.into_iter().map(row).collect()
}

pub(super) fn issued_query(organization: OrganizationId, span: &Span) -> Statement<'static> {
    sql!(
        "SELECT tax_date AS day, currency, exchange_rate,
           count(*) AS documents,
           CAST(sum(taxable_0 + taxable_5 + tax_5 + taxable_19 + tax_19 + taxable_23 + tax_23)
             AS bigint) AS units
         FROM invoice_vat WHERE organization_id = {} AND tax_date >= {} AND tax_date <= {}
         GROUP BY 1, 2, 3",
        organization,
        span.first,
        span.last
    )
}

async fn paid(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<DayAmounts>> {
    let rows: Vec<Both<RateRow, AmountRow>> = paid_query(organization, span).all(conn).await?;
    let row =
        |Both(rate, row): Both<RateRow, AmountRow>| row.into_domain(Flow::Paid, rate.exchange_rate);
    rows.into_iter().map(row).collect()
}

pub(super) fn paid_query(organization: OrganizationId, span: &Span) -> Statement<'static> {
    sql!(
        "SELECT paid_on AS day, currency, exchange_rate,
           count(*) AS documents, sum(amount) AS amount
         FROM payments
         WHERE organization_id = {} AND incoming AND paid_on >= {} AND paid_on <= {}
         GROUP BY 1, 2, 3",
        organization,
        span.first,
        span.last
    )
}

async fn spent(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<DayAmounts>> {
    let rows: Vec<AmountRow> = spent_query(organization, span).all(conn).await?;
    rows.into_iter().map(|row| row.into_domain(Flow::Spent, None)).collect()
}

/// What was entered is seen by the keys of both networks.
pub(super) fn spent_query(organization: OrganizationId, span: &Span) -> Statement<'static> {
    let network = span.network.name();
    sql!(
        "SELECT issue_date AS day, currency, count(*) AS documents,
           sum(CASE WHEN expense_type = 'credit_note' THEN -total ELSE total END) AS amount
         FROM expenses
         WHERE organization_id = {} AND issue_date >= {} AND issue_date <= {}
           AND status <> 'rejected' AND coalesce(network, {}) = {}
         GROUP BY 1, 2",
        organization,
        span.first,
        span.last,
        network,
        network
    )
}
