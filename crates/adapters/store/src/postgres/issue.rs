//! Issuing on PostgreSQL: three round trips. BEGIN goes with the draw of the number, then one
//! statement keeps everything, then COMMIT.

use super::{
    Postgres, Transaction,
    keep::keep,
    shared::{
        issued_rows::Texts,
        series_number::{draw, draw_after},
    },
};
use crate::error::{backend, translate};
use diesel_async::RunQueryDsl;
use idempotency::{Answer, Claim, UnwritableAnswer};
use invoicing::{Draft, Invoice, Issued, StoreError};

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
    let transaction = Transaction::not_begun(store.writer().await?);
    let issued = issue_within(&transaction, draft, claim, respond).await;
    transaction.finish(issued).await
}

async fn issue_within<R>(
    transaction: &Transaction,
    draft: &Draft,
    claim: Option<&Claim>,
    respond: R,
) -> Result<(Invoice, Answer), StoreError>
where
    R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let (_, mut drawn) = tokio::try_join!(biased;
        transaction.send_begin(),
        async { draw(&mut transaction.lane(), draft).await })?;
    loop {
        let issued = draft.issue(&drawn.number).map_err(backend)?;
        let answer = respond(&issued).map_err(backend)?;
        let texts = Texts::of(&issued)?;
        let (inserted, claimed): (i64, i64) = keep(&issued, &texts, &answer, claim)?
            .get_result(&mut transaction.lane())
            .await
            .map_err(translate)?;
        match (inserted, claimed) {
            (0, _) => drawn = draw_after(&mut transaction.lane(), draft, drawn).await?,
            (_, 0) => return Err(StoreError::ClaimLost),
            _ => {
                let Issued { invoice, .. } = issued;
                return Ok((invoice, answer));
            }
        }
    }
}
