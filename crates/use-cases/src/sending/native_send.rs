//! Sends invoices that were issued here.

use crate::{
    context::Context,
    invoicing::details::recorded_document,
    ports::Ports,
    retry::{MayConflict, retry_on_conflict},
    sending::{connector::look_up, upcoming::warn_of_upcoming},
};
use document_intake::{Document, DocumentIntake, Incoming, IntakeBusy};
use invoicing::{
    Invoice, InvoiceId, InvoiceStore, InvoiceType,
    warnings::{self, Warning},
};
use peppol_connector::{
    documents::{AutoRepair, Validation},
    identifiers::{Network, ParticipantId},
    ports::{SendSettingsStore, SubmissionLists, SubmissionStore},
    repair::{Finding, Severity},
    sending::{
        NativeInvoice, NativeRefusal, OrganizationFacts, QueuedSend, RecipientLookup, Refusal,
        SendMode, SendWrites, decide_native_send, native_refusal, release_time,
    },
    submissions::State,
};
use persistence::StoreError;
use std::sync::Arc;
use time::{Date, OffsetDateTime};
use ubl_builder::Options;

/// Why an invoice was not queued.
#[derive(Debug, thiserror::Error)]
pub enum NativeSendError {
    /// The send was refused.
    #[error(transparent)]
    Refused(#[from] NativeRefusal),
    /// Too many documents are being inspected.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// The invoice does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for NativeSendError {
    fn is_conflict(&self) -> bool {
        matches!(self, NativeSendError::Store(error) if error.is_conflict())
    }
}

/// Queues an invoice (`POST …/peppol/send/{invoiceId}`). It is queued only once, however often this is called.
///
/// # Errors
/// [`NativeSendError`]; nothing was stored then.
pub async fn send_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<QueuedSend, NativeSendError> {
    let mode = context.database().send_mode(context.organization).await?;
    let queued = retry_on_conflict(|| decide_and_keep(context, id, mode)).await?;
    tracing::info!(
        org.id = %context.organization,
        invoice.id = %id,
        submission.id = %queued.submission.id,
        held = queued.job.held,
        "invoice queued for the network"
    );
    Ok(queued)
}

/// Decides on the current version of the invoice: when it is edited in the meantime, its document is generated again.
async fn decide_and_keep<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    mode: SendMode,
) -> Result<QueuedSend, NativeSendError> {
    let invoice = context.database().invoice(context.organization, id).await?.issued();
    let invoice = invoice.map_err(|_| NativeRefusal::Recorded)?;
    let document = outgoing(context, &invoice, context.today()).await?;
    let now = context.now();
    let (native, organization) = send_facts(context, &invoice, now).await?;
    let (inspection, sending) = (&document.inspection, (&document.facts, &document.bytes));
    let (ids, release) = (context.new_ids(), release_time(mode, now));
    let send = decide_native_send(native, inspection, sending, &organization, ids, release)?;
    let send = QueuedSend { actor: context.actor, ..send };
    let writes = SendWrites::Queue(Box::new(send.clone()));
    context.database().commit(context.organization, &writes, None, now).await?;
    warn_of_upcoming(context, &document);
    Ok(send)
}

/// The facts about the invoice and the organization that decide on a send.
async fn send_facts<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
    now: OffsetDateTime,
) -> Result<(NativeInvoice, OrganizationFacts), StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let native = native_invoice(database, invoice, context.network()).await?;
    let facts = database.organization_facts(organization, context.tier, None, now).await?;
    Ok((native, facts))
}

/// The outgoing document with its files, validated by the rules of a day.
async fn outgoing<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
    day: Date,
) -> Result<Document, NativeSendError> {
    let files = match invoice.document.attachments.is_empty() {
        true => Vec::new(),
        false => context.database().files(invoice.organization, invoice.id).await?,
    };
    let options = Options { network: context.tier, attachments: &files };
    let ubl = ubl_builder::build(&invoice.document, &options);
    let bytes = ubl.xml.into_bytes().into();
    let mut document = inspected(context, bytes, day).await?;
    document.inspection = document.inspection.with(address_finding(invoice).as_ref());
    Ok(document)
}

/// An address without parts that Peppol needs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "lacks {missing}; issue the invoice with the address as an object {{street, city, postalCode, country}}"
)]
pub(crate) struct AddressIncomplete {
    missing: String,
}

/// A finding for a customer's incomplete address: no official rule requires city and postal code, but a plain text is
/// "insufficient for Peppol" (Customer object, `address`).
fn address_finding(invoice: &Invoice) -> Option<Finding> {
    let address = invoice.customer().address.clone().unwrap_or_default();
    let missing = address.missing_parts();
    (!missing.is_empty()).then(|| Finding {
        field: "customer.address".to_owned(),
        code: "CUSTOMER_ADDRESS_INCOMPLETE".to_owned(),
        message: AddressIncomplete { missing: missing.join(", ") }.to_string(),
        severity: Severity::Error,
        rules: None,
    })
}

async fn inspected<P: Ports>(
    context: &Context<'_, P>,
    bytes: Arc<[u8]>,
    day: Date,
) -> Result<Document, IntakeBusy> {
    let incoming = Incoming { bytes, format: None, network: context.network(), day };
    context.ports.intake().inspect(incoming).await
}

