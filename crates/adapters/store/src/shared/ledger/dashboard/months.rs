//! The amounts issued, paid and spent: one row for each month, currency and exchange rate. The subquery has one row
//! for each day, in the order of the indexes, so that few rows are left to group by month.

use super::super::super::sql::*;
use crate::{names, sql_types::AsExact};
use access::OrganizationId;
use dashboard::{Amounts, Flow, MonthAmounts, Span};
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
    fn into_domain(self, flow: Flow, rate: Option<AsExact>) -> Result<MonthAmounts> {
        let amounts = Amounts {
            currency: names::currency_code(&self.currency)?,
            exchange_rate: rate.map(|AsExact(rate)| rate),
            count: self.documents.unsigned_abs(),
            amount: self.amount,
        };
        Ok(MonthAmounts { flow, day: self.day, amounts })
    }
}

/// On two connections, so that two cores sum up.
pub(super) async fn flows(
    store: &Backend,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<MonthAmounts>> {
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
) -> Result<Vec<MonthAmounts>> {
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
        "SELECT {first_of_month} AS day, currency, exchange_rate,
           CAST(sum(documents) AS bigint) AS documents, CAST(sum(units) AS bigint) AS units
         FROM (
           SELECT tax_date AS day, currency, exchange_rate, count(*) AS documents,
             sum(taxable_0 + taxable_5 + tax_5 + taxable_10 + tax_10 + taxable_19 + tax_19
               + taxable_20 + tax_20 + taxable_23 + tax_23) AS units
           FROM invoice_vat WHERE organization_id = {} AND tax_date >= {} AND tax_date <= {}
           GROUP BY 1, 2, 3
         ) AS days GROUP BY 1, 2, 3",
        organization,
        span.first,
        span.last
    )
}

async fn paid(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<MonthAmounts>> {
    let rows: Vec<Both<RateRow, AmountRow>> = paid_query(organization, span).all(conn).await?;
    let row =
        |Both(rate, row): Both<RateRow, AmountRow>| row.into_domain(Flow::Paid, rate.exchange_rate);
    rows.into_iter().map(row).collect()
}

pub(super) fn paid_query(organization: OrganizationId, span: &Span) -> Statement<'static> {
    sql!(
        "SELECT {first_of_month} AS day, currency, exchange_rate,
           CAST(sum(documents) AS bigint) AS documents, sum(amount) AS amount
         FROM (
           SELECT paid_on AS day, currency, exchange_rate, count(*) AS documents, sum(amount) AS amount
           FROM payments
           WHERE organization_id = {} AND incoming AND paid_on >= {} AND paid_on <= {}
           GROUP BY 1, 2, 3
         ) AS days GROUP BY 1, 2, 3",
        organization,
        span.first,
        span.last
    )
}

async fn spent(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    span: &Span,
) -> Result<Vec<MonthAmounts>> {
    let rows: Vec<AmountRow> = spent_query(organization, span).all(conn).await?;
    rows.into_iter().map(|row| row.into_domain(Flow::Spent, None)).collect()
}

/// Expenses that were entered are visible to the keys of both networks.
pub(super) fn spent_query(organization: OrganizationId, span: &Span) -> Statement<'static> {
    let network = span.network.name();
    sql!(
        "SELECT {first_of_month} AS day, currency,
           CAST(sum(documents) AS bigint) AS documents, sum(amount) AS amount
         FROM (
           SELECT issue_date AS day, currency, count(*) AS documents,
             sum(CASE WHEN expense_type = 'credit_note' THEN -total ELSE total END) AS amount
           FROM expenses
           WHERE organization_id = {} AND issue_date >= {} AND issue_date <= {}
             AND status <> 'rejected' AND coalesce(network, {}) = {}
           GROUP BY 1, 2
         ) AS days GROUP BY 1, 2",
        organization,
        span.first,
        span.last,
        network,
        network
    )
}
