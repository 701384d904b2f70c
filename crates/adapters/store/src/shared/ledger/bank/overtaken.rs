//! Lines that wait while the bank takes their movement back.

use super::{super::super::sql::*, counts::Counts, marks};
use crate::{error::backend, names};
use access::OrganizationId;
use bank_statements::{LineId, Overtaken, ProposalState, StatementId, WaitingBefore, Wanted};
use money::Currency;
use time::OffsetDateTime;
use uuid::Uuid;

/// The most lines that wait for an answer, the newest first.
const MOST: i64 = 1_000;

columns! {
    pub(super) struct BeforeRow {
        pub(super) id: Uuid,
        statement_id: Uuid,
        state: String,
        pub(super) line: String,
    }
}

impl BeforeRow {
    fn into_domain(self) -> Result<WaitingBefore> {
        Ok(WaitingBefore {
            id: LineId(self.id),
            statement: StatementId(self.statement_id),
            state: names::line_state(&self.state)?,
            line: serde_json::from_str(&self.line).map_err(backend)?,
        })
    }
}

/// The lines of an account that may be taken back.
pub(super) async fn waiting(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    account: (&str, Currency),
    wanted: &Wanted,
) -> Result<Vec<WaitingBefore>> {
    if wanted.returned.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = proposed(conn, organization, account).await?;
    rows.extend(marks::came(conn, organization, account, &wanted.returned.came).await?);
    rows.into_iter().map(BeforeRow::into_domain).collect()
}

async fn proposed(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
) -> Result<Vec<BeforeRow>> {
    let query = sql!(
        "SELECT id, statement_id, state, line FROM bank_statement_lines
         WHERE organization_id = {} AND iban = {} AND currency = {} AND state = 'proposed'
         ORDER BY created_at DESC, id DESC LIMIT {}",
        organization,
        iban,
        currency.code(),
        MOST
    );
    query.all(conn).await
}

/// Locks the lines and stores what becomes of them and their proposals, but for the counts.
///
/// # Errors
/// [`StoreError::Conflict`]: one was answered or matched in the meantime.
pub(super) async fn answer(
    conn: &mut Conn,
    organization: OrganizationId,
    overtaken: &[Overtaken],
    now: OffsetDateTime,
) -> Result<Counts> {
    let mut counts = Counts::default();
    for it in overtaken {
        let Overtaken { line, is_certain, .. } = *it;
        counts.moved(it.statement, it.state, it.becomes());
        let proposal = if is_certain { ProposalState::Withdrawn } else { ProposalState::Open };
        let reason = it.reason().name();
        let update = sql!(
            "UPDATE bank_statement_lines SET state = {}, reason = {}
             WHERE organization_id = {} AND id = {} AND state = {}",
            it.becomes().name(),
            reason,
            organization,
            line.0,
            it.state.name()
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
    Ok(counts)
}