async fn native_invoice<S: SubmissionLists>(
    store: &S,
    invoice: &Invoice,
    network: Network,
) -> Result<NativeInvoice, StoreError> {
    let latest = store.latest_submission(invoice.organization, invoice.id, network).await?;
    Ok(NativeInvoice {
        id: invoice.id,
        version: invoice.version,
        proforma: invoice.document.invoice_type == InvoiceType::Proforma,
        issued: invoice.status.is_issued(),
        latest: latest.map(|record| (record.submission.id, record.submission.progress.state)),
    })
}

/// Queues several invoices independently (`POST …/peppol/send/batch`); returns their results in the same order.
///
/// # Errors
/// Insufficient credit, when that alone blocked all of them; a storage failure, which is about no single invoice:
/// those queued before it stay queued.
pub async fn send_batch<P: Ports>(
    context: &Context<'_, P>,
    ids: &[InvoiceId],
) -> Result<Vec<(InvoiceId, Result<QueuedSend, NativeSendError>)>, NativeSendError> {
    let mut results = Vec::with_capacity(ids.len());
    for id in ids {
        match send_invoice(context, *id).await {
            Err(
                error @ NativeSendError::Store(StoreError::Backend(_) | StoreError::Unavailable(_)),
            ) => return Err(error),
            result => results.push((*id, result)),
        }
    }
    let lacks_credit = |result: &Result<_, NativeSendError>| match result {
        Err(NativeSendError::Refused(refusal)) => *refusal == Refusal::Credit.into(),
        _ => false,
    };
    if !results.is_empty() && results.iter().all(|(_, result)| lacks_credit(result)) {
        return Err(NativeRefusal::from(Refusal::Credit).into());
    }
    Ok(results)
}

/// The result of a dry run of a send.
#[derive(Debug)]
pub struct InvoicePreflight {
    /// The validation of the exact document.
    pub validation: Validation,
    /// All findings about it.
    pub findings: Vec<Finding>,
    /// Why a send would be refused now for reasons outside of the document.
    pub refusal: Option<NativeRefusal>,
    /// The participant that it would be sent to.
    pub receiver: Option<ParticipantId>,
    /// Whether that participant is registered.
    pub recipient: Option<RecipientLookup>,
}

impl InvoicePreflight {
    /// Whether a send would be queued now; `None` when it cannot be decided.
    #[must_use]
    pub fn ready(&self) -> Option<bool> {
        match &self.validation {
            Validation::Unavailable => None,
            Validation::Ran(_) => {
                let sound = self.findings.iter().all(|f| f.severity == Severity::Warning);
                Some(sound && self.refusal.is_none())
            }
        }
    }
}

/// Validates the exact document that would be sent, and looks its recipient up. Stores nothing.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown invoice; storage failures.
pub async fn preflight_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<InvoicePreflight, NativeSendError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    let mut warned = Vec::new();
    let (document, refusal) = match invoice.issued() {
        Ok(invoice) => {
            warned.extend(warnings::of_document(&invoice.document).into_iter().map(finding));
            checked(context, &invoice).await?
        }
        // a recorded document is checked as it was sent, by the rules of that day, and cannot be sent from here
        Err(_) => {
            let (record, bytes) = recorded_document(context, id).await?;
            let day = service_day::date(record.submission.queued_at);
            (inspected(context, bytes.sent, day).await?, Some(NativeRefusal::Recorded))
        }
    };
    let receiver = receiver_of(&document);
    let recipient = match &receiver {
        Some(id) => Some(look_up(context.ports, context.network(), &id.to_string(), id).await),
        None => None,
    };
    Ok(InvoicePreflight {
        validation: document.inspection.original.clone(),
        findings: [warned, document.inspection.findings(AutoRepair::Off)].concat(),
        refusal,
        receiver,
        recipient,
    })
}

fn finding(warning: Warning) -> Finding {
    let Warning { code, field, message } = warning;
    Finding {
        field,
        code: code.to_owned(),
        message: message.to_string(),
        severity: Severity::Warning,
        rules: None,
    }
}

/// The outgoing document, and the reason why it would be refused.
async fn checked<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
) -> Result<(Document, Option<NativeRefusal>), NativeSendError> {
    let document = outgoing(context, invoice, judged_on(context, invoice).await?).await?;
    let now = context.now();
    let release = release_time(SendMode::Immediate, now);
    let (native, facts) = send_facts(context, invoice, now).await?;
    let refusal = native_refusal(native, &document.facts, &facts, release);
    Ok((document, refusal))
}

/// The day by whose rules an invoice is judged: that on which it was sent; today, where it was not or may be sent again.
async fn judged_on<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
) -> Result<Date, StoreError> {
    let latest =
        context.database().latest_submission(invoice.organization, invoice.id, context.network());
    let sent = latest.await?.map(|record| record.submission);
    let sent = sent.filter(|submission| submission.progress.state != State::Failed);
    Ok(sent.map_or(context.today(), |submission| service_day::date(submission.queued_at)))
}

/// The participant that the document's electronic address names.
fn receiver_of(document: &Document) -> Option<ParticipantId> {
    let side = document.facts.sender().other();
    let endpoint = document.facts.party(side).endpoint.as_ref()?;
    ParticipantId::new(endpoint.scheme.as_deref()?, &endpoint.value).ok()
}
