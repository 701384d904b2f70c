//! The events that the service publishes, in the words of the catalogue.

use ::events::{Data, Event, FailureData, InvoiceData, TransportData};
use access::Tier;
use invoicing::{Invoice, InvoiceStatus};
use peppol_connector::{Effect, Network, Receipt, Submission};
use time::OffsetDateTime;

/// Where the PDF of an invoice is.
#[must_use]
pub fn pdf_url(base_url: &str, invoice: uuid::Uuid) -> String {
    format!("{base_url}/v1/agent/invoices/{invoice}/pdf")
}

/// `invoice.created`, of an invoice that was just issued.
#[must_use]
pub fn created_event(invoice: &Invoice, base_url: &str) -> Event {
    let data = Data::InvoiceCreated(invoice_data(invoice, None, base_url));
    Event { organization: invoice.organization, at: invoice.created_at, data }
}

/// The data of an invoice's event; `previous` when the status changed.
#[must_use]
pub fn invoice_data(
    invoice: &Invoice,
    previous: Option<InvoiceStatus>,
    base_url: &str,
) -> InvoiceData {
    let document = &invoice.document;
    InvoiceData {
        invoice_id: invoice.id,
        invoice_number: document.number.clone(),
        r#type: document.invoice_type.name(),
        status: invoice.status.name(),
        previous_status: previous.map(InvoiceStatus::name),
        total: document.totals.total,
        currency: document.currency,
        issue_date: document.issue_date,
        due_date: document.due_date,
        paid_date: invoice.payments.last().map(|payment| payment.date),
        customer_name: invoice.customer().name.clone(),
        pdf_url: Some(pdf_url(base_url, invoice.id)),
    }
}

/// `invoice.sent` and `invoice.updated` of an invoice issued here that the network took; none when
/// its status stays.
#[must_use]
pub fn invoice_sent_events(invoice: &Invoice, base_url: &str, now: OffsetDateTime) -> Vec<Event> {
    let Some(status) = invoice.status.when_sent() else { return Vec::new() };
    let sent = Invoice { status, ..invoice.clone() };
    let data = invoice_data(&sent, Some(invoice.status), base_url);
    [Data::InvoiceSent(data.clone()), Data::InvoiceUpdated(data)]
        .map(|data| Event { organization: invoice.organization, at: now, data })
        .into()
}

/// What an effect on a submission publishes.
#[must_use]
pub fn submission_event(
    submission: &Submission,
    effect: Effect,
    receipt: Option<&Receipt>,
    error: Option<&str>,
) -> Option<Data> {
    let mode = tier(submission.network);
    let transport = |state: &str| TransportData {
        invoice_id: submission.invoice.0,
        invoice_number: submission.number.clone(),
        document_type: submission.document_type.to_string(),
        mode,
        state: state.to_owned(),
        message_id: submission.message_id.to_string(),
        transaction_id: receipt
            .and_then(|receipt| receipt.transaction_id.clone())
            .unwrap_or_else(|| submission.message_id.to_string()),
    };
    match effect {
        Effect::EmitSent => Some(Data::PeppolDocumentSent(transport("SENT"))),
        Effect::EmitDelivered => Some(Data::PeppolDocumentDelivered(transport("DELIVERED"))),
        Effect::EmitFailed => Some(Data::PeppolDocumentFailed(FailureData {
            invoice_id: submission.invoice.0,
            invoice_number: submission.number.clone(),
            document_type: submission.document_type.to_string(),
            error: error.unwrap_or("the document was not accepted").to_owned(),
            mode,
        })),
        _ => None,
    }
}

/// The tier whose keys send over a network.
#[must_use]
pub const fn tier(network: Network) -> Tier {
    match network {
        Network::Test => Tier::Test,
        Network::Live => Tier::Live,
    }
}
