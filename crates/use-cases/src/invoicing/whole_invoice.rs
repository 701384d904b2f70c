//! An invoice with its trail, sends, mails and responses.

use crate::{
    context::Context,
    invoicing::trail::{TrailLine, Travelled, trail},
    invoicing::{
        change_invoice::invoice_history,
        details::{DetailsError, InvoiceDetails, invoice_details},
    },
    ports::Ports,
    sending::invoice_sends::{responses_of, sends_of},
};
use correspondence::{EmailRecord, EmailStore};
use invoice_responses::ReceivedResponse;
use invoicing::{InvoiceId, states::ViewStore};
use peppol_connector::submissions::SubmissionRecord;
use persistence::Page;

/// An invoice, and the newest rows of each of its lists.
#[derive(Debug)]
pub struct WholeInvoice {
    /// The invoice and its content.
    pub details: InvoiceDetails,
    /// Its trail, newest first.
    pub trail: Page<TrailLine>,
    /// Its sends over the network of the key's tier.
    pub sends: Page<SubmissionRecord>,
    /// Its mails in the key's tier.
    pub emails: Page<EmailRecord>,
    /// The buyer's Invoice Responses, oldest first.
    pub responses: Vec<ReceivedResponse>,
}

/// Loads an invoice with up to the given number of rows of each of its lists.
///
/// # Errors
/// [`DetailsError`].
pub async fn whole_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    rows: u16,
) -> Result<WholeInvoice, DetailsError> {
    let (database, owner, tier) = (context.database(), context.organization, context.tier);
    let details = invoice_details(context, id).await?;
    let history = invoice_history(context, id, None, rows).await?;
    let sends = sends_of(context, id, rows).await?;
    let emails = database.emails(owner, tier, id, None, rows).await?;
    let responses = responses_of(context, id).await?;
    let views = database.views(owner, id).await?;
    let travelled =
        Travelled { sends: &sends.rows, responses: &responses, emails: &emails.rows, views };
    let trail = trail(history, &travelled, None, rows);
    Ok(WholeInvoice { details, trail, sends, emails, responses })
}
