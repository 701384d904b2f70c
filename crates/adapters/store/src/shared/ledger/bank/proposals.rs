//! Proposals and their answers.

use super::{
    super::super::{
        invoicing::invoices::payments::{locked, save},
        sql::*,
    },
    matched_again,
};
use crate::{error::backend, names, sql_types::AsMoney};
use access::OrganizationId;
use bank_statements::{
    LineId, LineState, ProposalChange, ProposalError, ProposalFilter, ProposalId, ProposalRecord,
    ProposalRow, ProposalState, Reason, StatementId, Suggestion,
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
    // the line first, so that an answer to another proposal for it waits
    let lock = sql!(
        "SELECT id FROM bank_statement_lines WHERE organization_id = {} AND id =
           (SELECT line_id FROM payment_proposals WHERE organization_id = {} AND id = {})
         {for_update}",
        organization,
        organization,
        id.0
    );
    let _: Uuid = lock.one(conn).await?;
    let find = || own(organization).then(sql!(" AND id = {}", id.0));
    let row = into_domain(find().one::<Row>(conn).await?)?;
    let settlement = locked(conn, organization, row.proposal.invoice).await?;
    match decide(&row, &settlement)? {
        ProposalChange::Nothing => return Ok(row),
        ProposalChange::Accepted(brought, now) => {
            save(conn, &brought.payment).await?;
            accepted(conn, organization, &row, (brought.payment.payment.amount, now)).await?;
            if let Some(payment) = row.proposal.undoes {
                returned(conn, organization, LineId::of_payment(payment)).await?;
            }
            matched_again::keep(conn, organization, &brought.again).await?;
        }
        ProposalChange::Refused(now) => refused(conn, organization, &row, now).await?,
        ProposalChange::Moved(to, now) => moved(conn, organization, &row, (&to, now)).await?,
    }
    Ok(into_domain(find().one::<Row>(conn).await?)?)
}

async fn accepted(
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
    answer.execute(conn).await?;
    conclude(conn, organization, row, LineState::Recorded).await
}

async fn refused(
    conn: &mut Conn,
    organization: OrganizationId,
    row: &ProposalRow,
    now: OffsetDateTime,
) -> Result<()> {
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
    match left.one::<i64>(conn).await? {
        0 => conclude(conn, organization, row, LineState::Refused).await,
        _ => Ok(()),
    }
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
async fn returned(conn: &mut Conn, organization: OrganizationId, line: LineId) -> Result<()> {
    let counts = sql!(
        "UPDATE bank_statements SET recorded = recorded - 1, ignored = ignored + 1
         WHERE organization_id = {organization} AND id =
           (SELECT statement_id FROM bank_statement_lines
            WHERE organization_id = {organization} AND id = {line} AND state = 'recorded')",
        organization = organization,
        line = line.0,
    );
    counts.execute(conn).await?;
    let ignored = sql!(
        "UPDATE bank_statement_lines SET state = {}, reason = {}, invoice_id = NULL
         WHERE organization_id = {} AND id = {}",
        LineState::Ignored.name(),
        Reason::Returned.name(),
        organization,
        line.0
    );
    ignored.execute(conn).await.map(drop)
}

/// Ends the proposals for a line.
async fn conclude(
    conn: &mut Conn,
    organization: OrganizationId,
    row: &ProposalRow,
    state: LineState,
) -> Result<()> {
    let is_recorded = state == LineState::Recorded;
    let line = sql!(
        "UPDATE bank_statement_lines SET state = {}, invoice_id = {}
         WHERE organization_id = {} AND id = {}",
        state.name(),
        is_recorded.then_some(row.proposal.invoice.0),
        organization,
        row.proposal.line.0
    );
    line.execute(conn).await?;
    let counts = sql!(
        "UPDATE bank_statements SET proposed = proposed - 1, recorded = recorded + {},
           refused = refused + {}
         WHERE organization_id = {} AND id = {}",
        i32::from(is_recorded),
        i32::from(!is_recorded),
        organization,
        row.proposal.statement.0
    );
    counts.execute(conn).await.map(drop)
}
