//! Credit: the balance of an account, its ledger, and purchases.

use super::{
    super::{super::run_mutations, network::accounts::account_row, sql::*},
    ledger::{amount, balance, locked_balance, set_balance},
};
use crate::error::{backend, require_known};
use access::OrganizationId;
use peppol_connector::{
    credit::{Balance, Credits, LedgerKind, LedgerLine},
    identifiers::{LedgerLineId, SubmissionId},
    ports::CreditStore,
    sending::SendMode,
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl CreditStore for Backend {
    /// The balance of an account that was never used is zero.
    async fn balance(&self, organization: OrganizationId) -> Result<Balance> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT coalesce(c.available, 0), coalesce(c.reserved, 0) FROM organizations AS o
             LEFT JOIN credit_accounts AS c ON c.organization_id = o.id WHERE o.id = {}",
            organization
        );
        query.one(read_conn!(conn)).await.map(balance)
    }

    async fn ledger(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LedgerLine>> {
        self.page(query(limit, organization, after), limit, EntryRow::into_domain).await
    }

    async fn top_up(
        &self,
        organization: OrganizationId,
        key: &str,
        amount: Credits,
        now: OffsetDateTime,
    ) -> Result<Balance> {
        within!(self, conn => top_up(conn, organization, key, amount, now))
    }

    /// Creates the row of the organization's options if it does not exist.
    async fn set_prepayment_overdue(
        &self,
        organization: OrganizationId,
        overdue: bool,
    ) -> Result<()> {
        let insert =
            account_row(organization, (SendMode::default().name(), None), overdue).insert();
        let upsert = insert.then(sql!(
            " ON CONFLICT (organization_id)
             DO UPDATE SET prepayment_overdue = excluded.prepayment_overdue"
        ));
        let mut conn = self.writer().await?;
        upsert.execute(&mut conn).await.map(drop)
    }
}

/// Within the caller's transaction: the account is locked before its ledger is read.
async fn top_up(
    conn: &mut Conn,
    organization: OrganizationId,
    key: &str,
    bought: Credits,
    now: OffsetDateTime,
) -> Result<Balance> {
    let open = sql!(
        "INSERT INTO credit_accounts (organization_id, available, reserved) VALUES ({}, 0, 0)
         ON CONFLICT (organization_id) DO NOTHING",
        organization
    );
    open.execute(conn).await?;
    let before = locked_balance(conn, organization).await?;
    let is_known = sql!(
        "SELECT EXISTS (SELECT 1 FROM credit_entries WHERE organization_id = {} AND key = {})",
        organization,
        key
    );
    if is_known.one(conn).await? {
        return Ok(before);
    }
    let available = before.available.0.checked_add(bought.0);
    let available = Credits(available.ok_or_else(|| backend("more credit than there can be"))?);
    let after = Balance { available, ..before };
    let line = row!("credit_entries",
        organization_id: organization,
        id: Uuid::now_v7(),
        kind: LedgerKind::TopUp.name(),
        amount: amount(bought)?,
        key: key,
        created_at: now,
    );
    run_mutations(conn, vec![set_balance(organization, after)?, Mutation::insert(line)]).await?;
    Ok(after)
}

columns! {
    struct EntryRow {
        id: Uuid,
        created_at: OffsetDateTime,
        kind: String,
        amount: i64,
        submission_id: Option<Uuid>,
        key: Option<String>,
    }
}

impl EntryRow {
    fn into_domain(self) -> Result<LedgerLine> {
        let kind = LedgerKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        Ok(LedgerLine {
            id: LedgerLineId(self.id),
            at: self.created_at,
            kind: require_known("line of the ledger", &self.kind, kind)?,
            amount: Credits(self.amount.unsigned_abs()),
            submission: self.submission_id.map(SubmissionId),
            key: self.key,
        })
    }
}

/// The rows of a page and one more, which shows whether more follow.
pub(in super::super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    after: Option<Cursor>,
) -> Statement<'a> {
    let lines = sql!(
        "SELECT id, created_at, kind, amount, submission_id, key FROM credit_entries
         WHERE organization_id = {}",
        organization
    );
    page_query(lines, after, limit)
}
