//! Bank accounts.

use super::super::super::{idempotency::answer, sql::*};
use crate::names;
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    BankAccount, BankAccountId,
    records::{BankAccountFilter, BankAccountRecord, BankAccountStore},
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct Row {
        id: Uuid,
        currency: String,
        iban: String,
        bic: Option<String>,
        bank_name: Option<String>,
        is_default: bool,
        created_at: OffsetDateTime,
        retired_at: Option<OffsetDateTime>,
    }
}

const COLUMNS: Fragment =
    Fragment("id, currency, iban, bic, bank_name, is_default, created_at, retired_at");

impl Row {
    fn into_domain(self) -> Result<BankAccountRecord> {
        let account = BankAccount {
            id: BankAccountId(self.id),
            currency: names::currency(&self.currency)?,
            iban: self.iban,
            bic: self.bic,
            bank_name: self.bank_name,
            is_default: self.is_default,
        };
        Ok(BankAccountRecord { account, created_at: self.created_at, retired_at: self.retired_at })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl BankAccountStore for Backend {
    async fn bank_accounts_in_use(
        &self,
        organization: OrganizationId,
    ) -> Result<Vec<BankAccountRecord>> {
        let mut conn = self.reader().await?;
        let rows: Vec<Row> = in_use(organization).all(read_conn!(conn)).await?;
        rows.into_iter().map(Row::into_domain).collect()
    }

    async fn bank_account(
        &self,
        organization: OrganizationId,
        id: BankAccountId,
    ) -> Result<BankAccountRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM bank_accounts WHERE organization_id = {} AND id = {}",
            COLUMNS,
            organization,
            id
        );
        query.one::<Row>(read_conn!(conn)).await?.into_domain()
    }

    async fn bank_accounts(
        &self,
        organization: OrganizationId,
        filter: &BankAccountFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<BankAccountRecord>> {
        let mut conn = self.reader().await?;
        let own =
            sql!("SELECT {} FROM bank_accounts WHERE organization_id = {}", COLUMNS, organization);
        let currency = filter.currency.map(|c| sql!(" AND currency = {}", c.code()));
        let query = page_query(own.then(retired(filter.retired)).and(currency), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, Row::into_domain)
    }

    async fn change_bank_accounts(
        &self,
        organization: OrganizationId,
        before: &[BankAccountRecord],
        after: &[BankAccountRecord],
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => async {
            change(conn, organization, before, after).await?;
            answer(conn, organization, answered, now).await
        })
    }
}

fn in_use(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM bank_accounts WHERE organization_id = {} AND retired_at IS NULL ORDER BY id",
        COLUMNS,
        organization
    )
}

/// Within the caller's transaction. The organization's row is locked, so that of two concurrent changes the second
/// sees the result of the first.
pub(super) async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    before: &[BankAccountRecord],
    after: &[BankAccountRecord],
) -> Result<()> {
    let lock = sql!("SELECT id FROM organizations WHERE id = {} {for_change}", organization);
    let _: Uuid = lock.one(conn).await?;
    let rows: Vec<Row> = in_use(organization).all(conn).await?;
    let known = rows.into_iter().map(Row::into_domain).collect::<Result<Vec<_>>>()?;
    if known != before {
        return Err(StoreError::Conflict);
    }
    for record in after {
        match before.iter().find(|known| known.account.id == record.account.id) {
            None => insert(conn, organization, record).await?,
            Some(known) if known != record => update(conn, organization, record).await?,
            Some(_) => {}
        }
    }
    Ok(())
}

pub(in super::super::super) async fn insert(
    conn: &mut Conn,
    organization: OrganizationId,
    BankAccountRecord { account, created_at, retired_at }: &BankAccountRecord,
) -> Result<()> {
    let row = row!("bank_accounts",
        organization_id: organization,
        id: account.id,
        currency: account.currency.code(),
        iban: &account.iban,
        bic: account.bic.as_deref(),
        bank_name: account.bank_name.as_deref(),
        is_default: account.is_default,
        created_at: *created_at,
        retired_at: *retired_at,
    );
    row.insert().execute(conn).await.map(drop)
}

async fn update(
    conn: &mut Conn,
    organization: OrganizationId,
    BankAccountRecord { account, retired_at, .. }: &BankAccountRecord,
) -> Result<()> {
    let update = sql!(
        "UPDATE bank_accounts
         SET iban = {iban}, bic = {bic}, bank_name = {bank_name}, is_default = {is_default},
           retired_at = {retired_at}
         WHERE organization_id = {organization} AND id = {id}",
        iban = &account.iban,
        bic = account.bic.as_deref(),
        bank_name = account.bank_name.as_deref(),
        is_default = account.is_default,
        retired_at = *retired_at,
        organization = organization,
        id = account.id,
    );
    update.execute(conn).await.map(drop)
}
