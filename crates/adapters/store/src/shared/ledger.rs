//! The rows of credit: what stands on an account, and the lines of its ledger.

use super::{
    super::{Conn, FOR_UPDATE},
    issued_rows::NewRow,
    statement::Statement,
    steps::Step,
};
use crate::{
    error::{backend, translate},
    sql_types::{AsId, AsInstant, BigInt, Text},
};
use access::OrganizationId;
use diesel::OptionalExtension;
use diesel_async::RunQueryDsl;
use peppol_connector::{Balance, CreditMove, Credits, Hold, LedgerKind, SubmissionId};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// An amount as it lies in the database.
pub(super) fn amount(credits: Credits) -> Result<i64> {
    i64::try_from(credits.0).map_err(backend)
}

/// What lies in the database is never negative.
pub(super) const fn balance((available, reserved): (i64, i64)) -> Balance {
    Balance {
        available: Credits(available.unsigned_abs()),
        reserved: Credits(reserved.unsigned_abs()),
    }
}

/// A line about a submission.
pub(super) fn entry_row<'a>(
    organization: OrganizationId,
    kind: CreditMove,
    amount: i64,
    submission: SubmissionId,
    now: OffsetDateTime,
) -> NewRow<'a> {
    NewRow {
        into: "credit_entries (organization_id, id, kind, amount, submission_id, created_at)",
        values: vec![
            AsId::from(organization).into(),
            AsId(Uuid::now_v7()).into(),
            LedgerKind::Send(kind).name().into(),
            amount.into(),
            AsId(submission.0).into(),
            AsInstant(now).into(),
        ],
    }
}

/// What the lines about a submission amount to. Only a move of the submission adds to them, and it
/// is locked.
pub(super) async fn hold(
    conn: &mut Conn,
    organization: OrganizationId,
    submission: SubmissionId,
) -> Result<Hold> {
    let query = Statement::<(Text, BigInt)>::new(
        "SELECT kind, amount FROM credit_entries WHERE organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(" AND submission_id = ")
    .value(AsId(submission.0));
    let lines: Vec<(String, i64)> = query.load(conn).await.map_err(translate)?;
    let of = |kind| {
        let kind = LedgerKind::Send(kind).name();
        let line = lines.iter().find(|(name, _)| name == kind);
        line.map(|(_, amount)| Credits(amount.unsigned_abs()))
    };
    let end = of(CreditMove::Capture).map(Hold::Captured);
    let end = end.or_else(|| of(CreditMove::Release).map(Hold::Released));
    Ok(end.or_else(|| of(CreditMove::Reserve).map(Hold::Reserved)).unwrap_or_default())
}

/// What stands on the account, locked.
pub(super) async fn locked_balance(
    conn: &mut Conn,
    organization: OrganizationId,
) -> Result<Balance> {
    let query = Statement::<(BigInt, BigInt)>::new(
        "SELECT available, reserved FROM credit_accounts WHERE organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(FOR_UPDATE);
    let row: Option<(i64, i64)> = query.get_result(conn).await.optional().map_err(translate)?;
    Ok(balance(row.unwrap_or_default()))
}

pub(super) fn set_balance<'a>(organization: OrganizationId, balance: Balance) -> Result<Step<'a>> {
    let head = Statement::new("UPDATE credit_accounts SET available = ")
        .value(amount(balance.available)?)
        .sql(", reserved = ")
        .value(amount(balance.reserved)?);
    let tail = Statement::new(" WHERE organization_id = ").value(AsId::from(organization));
    Ok(Step::update(head, tail))
}
