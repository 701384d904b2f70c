//! The rows of credit: the balance of an account, and the lines of its ledger.

use super::super::sql::*;
use crate::error::backend;
use access::OrganizationId;
use peppol_connector::{
    credit::{Balance, CreditMove, Credits, Hold, LedgerKind},
    identifiers::SubmissionId,
};
use time::OffsetDateTime;
use uuid::Uuid;

/// An amount in its stored form.
pub(in super::super) fn amount(credits: Credits) -> Result<i64> {
    i64::try_from(credits.0).map_err(backend)
}

/// A stored balance is never negative.
pub(in super::super) const fn balance((available, reserved): (i64, i64)) -> Balance {
    Balance {
        available: Credits(available.unsigned_abs()),
        reserved: Credits(reserved.unsigned_abs()),
    }
}

/// A line about a submission.
pub(in super::super) fn entry_row<'a>(
    organization: OrganizationId,
    kind: CreditMove,
    amount: i64,
    submission: SubmissionId,
    now: OffsetDateTime,
) -> NewRow<'a> {
    row!("credit_entries",
        organization_id: organization,
        id: Uuid::now_v7(),
        kind: LedgerKind::Send(kind).name(),
        amount: amount,
        submission_id: submission.0,
        created_at: now,
    )
}

/// The sum of the lines about a submission. Only a transition of the submission adds lines, and the submission is
/// locked.
pub(in super::super) async fn hold(
    conn: &mut Conn,
    organization: OrganizationId,
    submission: SubmissionId,
) -> Result<Hold> {
    let query = sql!(
        "SELECT kind, amount FROM credit_entries WHERE organization_id = {} AND submission_id = {}",
        organization,
        submission.0
    );
    let lines: Vec<(String, i64)> = query.all(conn).await?;
    let of = |kind| {
        let kind = LedgerKind::Send(kind).name();
        let line = lines.iter().find(|(name, _)| name == kind);
        line.map(|(_, amount)| Credits(amount.unsigned_abs()))
    };
    let end = of(CreditMove::Capture).map(Hold::Captured);
    let end = end.or_else(|| of(CreditMove::Release).map(Hold::Released));
    Ok(end.or_else(|| of(CreditMove::Reserve).map(Hold::Reserved)).unwrap_or_default())
}

/// The balance of the account, locked.
pub(in super::super) async fn locked_balance(
    conn: &mut Conn,
    organization: OrganizationId,
) -> Result<Balance> {
    let query = sql!(
        "SELECT available, reserved FROM credit_accounts WHERE organization_id = {} {for_update}",
        organization
    );
    let row: Option<(i64, i64)> = query.first(conn).await?;
    Ok(balance(row.unwrap_or_default()))
}

pub(in super::super) fn set_balance<'a>(
    organization: OrganizationId,
    balance: Balance,
) -> Result<Mutation<'a>> {
    Ok(Mutation::new(sql!(
        "UPDATE credit_accounts SET available = {}, reserved = {} {from before}
         WHERE organization_id = {}",
        amount(balance.available)?,
        amount(balance.reserved)?,
        organization
    )))
}
