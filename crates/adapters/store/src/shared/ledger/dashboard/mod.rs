//! The figures of a dashboard, summed up in the database, by indexes that contain all columns that are read.

mod due;
mod months;
#[cfg(test)]
mod plans;

use super::super::sql::*;
use crate::{names, sql_types::AsExact};
use access::OrganizationId;
use dashboard::{Amounts, DashboardStore, Figures, MonthAmounts, Owed, Payable, Span, Vat, Window};
use due::{documents, expenses, payable};
use peppol_connector::identifiers::Network;
use rust_decimal::Decimal;

/// The condition of the index `invoices_owed`.
pub(in super::super) const IS_OWED: Fragment = Fragment(
    "status in ('issued', 'sent', 'partially_paid', 'overdue')
       AND invoice_type in ('invoice', 'final_invoice', 'debit_note')",
);

columns! {
    struct SumRow {
        currency: String,
        exchange_rate: Option<AsExact>,
        documents: i64,
        amount: Decimal,
    }
}

columns! {
    struct OwedRow {
        overdue: bool,
    }
}

columns! {
    struct VatRow {
        currency: String,
        exchange_rate: Option<AsExact>,
        taxable_0: i64,
        taxable_5: i64,
        tax_5: i64,
        taxable_10: i64,
        tax_10: i64,
        taxable_19: i64,
        tax_19: i64,
        taxable_20: i64,
        tax_20: i64,
        taxable_23: i64,
        tax_23: i64,
    }
}

impl SumRow {
    fn into_domain(self) -> Result<Amounts> {
        Ok(Amounts {
            currency: names::currency_code(&self.currency)?,
            exchange_rate: self.exchange_rate.map(|AsExact(rate)| rate),
            count: self.documents.unsigned_abs(),
            amount: self.amount,
        })
    }
}

