//! Set-offs: decided under the lock of the invoice and then that of the expense.

mod number;
mod rows;

use super::{
    super::{
        idempotency::keep_answer,
        invoicing::invoices::{self, contacts},
        sql::*,
    },
    expenses,
};
use ::expenses::ExpenseId;
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{InvoiceId, paying::Settlement, recording::InvoiceContent};
use offsets::{
    AgreementSeries, Missing, NumberedPage, Offset, OffsetChange, OffsetError, OffsetFilter,
    OffsetId, OffsetRecord, OffsetRefused, OffsetStore, PageNumber, Pair,
};
use rows::{OffsetRow, RecordRow, count, find_offset, find_record, list, offset_row};
use time::OffsetDateTime;

type Decided<T> = std::result::Result<T, OffsetError>;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl OffsetStore for Backend {
    async fn set_off<D>(
        &self,
        organization: OrganizationId,
        documents: (InvoiceId, ExpenseId),
        series: Option<AgreementSeries>,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Decided<Answer>
    where
        D: Fn(&Pair) -> Decided<(OffsetChange, Answer)> + Send + Sync,
    {
        let _turn = self.turn(documents.0.0).await?;
        let of = (documents, series);
        within!(self, conn => set_off(conn, organization, of, answered, decide))
    }

    async fn undo_offset<D>(
        &self,
        organization: OrganizationId,
        id: OffsetId,
        decide: D,
    ) -> Decided<Answer>
    where
        D: Fn(&Offset, &Pair) -> Decided<(OffsetChange, Answer)> + Send + Sync,
    {
        // its documents never change; whether it still exists is known when it is deleted
        let offset = reading!(self, conn => one(conn, organization, id))?;
        let _turn = self.turn(offset.invoice.0).await?;
        within!(self, conn => undo(conn, organization, &offset, decide))
    }

    async fn offset(&self, organization: OrganizationId, id: OffsetId) -> Result<OffsetRecord> {
        let mut conn = self.reader().await?;
        let row: RecordRow = find_record(organization, id).one(read_conn!(conn)).await?;
        row.into_domain()
    }

    async fn offsets(
        &self,
        organization: OrganizationId,
        filter: OffsetFilter,
        page: PageNumber,
    ) -> Result<NumberedPage<OffsetRecord>> {
        let mut conn = self.reader().await?;
        let conn = read_conn!(conn);
        let rows: Vec<RecordRow> = list(organization, filter, page).all(conn).await?;
        let total: i64 = count(organization, filter).one(conn).await?;
        let rows = rows.into_iter().map(RecordRow::into_domain).collect::<Result<_>>()?;
        Ok(NumberedPage { rows, total: total.unsigned_abs() })
    }
}

async fn set_off<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    (documents, series): ((InvoiceId, ExpenseId), Option<AgreementSeries>),
    answered: Option<(&Lease, OffsetDateTime)>,
    decide: D,
) -> Decided<Answer>
where
    D: Fn(&Pair) -> Decided<(OffsetChange, Answer)>,
{
    let mut pair = locked(conn, organization, documents).await?;
    if let Some(series) = series {
        pair.number = Some(number::draw(conn, organization, series).await?);
    }
    let (change, answer) = decide(&pair)?;
    offset_row(organization, &change.offset).insert().execute(conn).await?;
    save(conn, &pair, &change).await?;
    keep_answer(conn, organization, answered, &answer).await?;
    Ok(answer)
}

async fn one(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: OffsetId,
) -> Result<Offset> {
    find_offset(organization, id).one::<OffsetRow>(conn).await?.into_domain()
}

async fn undo<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    offset: &Offset,
    decide: D,
) -> Decided<Answer>
where
    D: Fn(&Offset, &Pair) -> Decided<(OffsetChange, Answer)>,
{
    let pair = locked(conn, organization, (offset.invoice, offset.expense)).await?;
    let delete = sql!(
        "DELETE FROM offsets WHERE organization_id = {} AND id = {}",
        organization,
        offset.id.0
    );
    if delete.execute(conn).await? == 0 {
        return Err(StoreError::NotFound.into());
    }
    let (change, answer) = decide(offset, &pair)?;
    save(conn, &pair, &change).await?;
    Ok(answer)
}

/// Both documents, the invoice first, locked until the transaction ends.
async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    (invoice, expense): (InvoiceId, ExpenseId),
) -> Decided<Pair> {
    let settlement = found(invoices::payments::locked(conn, organization, invoice).await)?;
    let expense = found(expenses::locked(conn, organization, expense).await)?;
    let (Some(settlement), Some(expense)) = (&settlement, &expense) else {
        let missing = Missing { invoice: settlement.is_none(), expense: expense.is_none() };
        return Err(OffsetRefused::missing(missing).into());
    };
    let customer = settlement.invoice.document.header().customer_id;
    let customer = contacts::party(conn, organization, customer).await?;
    let (settlement, expense) = (Settlement::clone(settlement), expense.clone());
    Ok(Pair { settlement, customer, expense, number: None })
}

fn found<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn save(conn: &mut Conn, before: &Pair, change: &OffsetChange) -> Result<()> {
    invoices::payments::save(conn, &change.invoice).await?;
    expenses::save(conn, &before.expense.expense, &change.expense).await
}
