//! Sending invoices that were issued here.

use crate::{
    Context, Ports,
    connector::look_up,
    retry::{MayConflict, retry_on_conflict},
};
use document_intake::{Document, DocumentIntake, Incoming};
use invoicing::{Invoice, InvoiceStore, InvoiceType};
use peppol_connector::{
    Commit, Finding, NativeInvoice, NativeRefusal, ParticipantId, QueuedSend, Readiness,
    RecipientLookup, RecordedInvoiceId, Release, SendMode, SendSettingsStore, Severity,
    SubmissionLists, SubmissionStore, Validation, decide_native_send, release_time,
};
use persistence::StoreError;
use time::OffsetDateTime;
use ubl_builder::Options;
use uuid::Uuid;

/// Why an invoice was not queued.
#[derive(Debug, thiserror::Error)]
pub enum NativeSendError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] NativeRefusal),
    /// The document that would be sent breaks rules.
    #[error("the invoice cannot be sent: its document breaks {} rules", .0.len())]
    Invalid(Vec<Finding>),
    /// Nobody can tell whether it does.
    #[error("the validator is unavailable")]
    ValidatorUnavailable,
    /// No such invoice, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for NativeSendError {
    fn is_conflict(&self) -> bool {
        matches!(self, NativeSendError::Store(error) if error.is_conflict())
    }
}

/// Queues an invoice (POST …/peppol/send/{invoiceId}). Under way once, however often it is asked for.
///
/// # Errors
/// [`NativeSendError`]; then nothing was kept.
pub async fn send_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: Uuid,
) -> Result<QueuedSend, NativeSendError> {
    let database = context.database();
    let invoice = database.invoice(context.organization, id).await?;
    if invoice.document.invoice_type == InvoiceType::Proforma {
        return Err(NativeRefusal::Proforma.into());
    }
    let document = outgoing(context, &invoice).await?;
    check(&document)?;
    let mode = database.send_mode(context.organization).await?;
    let queued = retry_on_conflict(|| decide_and_keep(context, &invoice, &document, mode)).await?;
    tracing::info!(
        org.id = %context.organization,
        invoice.id = %id,
        submission.id = %queued.submission.id,
        held = queued.job.held,
        "invoice queued"
    );
    Ok(queued)
}

async fn decide_and_keep<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
    document: &Document,
    mode: SendMode,
) -> Result<QueuedSend, NativeSendError> {
    let now = context.now();
    let send = decide(context, invoice, document, release_time(mode, now), now).await??;
    let commit = Commit::Queue(Box::new(send.clone()));
    context.database().commit(context.organization, &commit, None, now).await?;
    Ok(send)
}

async fn decide<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
    document: &Document,
    release: Release,
    now: OffsetDateTime,
) -> Result<Result<QueuedSend, NativeRefusal>, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let native = native_invoice(database, invoice).await?;
    let facts = database.organization_facts(organization, context.tier, None, now).await?;
    let (facts_of_document, bytes) = (&document.facts, &document.bytes);
    Ok(decide_native_send(native, facts_of_document, bytes, &facts, context.new_ids(), release))
}

/// The document as it would go out: with its files, judged.
async fn outgoing<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
) -> Result<Document, StoreError> {
    let files = match invoice.document.attachments.is_empty() {
        true => Vec::new(),
        false => context.database().files(invoice.organization, invoice.id).await?,
    };
    let options = Options { network: context.tier, attachments: &files };
    let ubl = ubl_builder::build(&invoice.document, &options);
    let bytes = ubl.xml.into_bytes().into();
    let incoming = Incoming { bytes, format: None, network: context.network() };
    Ok(context.ports.intake().examine(incoming).await)
}

/// Our own document is never repaired: what is wrong with it is reported.
fn check(document: &Document) -> Result<(), NativeSendError> {
    match document.examined.readiness(false) {
        Readiness::Ready => Ok(()),
        Readiness::Unknown => Err(NativeSendError::ValidatorUnavailable),
        Readiness::Broken | Readiness::NeedsRepair | Readiness::ReadyRepaired => {
            Err(NativeSendError::Invalid(document.examined.findings(false)))
        }
    }
}

async fn native_invoice<S: SubmissionLists>(
    store: &S,
    invoice: &Invoice,
) -> Result<NativeInvoice, StoreError> {
    let id = RecordedInvoiceId(invoice.id);
    let latest = store.latest_submission(invoice.organization, id).await?;
    Ok(NativeInvoice {
        id,
        proforma: invoice.document.invoice_type == InvoiceType::Proforma,
        issued: invoice.status.is_issued(),
        latest: latest.map(|record| record.submission.progress.state),
    })
}

/// What a dry run of a send says.
#[derive(Debug)]
pub struct InvoicePreflight {
    /// The verdict on the exact document.
    pub validation: Validation,
    /// Everything found in it.
    pub findings: Vec<Finding>,
    /// Why a send would be refused now, whatever the document.
    pub refusal: Option<NativeRefusal>,
    /// To whom it would go.
    pub receiver: Option<ParticipantId>,
    /// Whether that one is registered.
    pub recipient: Option<RecipientLookup>,
}

impl InvoicePreflight {
    /// Whether a send would be queued now; none when nobody can tell.
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

/// Examines the exact document that would be sent, and looks its recipient up. Keeps nothing.
///
/// # Errors
/// No such invoice, or no storage.
pub async fn preflight_invoice<P: Ports>(
    context: &Context<'_, P>,
    id: Uuid,
) -> Result<InvoicePreflight, NativeSendError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    let document = outgoing(context, &invoice).await?;
    let now = context.now();
    let release = release_time(SendMode::Immediate, now);
    let refusal = decide(context, &invoice, &document, release, now).await?.err();
    let receiver = receiver_of(&document);
    let recipient = match &receiver {
        Some(id) => Some(look_up(context.ports, context.network(), &id.to_string(), id).await),
        None => None,
    };
    Ok(InvoicePreflight {
        validation: document.examined.original.clone(),
        findings: document.examined.findings(false),
        refusal,
        receiver,
        recipient,
    })
}

/// The participant that the document's electronic address names.
fn receiver_of(document: &Document) -> Option<ParticipantId> {
    let side = document.facts.sender().other();
    let endpoint = document.facts.party(side).endpoint.as_ref()?;
    ParticipantId::new(endpoint.scheme.as_deref()?, &endpoint.value).ok()
}
