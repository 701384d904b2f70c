//! Credit: what stands on an account, its ledger, and purchases.

use super::{
    super::{Backend, Conn, Lane, run_steps},
    issued_rows::NewRow,
    keyset::page,
    ledger::{amount, balance, locked_balance, set_balance},
    statement::Statement,
    steps::Step,
};
use crate::{
    error::{backend, known, translate},
    network_names::{IMMEDIATE, NEVER_REGISTERED},
    sql_types::{AsId, AsInstant, BigInt, Bool, Id, Instant, Nullable, Text},
};
use access::OrganizationId;
use diesel::Queryable;
use diesel_async::RunQueryDsl;
use peppol_connector::{Balance, CreditStore, Credits, LedgerKind, LedgerLine, SubmissionId};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

impl CreditStore for Backend {
    async fn balance(&self, organization: OrganizationId) -> Result<Balance> {
        let mut conn = self.reader().await?;
        read_balance(lane!(conn), organization).await
    }

    async fn ledger(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LedgerLine>> {
        let mut conn = self.reader().await?;
        let query = one_more_than(limit, organization, after);
        let rows: Vec<Row> = query.load(lane!(conn)).await.map_err(translate)?;
        page(rows, limit, Row::into_domain)
    }

    async fn top_up(
        &self,
        organization: OrganizationId,
        key: &str,
        amount: Credits,
        now: OffsetDateTime,
    ) -> Result<Balance> {
        let mut transaction = self.begin().await?;
        let balance = top_up(transaction.conn(), organization, key, amount, now).await;
        transaction.finish(balance).await
    }

    async fn set_prepayment_overdue(
        &self,
        organization: OrganizationId,
        overdue: bool,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        let statement = overdue_row(organization, overdue);
        statement.execute(&mut conn).await.map(drop).map_err(translate)
    }
}

/// The row of the organization's options is made where there is none.
fn overdue_row<'a>(organization: OrganizationId, overdue: bool) -> Statement<'a> {
    Statement::new(
        "INSERT INTO peppol_accounts (organization_id, status, like_production, \
         prepayment_overdue, send_mode) VALUES (",
    )
    .values([
        AsId::from(organization).into(),
        NEVER_REGISTERED.into(),
        false.into(),
        overdue.into(),
        IMMEDIATE.into(),
    ])
    .sql(
        ") ON CONFLICT (organization_id) DO UPDATE \
         SET prepayment_overdue = excluded.prepayment_overdue",
    )
}

/// Nothing stands on an account that was never used.
async fn read_balance(conn: &mut Lane<'_>, organization: OrganizationId) -> Result<Balance> {
    let query = Statement::<(BigInt, BigInt)>::new(
        "SELECT coalesce(c.available, 0), coalesce(c.reserved, 0) FROM organizations AS o \
         LEFT JOIN credit_accounts AS c ON c.organization_id = o.id WHERE o.id = ",
    )
    .value(AsId::from(organization));
    query.get_result(conn).await.map(balance).map_err(translate)
}

/// Within the caller's transaction: the account is locked before its ledger is looked at.
async fn top_up(
    conn: &mut Conn,
    organization: OrganizationId,
    key: &str,
    bought: Credits,
    now: OffsetDateTime,
) -> Result<Balance> {
    open_account(conn, organization).await?;
    let before = locked_balance(conn, organization).await?;
    if is_known(conn, organization, key).await? {
        return Ok(before);
    }
    let available = before.available.0.checked_add(bought.0);
    let available = Credits(available.ok_or_else(|| backend("more credit than there can be"))?);
    let after = Balance { available, ..before };
    let line = NewRow {
        into: "credit_entries (organization_id, id, kind, amount, key, created_at)",
        values: vec![
            AsId::from(organization).into(),
            AsId(Uuid::now_v7()).into(),
            LedgerKind::TopUp.name().into(),
            amount(bought)?.into(),
            key.into(),
            AsInstant(now).into(),
        ],
    };
    let steps = vec![set_balance(organization, after)?, Step::insert(line)];
    run_steps(conn, steps).await?;
    Ok(after)
}

async fn open_account(conn: &mut Conn, organization: OrganizationId) -> Result<()> {
    Statement::<()>::new(
        "INSERT INTO credit_accounts (organization_id, available, reserved) VALUES (",
    )
    .value(AsId::from(organization))
    .sql(", 0, 0) ON CONFLICT (organization_id) DO NOTHING")
    .execute(conn)
    .await
    .map(drop)
    .map_err(translate)
}

async fn is_known(conn: &mut Conn, organization: OrganizationId, key: &str) -> Result<bool> {
    let query = Statement::<Bool>::new(
        "SELECT EXISTS (SELECT 1 FROM credit_entries WHERE organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(" AND key = ")
    .value(key)
    .sql(")");
    query.get_result(conn).await.map_err(translate)
}

pub(super) type Columns = (Id, Instant, Text, BigInt, Nullable<Id>, Nullable<Text>);

#[derive(Queryable)]
struct Row {
    id: Uuid,
    at: OffsetDateTime,
    kind: String,
    amount: i64,
    submission: Option<Uuid>,
    key: Option<String>,
}

impl Row {
    fn into_domain(self) -> Result<LedgerLine> {
        let kind = LedgerKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        Ok(LedgerLine {
            id: self.id,
            at: self.at,
            kind: known("line of the ledger", &self.kind, kind)?,
            amount: Credits(self.amount.unsigned_abs()),
            submission: self.submission.map(SubmissionId),
            key: self.key,
        })
    }
}

/// Rows of a page, and one that tells whether there are more.
pub(super) fn one_more_than<'a>(
    limit: u16,
    organization: OrganizationId,
    after: Option<Cursor>,
) -> Statement<'a, Columns> {
    let mut query = Statement::new(
        "SELECT id, created_at, kind, amount, submission_id, key FROM credit_entries \
         WHERE organization_id = ",
    )
    .value(AsId::from(organization));
    if let Some(Cursor { created_at: at, id }) = after {
        // the first term lets the index seek, the second breaks the tie
        query = query
            .sql(" AND created_at <= ")
            .value(AsInstant(at))
            .sql(" AND (created_at < ")
            .value(AsInstant(at))
            .sql(" OR id < ")
            .value(AsId(id))
            .sql(")");
    }
    query.sql(" ORDER BY created_at DESC, id DESC LIMIT ").value(i64::from(limit) + 1)
}
