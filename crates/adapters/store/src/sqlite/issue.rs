//! Issuing on SQLite: step by step, on the writing connection.

use super::{
    Conn, Sqlite,
    shared::{
        idempotency::keep_answer,
        invoicing::{
            invoices::{
                file_rows::ONCE,
                invoice_row::invoice_row,
                issued_rows::{OwnedColumns, new_contact, rows_beside},
                note_effect::{keep_claims, keep_effect},
                number::{draw, draw_after},
            },
            usage::{count, make_room},
        },
        ledger::stock::keep_stock,
        sql::{Result, Statement},
    },
};
use crate::error::backend;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{Draft, Invoice, Issued, settling::claims_between, states::NoteEffect};
use stock::Following;

/// See [`invoicing::InvoiceStore::issue`].
pub(super) async fn issue<R>(
    store: &Sqlite,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: R,
) -> Result<(Invoice, Answer)>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let mut transaction = store.begin().await?;
    let issued = issue_within(transaction.conn(), draft, lease, respond).await;
    transaction.finish(issued).await
}

/// Issues within a transaction of the caller.
pub(crate) async fn issue_within<R>(
    conn: &mut Conn,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: R,
) -> Result<(Invoice, Answer)>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    make_room(conn, draft.organization, &draft.usage).await?;
    let (issued, owned) = numbered(conn, draft).await?;
    let answer = respond(&issued).map_err(backend)?;
    for row in owned.contents(&issued) {
        row.insert().then(sql!("{}", ONCE)).execute(conn).await?;
    }
    count(conn, draft.organization, &draft.usage).await?;
    let has_contact = usize::from(issued.new_contact.is_some());
    for row in rows_beside(&issued, &owned)?.into_iter().skip(has_contact) {
        row.insert().execute(conn).await?;
    }
    let Invoice { organization, created_at, .. } = issued.invoice;
    let effect = NoteEffect::between(None, Some(&issued.invoice));
    keep_effect(conn, organization, effect, &draft.moment()).await?;
    let after = issued.invoice.clone().into();
    let claims = claims_between(None, Some(&after), &[]);
    keep_claims(conn, draft.organization, &claims, &draft.moment()).await?;
    keep_stock(conn, Following::invoice(None, Some(&after)), draft.now).await?;
    let answered = lease.map(|lease| (lease, created_at));
    keep_answer(conn, organization, answered, &answer).await?;
    let Issued { invoice, .. } = issued;
    Ok((invoice, answer))
}

/// Saves the invoice with its contact, under its own number or under the next that was not assigned by hand.
async fn numbered<'a>(conn: &mut Conn, draft: &'a Draft) -> Result<(Issued<'a>, OwnedColumns)> {
    let mut drawn = draw(conn, draft).await?;
    let mut has_contact = false;
    loop {
        let issued = draft.issue(&drawn.number).map_err(backend)?;
        let owned = OwnedColumns::of(&issued)?;
        // first, because the invoice refers to it
        if let Some(contact) = new_contact(&issued, &owned).filter(|_| !has_contact) {
            contact.insert().execute(conn).await?;
            has_contact = true;
        }
        let insert =
            invoice_row(draft.organization, &issued.invoice, issued.by, &owned.invoice).insert();
        let insert = insert.then(sql!(" ON CONFLICT (organization_id, number) DO NOTHING"));
        if insert.execute(conn).await? == 1 {
            return Ok((issued, owned));
        }
        drawn = draw_after(conn, draft, drawn).await?;
    }
}
