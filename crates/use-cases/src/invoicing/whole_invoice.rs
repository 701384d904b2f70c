//! An invoice with everything that hangs on it.

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

/// An invoice, and the newest of each of its lists.
#[derive(Debug)]
pub struct WholeInvoice {
    /// What it says.
    pub details: InvoiceDetails,
    /// What became of it, the newest first.
    pub trail: Page<TrailLine>,
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
