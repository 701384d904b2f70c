//! Proposals and their answers.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    counts::Counts,
    lines,
};
use crate::{error::backend, names, sql_types::AsMoney};
use access::OrganizationId;
use bank_statements::{
    LineId, LineRecord, LineState, ProposalChange, ProposalError, ProposalFilter, ProposalId,
    ProposalRecord, ProposalRow, ProposalState, Reason, StatementId, Suggestion,
};
use invoicing::{InvoiceId, PaymentId, paying::Settlement};
use persistence::{Cursor, Page};
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    /// The columns of `payment_proposals AS p`.
    pub(super) struct ProposalColumns {
        id: Uuid,
        statement_id: Uuid,
        line_id: Uuid,
        invoice_id: Uuid,
        invoice_number: String,
        amount: Decimal,
        undoes: Option<Uuid>,
        reason: String,
        state: String,
        created_at: OffsetDateTime,
        decided_at: Option<OffsetDateTime>,
    }
}

columns! {
    struct LineColumns {
        line: String,
        currency: String,
    }
}

type Row = Both<ProposalColumns, LineColumns>;

impl ProposalColumns {
    pub(super) const ALL: Fragment = Fragment(
        "p.id, p.statement_id, p.line_id, p.invoice_id, p.invoice_number, p.amount, p.undoes, p.reason,
           p.state, p.created_at, p.decided_at",
    );

    pub(super) fn into_domain(self) -> Result<ProposalRecord> {
        Ok(ProposalRecord {
            id: ProposalId(self.id),
            statement: StatementId(self.statement_id),
            line: LineId(self.line_id),
            invoice: InvoiceId(self.invoice_id),
            invoice_number: self.invoice_number,
            amount: self.amount,
            undoes: self.undoes.map(PaymentId),
            reason: names::match_reason(&self.reason)?,
            state: names::proposal_state(&self.state)?,
            created_at: self.created_at,
            decided_at: self.decided_at,
        })
    }
}

fn into_domain(Both(proposal, LineColumns { line, currency }): Row) -> Result<ProposalRow> {
    let line = serde_json::from_str(&line).map_err(backend)?;
    let (proposal, currency) = (proposal.into_domain()?, names::currency(&currency)?);
    Ok(ProposalRow { proposal, line, currency })
}

/// Proposals of an organization with their lines, as a table that a page can be read from.
fn own(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT * FROM (
           SELECT p.organization_id, {}, l.line, l.currency
           FROM payment_proposals AS p JOIN bank_statement_lines AS l
             ON l.organization_id = p.organization_id AND l.id = p.line_id
         ) AS proposals WHERE organization_id = {}",
        ProposalColumns::ALL,
        organization
    )
}

pub(super) async fn one(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: ProposalId,
) -> Result<ProposalRow> {
    let query = own(organization).then(sql!(" AND id = {}", id.0));
    into_domain(query.one::<Row>(conn).await?)
}

pub(super) async fn list(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    filter: ProposalFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ProposalRow>> {
    let filtered = own(organization)
        .and(filter.state.map(|state| sql!(" AND state = {}", state.name())))
        .and(filter.statement.map(|id| sql!(" AND statement_id = {}", id.0)))
        .and(filter.invoice.map(|id| sql!(" AND invoice_id = {}", id.0)));
    page(page_query(filtered, after, limit).all(conn).await?, limit, into_domain)
}

pub(super) async fn answer<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ProposalId,
    decide: D,
) -> std::result::Result<ProposalRow, ProposalError>
where
    D: Fn(&ProposalRow, &Settlement) -> std::result::Result<ProposalChange, ProposalError>,
{
    // an answer to another proposal for one of the lines waits
    let (line, undone) = lines_of(conn, organization, id).await?;
    let locked_lines: Vec<_> = undone.into_iter().chain([line]).collect();
    let known = lines::locked(conn, organization, &locked_lines).await?;
    let line = known.iter().find(|known| known.id == line).ok_or(StoreError::NotFound)?;
    let undone = known.iter().find(|known| Some(known.id) == undone);
    let find = || own(organization).then(sql!(" AND id = {}", id.0));
    let row = into_domain(find().one::<Row>(conn).await?)?;
    let settlement = locked(conn, organization, row.proposal.invoice).await?;
    let mut counts = Counts::default();
    match decide(&row, &settlement)? {
        ProposalChange::Nothing => return Ok(row),
        ProposalChange::Accepted(payment, now) => {
            save(conn, &payment).await?;
            withdraw(conn, organization, &row, (payment.payment.amount, now)).await?;
            let paid = Some(row.proposal.invoice);
            conclude(conn, organization, line, (LineState::Recorded, paid), &mut counts).await?;
            if let Some(undone) = undone {
                returned(conn, organization, undone, &mut counts).await?;
            }
        }
        ProposalChange::Refused(now) if refused(conn, organization, &row, now).await? => {
            conclude(conn, organization, line, (LineState::Refused, None), &mut counts).await?;
        }
        ProposalChange::Refused(_) => {}
        ProposalChange::Moved(to, now) => moved(conn, organization, &row, (&to, now)).await?,
    }
    counts.keep(conn, organization).await?;
    Ok(into_domain(find().one::<Row>(conn).await?)?)
}

