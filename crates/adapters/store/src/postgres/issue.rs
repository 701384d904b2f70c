//! Issuing on PostgreSQL: three round trips. BEGIN goes with the draw of the number, then one
//! statement keeps everything, then COMMIT.

use super::{
    Postgres, Transaction,
    save::save,
    shared::{
        invoices::{
            issued_rows::OwnedColumns,
            number::{draw, draw_after},
        },
        sql::{Result, StoreError},
    },
};
use idempotency::{Answer, Claim};
use invoicing::{Draft, Invoice, Issued, Rendered};

/// See [`invoicing::InvoiceStore::issue`].
pub(super) async fn issue<R>(
    store: &Postgres,
    draft: &Draft,
    claim: Option<&Claim>,
    render: R,
) -> Result<(Invoice, Answer)>
where
    R: Fn(&Issued<'_>) -> Rendered + Send + Sync,
{
    let transaction = Transaction::not_begun(store.writer().await?);
    let issued = issue_within(&transaction, draft, claim, render).await;
    transaction.finish(issued).await
}

async fn issue_within<R>(
    transaction: &Transaction,
    draft: &Draft,
    claim: Option<&Claim>,
    render: R,
) -> Result<(Invoice, Answer)>
where
    R: Fn(&Issued<'_>) -> Rendered + Send + Sync,
{
    let (_, mut drawn) = tokio::try_join!(biased;
        transaction.send_begin(),
        async { draw(&mut transaction.read_conn(), draft).await })?;
    loop {
        let issued = draft.issue(&drawn.number);
        let rendered = render(&issued);
        let owned = OwnedColumns::of(&issued)?;
        let save = save(&issued, &owned, &rendered, claim)?;
        let (inserted, claimed): (i64, i64) = save.one(&mut transaction.read_conn()).await?;
        match (inserted, claimed) {
            (0, _) => drawn = draw_after(&mut transaction.read_conn(), draft, drawn).await?,
            (_, 0) => return Err(StoreError::LeaseLost),
            _ => {
                let Issued { invoice, .. } = issued;
                return Ok((invoice, rendered.answer));
            }
        }
    }
}
