//! The sends of an invoice.

use crate::{
    context::Context,
    ports::Ports,
    receiving::{
        documents::{Documented, fs_report},
        responses::received_responses,
    },
    sending::flight::{Flight, flight},
};
use invoice_responses::{ReceivedResponse, ResponsesOf};
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore};
use peppol_connector::{
    ports::SubmissionLists,
    submissions::{SubmissionFilter, SubmissionRecord},
};
use persistence::{Page, StoreError};
use tax_reports::FsReport;

/// Maximum number of sends of one invoice that are loaded.
const MOST_SENDS: u16 = 100;

/// An invoice with its sends over the network of the key.
#[derive(Debug)]
pub struct InvoiceSends {
    /// The invoice, issued here or recorded.
    pub invoice: AnyInvoice,
    /// Its sends, newest first.
    pub sends: Vec<SubmissionRecord>,
    /// The flight record of the newest send.
    pub newest: Option<Flight>,
    /// The tax report, if there is one.
    pub report: Option<FsReport>,
    /// The buyer's Invoice Responses, oldest first.
    pub responses: Vec<ReceivedResponse>,
}

/// Loads an invoice with its sends over the network of the key, their evidence and responses.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn invoice_sends<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<InvoiceSends, StoreError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    let sends = sends_of(context, id, MOST_SENDS).await?.rows;
    let newest = match sends.first() {
        Some(record) => Some(flight(context, record).await?),
        None => None,
    };
    let report = fs_report(context, Documented::Invoice(id)).await?;
    let responses = responses_of(context, id).await?;
    Ok(InvoiceSends { invoice, sends, newest, report, responses })
}

/// The sends of an invoice over the network of the key, newest first.
pub(crate) async fn sends_of<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    limit: u16,
) -> Result<Page<SubmissionRecord>, StoreError> {
    let network = Some(context.network());
    let filter = SubmissionFilter { network, invoice: Some(id), ..SubmissionFilter::default() };
    context.database().submissions(context.organization, &filter, None, limit).await
}

/// The buyer's Invoice Responses over the network of the key, oldest first.
pub(crate) async fn responses_of<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<Vec<ReceivedResponse>, StoreError> {
    received_responses(context, ResponsesOf::Invoice(id, context.network())).await
}
