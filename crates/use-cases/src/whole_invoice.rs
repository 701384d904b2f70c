//! An invoice with everything that hangs on it.

use crate::{
    Context, DetailsError, InvoiceDetails, Ports, invoice_details, invoice_history,
    invoice_sends::{responses_of, sends_of},
};
use correspondence::{EmailRecord, EmailStore};
use invoice_responses::ReceivedResponse;
use invoicing::{InvoiceId, states::HistoryRow};
use peppol_connector::submissions::SubmissionRecord;
use persistence::Page;

/// An invoice, and the newest of each of its lists.
#[derive(Debug)]
pub struct WholeInvoice {
    /// What it says.
    pub details: InvoiceDetails,
    /// What was done to it.
    pub history: Page<HistoryRow>,
    /// Its sends over the network of the key.
    pub sends: Page<SubmissionRecord>,
    /// The mails about it, of the tier of the key.
    pub emails: Page<EmailRecord>,
    /// What the buyer answered, the first first.
    pub responses: Vec<ReceivedResponse>,
}

/// An invoice with so many rows of each of its lists.
///
/// # Errors
/// [`DetailsError`].
pub async fn whole_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    rows: u16,
) -> Result<WholeInvoice, DetailsError> {
    let (database, owner, tier) = (context.database(), context.organization, context.tier);
    Ok(WholeInvoice {
        details: invoice_details(context, id).await?,
        history: invoice_history(context, id, None, rows).await?,
        sends: sends_of(context, id, rows).await?,
        emails: database.emails(owner, tier, id, None, rows).await?,
        responses: responses_of(context, id).await?,
    })
}
