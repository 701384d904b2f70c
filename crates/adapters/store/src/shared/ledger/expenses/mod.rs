//! Invoices of suppliers with their payments.

mod change;
mod identities;
mod list;
pub(in super::super) mod rows;

use super::{
    super::{
        idempotency::{answer, keep_answer},
        invoicing::invoices::{
            invoice_row::{ContactColumns, contact_row},
            read::with_payments,
        },
        sql::*,
    },
    stock::stock_turn,
};
use access::OrganizationId;
pub(in super::super) use change::{locked, save};
use expenses::{
    Expense, ExpenseChange, ExpenseError, ExpenseFilter, ExpenseId, ExpenseStatus, ExpenseStore,
    NewExpense, SettledExpense,
};
use idempotency::{Answer, Lease};
use invoicing::Contact;
use persistence::{Cursor, Page};
use rows::{ExpenseColumns, ExpenseRow, expense_row};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ExpenseStore for Backend {
    async fn add_expense(
        &self,
        organization: OrganizationId,
        new: &NewExpense,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        within!(self, conn => async {
            insert(conn, organization, new).await?;
            answer(conn, organization, answered, new.expense.created_at).await
        })
    }

    async fn expense(&self, organization: OrganizationId, id: ExpenseId) -> Result<SettledExpense> {
        let mut conn = self.reader().await?;
        let rows = rows::find_settled(organization, id).all(read_conn!(conn)).await?;
        let (expense, payments): (ExpenseRow, _) = with_payments(rows)?;
        Ok(SettledExpense { expense: expense.into_domain(organization)?, payments })
    }

    async fn expenses(
        &self,
        organization: OrganizationId,
        filter: &ExpenseFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Expense>> {
        let supplier = filter.search_name();
        if contains_nul([&filter.number, &supplier]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let query = list::query(limit, organization, filter, supplier.as_deref(), after);
        let rows: Vec<ExpenseRow> = query.all(read_conn!(conn)).await?;
        Page::of_one_more(rows, limit).try_map(|row| row.into_domain(organization))
    }

    async fn change_expense<D>(
        &self,
        organization: OrganizationId,
        id: ExpenseId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> std::result::Result<Answer, ExpenseError>
    where
        D: Fn(&SettledExpense) -> std::result::Result<(ExpenseChange, Answer), ExpenseError>
            + Send
            + Sync,
    {
        let _turn = self.turn(id.0).await?;
        let moves = reading!(self, conn => may_bring_stock(conn, organization, id))?;
        let _stock = stock_turn(self, organization, moves).await?;
        within!(self, conn => change(conn, organization, id, answered, decide))
    }
}

/// Whether it waits for its approval, which brings stock.
async fn may_bring_stock(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: ExpenseId,
) -> Result<bool> {
    let row: ExpenseRow = rows::find_row(organization, id).one(conn).await?;
    let expense = row.into_domain(organization)?;
    Ok(expense.status != ExpenseStatus::Approved && !expense.content.stock.is_empty())
}

async fn change<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ExpenseId,
    answered: Option<(&Lease, OffsetDateTime)>,
    decide: D,
) -> std::result::Result<Answer, ExpenseError>
where
    D: Fn(&SettledExpense) -> std::result::Result<(ExpenseChange, Answer), ExpenseError>,
{
    let before = locked(conn, organization, id).await?;
    let (change, answer) = decide(&before)?;
    save(conn, &before.expense, &change).await?;
    keep_answer(conn, organization, answered, &answer).await?;
    Ok(answer)
}

async fn insert(
    conn: &mut Conn,
    organization: OrganizationId,
    NewExpense { expense, contact }: &NewExpense,
) -> Result<()> {
    if let Some(contact) = contact {
        insert_contact(conn, organization, contact, expense.created_at).await?;
    }
    let columns = ExpenseColumns::of(expense)?;
    expense_row(organization, expense, &columns).insert().execute(conn).await?;
    identities::take(conn, expense).await
}

/// A supplier that is a contact already is not changed.
async fn insert_contact(
    conn: &mut Conn,
    organization: OrganizationId,
    contact: &Contact,
    now: OffsetDateTime,
) -> Result<()> {
    let columns = ContactColumns::of(contact)?;
    let once = sql!(" ON CONFLICT (organization_id, id) DO NOTHING");
    let row = contact_row(contact, &columns, (organization, now));
    row.insert().then(once).execute(conn).await.map(drop)
}
