//! Issuing on PostgreSQL. Usually this is one statement, which saves everything under a guessed number and verifies
//! the guess, in a transaction shared with concurrent requests of other organizations. When the guess is wrong nothing
//! is saved, and the number is drawn in a transaction of three round trips: BEGIN together with the draw, then one
//! statement that saves everything, then COMMIT.

use super::{
    Conn, Postgres,
    next_numbers::Guess,
    save::{Saved, lock_lease, save, save_as_guessed},
    shared::{
        invoicing::{
            invoices::{
                issued_rows::OwnedColumns,
                note_effect::keep_consequences,
                number::{Drawn, draw, draw_after},
            },
            usage::make_room,
        },
        ledger::stock::stock_turn,
        sql::{Result, StoreError},
    },
    transaction::Transaction,
};
use crate::error::backend;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{Draft, Invoice, Issued};

/// See [`invoicing::InvoiceStore::issue`].
pub(super) async fn issue<R>(
    store: &Postgres,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: R,
) -> Result<(Invoice, Answer)>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let Some(mut turn) = store.next_numbers.turn(draft).await else {
        return draw_and_issue(store, draft, lease, &respond).await.map(|(issued, _)| issued);
    };
    // a note also changes its original, a settling document its advances, and a line with a stock item the stock
    // levels: that takes a transaction of its own
    let is_alone = draft.document.original.is_none()
        && draft.document.advances.is_empty()
        && !draft.document.names_stock();
    if let Some(guess) = turn.guess().filter(|_| is_alone)
        && let Some(issued) = issue_as_guessed(store, draft, lease, &respond, &guess).await?
    {
        turn.drawn(guess.count);
        return Ok(issued);
    }
    let (issued, count) = draw_and_issue(store, draft, lease, &respond).await?;
    turn.drawn(count);
    Ok(issued)
}

/// `None` when the guess was wrong, the number is taken or the lease was lost; then nothing is saved.
async fn issue_as_guessed<R>(
    store: &Postgres,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: &R,
    guess: &Guess,
) -> Result<Option<(Invoice, Answer)>>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let issued = draft.issue(&guess.number).map_err(backend)?;
    let answer = respond(&issued).map_err(backend)?;
    let owned = OwnedColumns::of(&issued)?;
    let statement = || save_as_guessed(guess, &issued, &owned, &answer, lease);
    let (inserted, _) = match issued.files.is_empty() {
        true => store.save_together(draft.organization, statement).await?,
        // files may be large, and would delay the others
        false => store.save_alone(statement()?).await?,
    };
    let Issued { invoice, .. } = issued;
    Ok((inserted > 0).then_some((invoice, answer)))
}

/// Issues under a number whose count is drawn first.
async fn draw_and_issue<R>(
    store: &Postgres,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: &R,
) -> Result<((Invoice, Answer), i64)>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let _stock = stock_turn(store, draft.organization, draft.document.names_stock()).await?;
    let mut transaction = store.not_begun().await?;
    let issued = draw_within(&transaction, draft, lease, respond).await;
    let issued = match issued {
        Ok(issued) => with_original(transaction.conn(), draft, issued).await,
        refused => refused,
    };
    transaction.finish(issued).await
}

async fn draw_within<R>(
    transaction: &Transaction,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: &R,
) -> Result<((Invoice, Answer), i64)>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    // the lease first, then the month, as in the one statement, so that transactions do not deadlock
    let (_, _, _, drawn) = tokio::try_join!(biased;
        transaction.send_begin(),
        lock_lease(transaction.read_conn(), draft.organization, lease),
        async { make_room(&mut transaction.read_conn(), draft.organization, &draft.usage).await },
        async { draw(&mut transaction.read_conn(), draft).await })?;
    save_drawn(transaction.read_conn(), draft, lease, respond, drawn).await
}

/// Issues, and updates the invoice that a note refers to, or the advances.
async fn with_original(
    conn: &mut Conn,
    draft: &Draft,
    ((invoice, answer), count): ((Invoice, Answer), i64),
) -> Result<((Invoice, Answer), i64)> {
    keep_consequences(conn, None, &invoice, &draft.moment()).await?;
    Ok(((invoice, answer), count))
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
    let conn: &Conn = conn;
    make_room(&mut &*conn, draft.organization, &draft.usage).await?;
    let drawn = draw(&mut &*conn, draft).await?;
    save_drawn(conn, draft, lease, &respond, drawn).await.map(|(issued, _)| issued)
}

async fn save_drawn<R>(
    conn: &Conn,
    draft: &Draft,
    lease: Option<&Lease>,
    respond: &R,
    mut drawn: Drawn,
) -> Result<((Invoice, Answer), i64)>
where
    R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    loop {
        let issued = draft.issue(&drawn.number).map_err(backend)?;
        let answer = respond(&issued).map_err(backend)?;
        let owned = OwnedColumns::of(&issued)?;
        let save = save(&issued, &owned, &answer, lease)?;
        let (inserted, claimed): Saved = save.one(&mut &*conn).await?;
        match (inserted, claimed) {
            (0, _) => drawn = draw_after(&mut &*conn, draft, drawn).await?,
            (_, 0) => return Err(StoreError::LeaseLost),
            _ => {
                let Issued { invoice, .. } = issued;
                return Ok(((invoice, answer), drawn.count));
            }
        }
    }
}
