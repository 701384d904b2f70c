//! Issuing on SQLite: step by step, on the connection that writes.

use super::{
    Conn, Sqlite,
    shared::{
        idempotency::{answered, under_claim},
        issued_rows::{NewRow, Texts, contact_row, invoice_row, rows_beside},
        series_number::{draw, draw_after},
        statement::Statement,
    },
};
use crate::error::{backend, translate};
use diesel_async::RunQueryDsl;
use idempotency::{Answer, Claim, UnwritableAnswer};
use invoicing::{Draft, Invoice, Issued};
use persistence::StoreError;

/// See [`invoicing::InvoiceStore::issue`].
pub(super) async fn issue<R>(
    store: &Sqlite,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: R,
) -> Result<(Invoice, Answer), StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let mut transaction = store.begin().await?;
    let issued = issue_within(transaction.conn(), draft, claim, respond).await;
    transaction.finish(issued).await
}

async fn issue_within<R>(
    conn: &mut Conn,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: R,
) -> Result<(Invoice, Answer), StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let (issued, texts) = numbered(conn, draft).await?;
    let answer = respond(&issued).map_err(backend)?;
    let has_contact = usize::from(issued.new_contact.is_some());
    for row in rows_beside(&issued, &texts)?.into_iter().skip(has_contact) {
        insert(conn, row, "").await?;
    }
    if let Some(claim) = claim {
        let Invoice { organization, created_at, .. } = issued.invoice;
        let complete = answered(&answer, created_at).then(under_claim(organization.into(), claim));
        if complete.execute(conn).await.map_err(translate)? == 0 {
            return Err(StoreError::LeaseLost);
        }
    }
    let Issued { invoice, .. } = issued;
    Ok((invoice, answer))
}

/// The invoice with its contact, kept under its own number or under the next that was not taken by
/// hand.
async fn numbered<'a>(
    conn: &mut Conn,
    draft: &'a Draft,
) -> Result<(Issued<'a>, Texts), StoreError> {
    let mut drawn = draw(conn, draft).await?;
    let mut kept_contact = false;
    loop {
        let issued = draft.issue(&drawn.number).map_err(backend)?;
        let texts = Texts::of(&issued)?;
        // first: the invoice refers to it
        if let Some(contact) = issued.new_contact.filter(|_| !kept_contact) {
            insert(conn, contact_row(&issued, contact, &texts), "").await?;
            kept_contact = true;
        }
        let row = invoice_row(&issued, &texts);
        let inserted =
            insert(conn, row, " ON CONFLICT (organization_id, number) DO NOTHING").await?;
        if inserted == 1 {
            return Ok((issued, texts));
        }
        drawn = draw_after(conn, draft, drawn).await?;
    }
}

/// How many rows were inserted.
async fn insert(
    conn: &mut Conn,
    row: NewRow<'_>,
    on_conflict: &'static str,
) -> Result<usize, StoreError> {
    Statement::<()>::new("INSERT INTO ")
        .sql(row.into)
        .sql(" VALUES (")
        .values(row.values)
        .sql(")")
        .sql(on_conflict)
        .execute(conn)
        .await
        .map_err(translate)
}
