//! The invoices of a contract's periods.

use super::super::super::{queue::enqueue, sql::*};
use crate::{error::require_known, names};
use access::OrganizationId;
use contracts::{ContractId, ListedPeriod, Period, PeriodInvoice, SendState};
use invoicing::InvoiceId;
use jobs::NewJob;
use persistence::{Cursor, Page};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// The columns of `contract_invoices p`.
const COLUMNS: Fragment = Fragment(
    "p.contract_id, p.period_first, p.period_last, p.period_number, p.due_on, p.invoice_id AS id,
     p.send_state, p.send_reason, p.created_at",
);

columns! {
    struct PeriodRow {
        contract_id: Uuid,
        period_first: Date,
        period_last: Date,
        period_number: i64,
        due_on: Date,
        id: Uuid,
        send_state: String,
        send_reason: Option<String>,
        created_at: OffsetDateTime,
    }
}

columns! {
    struct InvoiceOfPeriod {
        number: String,
        status: String,
        total: Decimal,
        currency: String,
    }
}

impl PeriodRow {
    fn into_domain(self) -> Result<PeriodInvoice> {
        let number = self.period_number;
        let send = SendState::of(&self.send_state, self.send_reason);
        Ok(PeriodInvoice {
            contract: ContractId(self.contract_id),
            period: Period {
                number: require_known("period", &number.to_string(), u32::try_from(number).ok())?,
                first: self.period_first,
                last: self.period_last,
                due_on: self.due_on,
            },
            invoice: InvoiceId(self.id),
            issued_at: self.created_at,
            send: require_known("send state", &self.send_state, send)?,
        })
    }
}

fn listed(Both(period, invoice): Both<PeriodRow, InvoiceOfPeriod>) -> Result<ListedPeriod> {
    Ok(ListedPeriod {
        issued: period.into_domain()?,
        number: invoice.number,
        status: names::invoice_status(&invoice.status)?,
        total: invoice.total,
        currency: names::currency_code(&invoice.currency)?,
    })
}

pub(super) fn period_row(organization: OrganizationId, of: &PeriodInvoice) -> NewRow<'_> {
    row!("contract_invoices",
        organization_id: organization,
        contract_id: of.contract.0,
        period_first: of.period.first,
        period_last: of.period.last,
        period_number: i64::from(of.period.number),
        due_on: of.period.due_on,
        invoice_id: of.invoice.0,
        send_state: of.send.name(),
        send_reason: of.send.reason(),
        created_at: of.issued_at,
    )
}

/// The periods of a contract, the newest first.
pub(super) async fn list(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    contract: ContractId,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ListedPeriod>> {
    let rows = query(organization, contract, after, limit).all(conn).await?;
    page(rows, limit, listed)
}

pub(super) fn query(
    organization: OrganizationId,
    contract: ContractId,
    after: Option<Cursor>,
    limit: u16,
) -> Statement<'static> {
    let own = sql!(
        "SELECT * FROM (SELECT {}, i.number, i.status, i.total, i.currency
           FROM contract_invoices p
           JOIN invoices i ON i.organization_id = p.organization_id AND i.id = p.invoice_id
           WHERE p.organization_id = {} AND p.contract_id = {}) AS listed
         WHERE true",
        COLUMNS,
        organization,
        contract.0
    );
    page_query(own, after, limit)
}

/// The period of an invoice.
pub(super) async fn one(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<PeriodInvoice> {
    let query = sql!(
        "SELECT {} FROM contract_invoices p WHERE p.organization_id = {} AND p.invoice_id = {}",
        COLUMNS,
        organization,
        invoice.0
    );
    query.one::<PeriodRow>(conn).await?.into_domain()
}

pub(super) async fn keep_send(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice: InvoiceId,
    send: &SendState,
    (job, now): (Option<&NewJob>, OffsetDateTime),
) -> Result<()> {
    let update = sql!(
        "UPDATE contract_invoices SET send_state = {}, send_reason = {}
         WHERE organization_id = {} AND invoice_id = {}",
        send.name(),
        send.reason(),
        organization,
        invoice.0
    );
    match update.execute(conn).await? {
        0 => Err(StoreError::NotFound),
        _ => enqueue(conn, job, now).await,
    }
}
