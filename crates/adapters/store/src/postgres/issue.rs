//! Issuing on PostgreSQL: three round trips. BEGIN goes with the draw of the number, then one
//! statement keeps everything, then COMMIT.

use super::{
    Postgres, Transaction,
    keep::keep,
    shared::issued_rows::{Texts, draw_number},
};
use crate::error::translate;
use diesel_async::RunQueryDsl;
use idempotency::{Answer, Claim};
use invoicing::{Draft, Invoice, Issued, NumberSource, Rendered, StoreError};

/// See [`invoicing::InvoiceStore::issue`].
pub(super) async fn issue<R>(
    store: &Postgres,
    draft: &Draft,
    claim: Option<&Claim>,
    render: R,
) -> Result<(Invoice, Answer), StoreError>
where
    R: Fn(&Issued<'_>) -> Rendered + Send + Sync,
{
    let transaction = Transaction::not_begun(store.writer().await?);
    let (_, mut number) =
        tokio::try_join!(biased; transaction.send_begin(), number(&transaction, draft))?;
    loop {
        let issued = draft.issue(&number);
        let rendered = render(&issued);
        let texts = Texts::of(&issued)?;
        let (inserted, claimed): (i64, i64) = keep(&issued, &texts, &rendered, claim)?
            .get_result(&mut transaction.lane())
            .await
            .map_err(translate)?;
        match (inserted, claimed) {
            (0, _) if matches!(draft.number, NumberSource::Own(_)) => {
                return Err(StoreError::Taken(number));
            }
            (0, _) => number = self::number(&transaction, draft).await?,
            (_, 0) => return Err(StoreError::ClaimLost),
            _ => {
                let Issued { invoice, .. } = issued;
                transaction.commit().await?;
                return Ok((invoice, rendered.answer));
            }
        }
    }
}

/// The caller's own number, or the next of the series.
async fn number(transaction: &Transaction, draft: &Draft) -> Result<String, StoreError> {
    match &draft.number {
        NumberSource::Own(number) => Ok(number.clone()),
        NumberSource::Series { invoice_type, format, year } => {
            let draw = draw_number(draft, invoice_type.name(), format.counted_year(*year));
            let count: i64 = draw.get_result(&mut transaction.lane()).await.map_err(translate)?;
            Ok(format.number(*year, count))
        }
    }
}