impl VatRow {
    /// One row for each rate that occurs.
    fn into_domain(self) -> Result<Vec<Vat>> {
        let currency = names::currency_code(&self.currency)?;
        let exchange_rate = self.exchange_rate.map(|AsExact(rate)| rate);
        let amount = |minor_units| Decimal::new(minor_units, money::AMOUNT_DECIMALS);
        let by_rate = [
            (0, self.taxable_0, 0),
            (5, self.taxable_5, self.tax_5),
            (10, self.taxable_10, self.tax_10),
            (19, self.taxable_19, self.tax_19),
            (20, self.taxable_20, self.tax_20),
            (23, self.taxable_23, self.tax_23),
        ];
        let there = by_rate.into_iter().filter(|(_, taxable, tax)| (*taxable, *tax) != (0, 0));
        let row = |(rate, taxable, tax)| Vat {
            rate,
            currency,
            exchange_rate,
            taxable_amount: amount(taxable),
            tax_amount: amount(tax),
        };
        Ok(there.map(row).collect())
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl DashboardStore for Backend {
    async fn figures(&self, organization: OrganizationId, window: &Window) -> Result<Figures> {
        // on two connections, so that two cores sum up
        let (stands, happened) = tokio::try_join!(
            stands(self, organization, window),
            happened(self, organization, window)
        )?;
        let (Stands { owed, received, payable, contracts_stuck }, (paid, vat)) = (stands, happened);
        Ok(Figures { owed, paid, vat, received, payable, contracts_stuck })
    }

    async fn flows(&self, organization: OrganizationId, span: &Span) -> Result<Vec<MonthAmounts>> {
        months::flows(self, organization, span).await
    }
}

/// The amounts that are open now, of customers and to suppliers.
struct Stands {
    owed: Vec<Owed>,
    received: Vec<Amounts>,
    payable: Vec<Payable>,
    contracts_stuck: u64,
}

async fn stands(store: &Backend, organization: OrganizationId, window: &Window) -> Result<Stands> {
    let mut conn = store.reader().await?;
    let (owed, documents, expenses, payable, contracts_stuck) = concurrently!(conn:
        owed(organization, window),
        documents(organization, window),
        expenses(organization, window),
        payable(organization, window),
        stuck(organization, window),
    );
    Ok(Stands { owed, received: [documents, expenses].concat(), payable, contracts_stuck })
}

/// The figures of the month.
async fn happened(
    store: &Backend,
    organization: OrganizationId,
    window: &Window,
) -> Result<(Vec<Amounts>, Vec<Vat>)> {
    let mut conn = store.reader().await?;
    Ok(concurrently!(conn: paid(organization, window), vat(organization, window)))
}

async fn owed(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<Vec<Owed>> {
    let rows: Vec<Both<OwedRow, SumRow>> = owed_query(organization, window).all(conn).await?;
    let row = |Both(OwedRow { overdue }, sum): Both<OwedRow, SumRow>| {
        Ok(Owed { overdue, amounts: sum.into_domain()? })
    };
    rows.into_iter().map(row).collect()
}

/// Groups are named by their positions: PostgreSQL takes a value that is bound twice for two.
fn owed_query(organization: OrganizationId, window: &Window) -> Statement<'static> {
    sql!(
        "SELECT currency, exchange_rate, coalesce(due_date < {}, false) AS overdue,
           count(*) AS documents, sum(outstanding) AS amount
         FROM invoices {owed_index} WHERE organization_id = {} AND {} GROUP BY 1, 2, 3",
        window.today,
        organization,
        IS_OWED
    )
}

async fn paid(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<Vec<Amounts>> {
    let rows: Vec<SumRow> = paid_query(organization, window).all(conn).await?;
    rows.into_iter().map(SumRow::into_domain).collect()
}

fn paid_query(organization: OrganizationId, window: &Window) -> Statement<'static> {
    sql!(
        "SELECT currency, exchange_rate, count(*) AS documents, sum(amount) AS amount
         FROM payments
         WHERE organization_id = {} AND incoming AND paid_on >= {} AND paid_on <= {}
         GROUP BY 1, 2",
        organization,
        window.month.first,
        window.month.last
    )
}

async fn vat(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<Vec<Vat>> {
    let rows: Vec<VatRow> = vat_query(organization, window).all(conn).await?;
    let rows = rows.into_iter().map(VatRow::into_domain).collect::<Result<Vec<_>>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// One row for each currency and exchange rate: VAT rates are columns, so that few rows are read.
fn vat_query(organization: OrganizationId, window: &Window) -> Statement<'static> {
    sql!(
        "SELECT currency, exchange_rate,
           CAST(sum(taxable_0) AS bigint) AS taxable_0,
           CAST(sum(taxable_5) AS bigint) AS taxable_5,
           CAST(sum(tax_5) AS bigint) AS tax_5,
           CAST(sum(taxable_10) AS bigint) AS taxable_10,
           CAST(sum(tax_10) AS bigint) AS tax_10,
           CAST(sum(taxable_19) AS bigint) AS taxable_19,
           CAST(sum(tax_19) AS bigint) AS tax_19,
           CAST(sum(taxable_20) AS bigint) AS taxable_20,
           CAST(sum(tax_20) AS bigint) AS tax_20,
           CAST(sum(taxable_23) AS bigint) AS taxable_23,
           CAST(sum(tax_23) AS bigint) AS tax_23
         FROM invoice_vat WHERE organization_id = {} AND tax_date >= {} AND tax_date <= {}
         GROUP BY 1, 2",
        organization,
        window.month.first,
        window.month.last
    )
}

async fn stuck(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    window: &Window,
) -> Result<u64> {
    let count: i64 = stuck_query(organization, window).one(conn).await?;
    Ok(count.unsigned_abs())
}

/// A live key also sees the submissions of the sandbox.
pub(in super::super) fn stuck_query(
    organization: OrganizationId,
    window: &Window,
) -> Statement<'static> {
    let network = (window.network == Network::Test).then(|| sql!(" AND tier = 'test'"));
    sql!(
        "SELECT count(*) FROM contracts WHERE organization_id = {} AND problem IS NOT NULL",
        organization
    )
    .and(network)
}

#[cfg(test)]
mod tests {
    use vat_categories::VatRate;

    /// A new rate needs its columns in `invoice_vat`.
    #[test]
    fn every_rate_has_its_columns() {
        assert_eq!(VatRate::ALL.map(VatRate::percent), [0, 5, 10, 19, 20, 23]);
    }
}
