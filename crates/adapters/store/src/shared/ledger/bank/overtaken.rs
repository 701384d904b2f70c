//! Lines that wait for an answer while the bank takes their movement back.

use super::super::super::sql::*;
use crate::error::backend;
use access::OrganizationId;
use bank_statements::{LineId, LineState, Overtaken, ProposalState, ProposedBefore, StatementId};
use money::Currency;
use time::OffsetDateTime;
use uuid::Uuid;

/// The most lines, the newest first.
const MOST: i64 = 1_000;

columns! {
    struct ProposedRow {
        id: Uuid,
        statement_id: Uuid,
        line: String,
    }
}

impl ProposedRow {
    fn into_domain(self) -> Result<ProposedBefore> {
        let line = serde_json::from_str(&self.line).map_err(backend)?;
        Ok(ProposedBefore { id: LineId(self.id), statement: StatementId(self.statement_id), line })
    }
}

/// The lines of an account.
pub(super) async fn proposed(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
) -> Result<Vec<ProposedBefore>> {
    let query = sql!(
        "SELECT id, statement_id, line FROM bank_statement_lines
         WHERE organization_id = {} AND iban = {} AND currency = {} AND state = 'proposed'
         ORDER BY created_at DESC, id DESC LIMIT {}",
        organization,
        iban,
        currency.code(),
        MOST
    );
    let rows: Vec<ProposedRow> = query.all(conn).await?;
    rows.into_iter().map(ProposedRow::into_domain).collect()
}

/// Locks the lines and stores the outcome of their proposals.
///
/// # Errors
/// [`StoreError::Conflict`]: one was answered in the meantime.
pub(super) async fn answer(
    conn: &mut Conn,
    organization: OrganizationId,
    overtaken: &[Overtaken],
    now: OffsetDateTime,
) -> Result<()> {
    for it in overtaken {
        let Overtaken { line, is_certain, .. } = *it;
        let (state, proposal) = match is_certain {
            true => (LineState::Ignored, ProposalState::Withdrawn),
            false => (LineState::Proposed, ProposalState::Open),
        };
        let reason = it.reason().name();
        let update = sql!(
            "UPDATE bank_statement_lines SET state = {}, reason = {}
             WHERE organization_id = {} AND id = {} AND state = 'proposed'",
            state.name(),
            reason,
            organization,
            line.0
        );
        if update.execute(conn).await? == 0 {
            return Err(StoreError::Conflict);
        }
        let proposals = sql!(
            "UPDATE payment_proposals SET state = {}, reason = {}, decided_at = {}
             WHERE organization_id = {} AND line_id = {} AND state = 'open'",
            proposal.name(),
            reason,
            is_certain.then_some(now),
            organization,
            line.0
        );
        proposals.execute(conn).await?;
    }
    Ok(())
}

/// Counts the lines that are ignored now: after everything else that is locked, as an answer does.
pub(super) async fn count(
    conn: &mut Conn,
    organization: OrganizationId,
    overtaken: &[Overtaken],
) -> Result<()> {
    let mut statements: Vec<_> =
        overtaken.iter().filter(|it| it.is_certain).map(|it| it.statement).collect();
    statements.sort_unstable();
    for statement in statements {
        let counts = sql!(
            "UPDATE bank_statements SET proposed = proposed - 1, ignored = ignored + 1
             WHERE organization_id = {} AND id = {}",
            organization,
            statement.0
        );
        counts.execute(conn).await?;
    }
    Ok(())
}
