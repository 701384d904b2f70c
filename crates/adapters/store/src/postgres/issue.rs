//! Issuing on PostgreSQL: mostly one statement, which keeps everything under a number that was guessed
//! and confirms the guess. When the guess is wrong nothing is kept, and the number is drawn in a
//! transaction of three round trips: BEGIN goes with the draw, then one statement keeps everything,
//! then COMMIT.

use super::{
    Postgres, Transaction,
    keep::{Kept, keep, keep_as_guessed, lock_claim},
    next_numbers::Guess,
    shared::{
        issued_rows::Texts,
        series_number::{draw, draw_after},
    },
};
use crate::error::{backend, translate};
use diesel_async::RunQueryDsl;
use idempotency::{Answer, Claim, UnwritableAnswer};
use invoicing::{Draft, Invoice, Issued};
use persistence::StoreError;

/// See [`invoicing::InvoiceStore::issue`].
pub(super) async fn issue<R>(
    store: &Postgres,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: R,
) -> Result<(Invoice, Answer), StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let Some(mut turn) = store.next_numbers.turn(draft).await else {
        return draw_and_issue(store, draft, claim, &respond).await.map(|(issued, _)| issued);
    };
    if let Some(guess) = turn.guess()
        && let Some(issued) = issue_as_guessed(store, draft, claim, &respond, &guess).await?
    {
        turn.drawn(guess.count);
        return Ok(issued);
    }
    let (issued, count) = draw_and_issue(store, draft, claim, &respond).await?;
    turn.drawn(count);
    Ok(issued)
}

/// Nothing when the guess was wrong, the number is taken or the claim was lost: nothing is kept then.
async fn issue_as_guessed<R>(
    store: &Postgres,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: &R,
    guess: &Guess,
) -> Result<Option<(Invoice, Answer)>, StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let issued = draft.issue(&guess.number).map_err(backend)?;
    let answer = respond(&issued).map_err(backend)?;
    let texts = Texts::of(&issued)?;
    // not begun, so the statement is its own transaction; given up, it is ended like any other
    let transaction = Transaction::not_begun(store.writer().await?);
    let statement = keep_as_guessed(guess, &issued, &texts, &answer, claim)?;
    let kept: Result<Kept, _> = statement.get_result(&mut transaction.lane()).await;
    transaction.nothing_is_open();
    let (inserted, _) = kept.map_err(translate)?;
    let Issued { invoice, .. } = issued;
    Ok((inserted > 0).then_some((invoice, answer)))
}

/// With the count that was drawn.
async fn draw_and_issue<R>(
    store: &Postgres,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: &R,
) -> Result<((Invoice, Answer), i64), StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let transaction = Transaction::not_begun(store.writer().await?);
    let issued = draw_within(&transaction, draft, claim, respond).await;
    transaction.finish(issued).await
}

async fn draw_within<R>(
    transaction: &Transaction,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: &R,
) -> Result<((Invoice, Answer), i64), StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    // the claim first, as in the one statement: nobody waits in a circle
    let (_, _, mut drawn) = tokio::try_join!(biased;
        transaction.send_begin(),
        lock_claim(transaction.lane(), draft.organization, claim),
        async { draw(&mut transaction.lane(), draft).await })?;
    loop {
        let issued = draft.issue(&drawn.number).map_err(backend)?;
        let answer = respond(&issued).map_err(backend)?;
        let texts = Texts::of(&issued)?;
        let (inserted, claimed): Kept = keep(&issued, &texts, &answer, claim)?
            .get_result(&mut transaction.lane())
            .await
            .map_err(translate)?;
        match (inserted, claimed) {
            (0, _) => drawn = draw_after(&mut transaction.lane(), draft, drawn).await?,
            (_, 0) => return Err(StoreError::LeaseLost),
            _ => {
                let Issued { invoice, .. } = issued;
                return Ok(((invoice, answer), drawn.count));
            }
        }
    }
}