/// The line of a proposal, and the one whose payment it takes back. They never change.
async fn lines_of(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ProposalId,
) -> Result<(LineId, Option<LineId>)> {
    let query = sql!(
        "SELECT line_id, undoes FROM payment_proposals WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    let (line, undoes) = query.one::<(Uuid, Option<Uuid>)>(conn).await?;
    Ok((LineId(line), undoes.map(|payment| LineId::of_payment(PaymentId(payment)))))
}

/// Of the open proposals for the line this one is accepted, the others are withdrawn.
async fn withdraw(
    conn: &mut Conn,
    organization: OrganizationId,
    row: &ProposalRow,
    (amount, now): (Decimal, OffsetDateTime),
) -> Result<()> {
    let answer = sql!(
        "UPDATE payment_proposals
         SET state = CASE WHEN id = {id} THEN 'accepted' ELSE 'withdrawn' END, decided_at = {now},
           amount = CASE WHEN id = {id} THEN {amount} ELSE amount END
         WHERE organization_id = {organization} AND line_id = {line} AND state = 'open'",
        id = row.proposal.id.0,
        now = now,
        amount = AsMoney(amount),
        organization = organization,
        line = row.proposal.line.0,
    );
    answer.execute(conn).await.map(drop)
}

/// Whether it was the last that was open for its line.
async fn refused(
    conn: &mut Conn,
    organization: OrganizationId,
    row: &ProposalRow,
    now: OffsetDateTime,
) -> Result<bool> {
    let answer = sql!(
        "UPDATE payment_proposals SET state = {}, decided_at = {}
         WHERE organization_id = {} AND id = {}",
        ProposalState::Refused.name(),
        now,
        organization,
        row.proposal.id.0
    );
    answer.execute(conn).await?;
    let left = sql!(
        "SELECT count(*) FROM payment_proposals
         WHERE organization_id = {} AND line_id = {} AND state = 'open'",
        organization,
        row.proposal.line.0
    );
    Ok(left.one::<i64>(conn).await? == 0)
}

/// Moves a proposal to another invoice; of two for one invoice the other is withdrawn.
async fn moved(
    conn: &mut Conn,
    organization: OrganizationId,
    row: &ProposalRow,
    (to, now): (&Suggestion, OffsetDateTime),
) -> Result<()> {
    let other = sql!(
        "UPDATE payment_proposals SET state = {}, decided_at = {}
         WHERE organization_id = {} AND line_id = {} AND invoice_id = {} AND state = 'open'",
        ProposalState::Withdrawn.name(),
        now,
        organization,
        row.proposal.line.0,
        to.invoice.0
    );
    other.execute(conn).await?;
    let moved = sql!(
        "UPDATE payment_proposals SET invoice_id = {}, invoice_number = {}, amount = {}, reason = {}
         WHERE organization_id = {} AND id = {}",
        to.invoice.0,
        &to.number,
        AsMoney(to.amount),
        Reason::Chosen.name(),
        organization,
        row.proposal.id.0
    );
    moved.execute(conn).await.map(drop)
}

/// The line whose payment the bank took back is not a payment any more.
async fn returned(
    conn: &mut Conn,
    organization: OrganizationId,
    line: &LineRecord,
    counts: &mut Counts,
) -> Result<()> {
    let (state, reason) = (LineState::Ignored, Reason::Returned);
    let now = LineRecord { state, reason, invoice: None, invoice_number: None, ..line.clone() };
    counts.moved(line.statement, line.state, now.state);
    lines::keep(conn, organization, &now).await
}

/// Ends the proposals for a line.
async fn conclude(
    conn: &mut Conn,
    organization: OrganizationId,
    line: &LineRecord,
    (state, invoice): (LineState, Option<InvoiceId>),
    counts: &mut Counts,
) -> Result<()> {
    counts.moved(line.statement, line.state, state);
    let now = LineRecord { state, invoice, ..line.clone() };
    lines::keep(conn, organization, &now).await
}
