//! Stores a statement with its lines, proposals and payments.

use super::{
    super::super::{
        invoicing::invoices::{
            lock::lock,
            payments::{locked, save},
        },
        sql::*,
    },
    marks, overtaken,
};
use crate::{error::backend, sql_types::AsMoney};
use access::OrganizationId;
use bank_statements::{LineRecord, NewStatement, PlannedPayment, ProposalRecord, StatementRecord};
use invoicing::paying::{PaymentChange, PaymentError, Settlement};

/// The most rows of one statement.
const ROWS: usize = 100;

pub(super) async fn keep<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    new: &NewStatement,
    decide: D,
) -> std::result::Result<(), PaymentError>
where
    D: Fn(&Settlement, &PlannedPayment) -> std::result::Result<PaymentChange, PaymentError>,
{
    statement_row(organization, &new.record)?.insert().execute(conn).await?;
    insert_lines(conn, organization, new).await?;
    for proposals in new.proposals.chunks(ROWS) {
        let rows = proposals.iter().map(|proposal| proposal_row(organization, proposal));
        if let Some(insert) = insert_all(rows) {
            insert.once().execute(conn).await?;
        }
    }
    marks::insert(conn, organization, &new.record, &new.lines).await?;
    let now = new.record.created_at;
    let counts = overtaken::answer(conn, organization, &new.overtaken, now).await?;
    lock_paid(conn, organization, new).await?;
    for planned in &new.payments {
        let settlement = locked(conn, organization, planned.invoice).await?;
        let change = decide(&settlement, planned)?;
        save(conn, &change).await?;
    }
    Ok(counts.keep(conn, organization).await?)
}

/// Locks all invoices that it pays, in the order of every transaction that locks several.
async fn lock_paid(
    conn: &mut Conn,
    organization: OrganizationId,
    new: &NewStatement,
) -> Result<()> {
    let paid = sql!(
        "(SELECT invoice_id FROM bank_statement_lines
          WHERE organization_id = {} AND statement_id = {} AND invoice_id IS NOT NULL)",
        organization,
        new.record.id.0
    );
    lock(conn, organization, paid.into()).await.map(drop)
}

async fn insert_lines(
    conn: &mut Conn,
    organization: OrganizationId,
    new: &NewStatement,
) -> Result<()> {
    for lines in new.lines.chunks(ROWS) {
        let texts: Result<Vec<_>> =
            lines.iter().map(|line| serde_json::to_string(&line.line).map_err(backend)).collect();
        let texts = texts?;
        let rows: Result<Vec<_>> = lines
            .iter()
            .zip(&texts)
            .map(|(line, text)| line_row(organization, &new.record, line, text))
            .collect();
        if let Some(insert) = insert_all(rows?) {
            insert.once().execute(conn).await?;
        }
    }
    Ok(())
}

fn count(count: u32) -> Result<i32> {
    i32::try_from(count).map_err(backend)
}

fn statement_row(organization: OrganizationId, record: &StatementRecord) -> Result<NewRow<'_>> {
    let counts = record.counts;
    Ok(row!("bank_statements",
        organization_id: organization,
        id: record.id.0,
        sha256: record.sha256.as_slice(),
        bank_account_id: record.bank_account_id,
        iban: &record.iban,
        currency: record.currency.code(),
        format: record.format.name(),
        number: record.number.as_deref(),
        booked_from: record.booked_from,
        booked_to: record.booked_to,
        lines: count(counts.lines)?,
        repeated: count(counts.repeated)?,
        pending: count(counts.pending)?,
        recorded: count(counts.recorded)?,
        proposed: count(counts.proposed)?,
        refused: count(counts.refused)?,
        unmatched: count(counts.unmatched)?,
        ignored: count(counts.ignored)?,
        created_at: record.created_at,
    ))
}

fn line_row<'a>(
    organization: OrganizationId,
    statement: &'a StatementRecord,
    line: &'a LineRecord,
    text: &'a str,
) -> Result<NewRow<'a>> {
    Ok(row!("bank_statement_lines",
        organization_id: organization,
        id: line.id.0,
        statement_id: line.statement.0,
        iban: &statement.iban,
        currency: statement.currency.code(),
        format: statement.format.name(),
        position: count(line.position)?,
        key: &line.key,
        content: &line.content,
        counterparty_account: line.line.known_account(),
        state: line.state.name(),
        reason: line.reason.name(),
        invoice_id: line.invoice.map(|invoice| invoice.0),
        line: text,
        created_at: line.created_at,
    ))
}

pub(super) fn proposal_row(organization: OrganizationId, proposal: &ProposalRecord) -> NewRow<'_> {
    row!("payment_proposals",
        organization_id: organization,
        id: proposal.id.0,
        statement_id: proposal.statement.0,
        line_id: proposal.line.0,
        invoice_id: proposal.invoice.0,
        invoice_number: &proposal.invoice_number,
        amount: AsMoney(proposal.amount),
        undoes: proposal.undoes,
        reason: proposal.reason.name(),
        state: proposal.state.name(),
        created_at: proposal.created_at,
        decided_at: proposal.decided_at,
    )
}
