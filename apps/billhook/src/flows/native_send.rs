//! Sending invoices that were issued here.

use super::connector::{DECISIONS, look_up, new_ids};
use crate::{
    clock::Clock,
    http::{Part, Timing},
};
use access::{OrganizationId, Tier};
use document_intake::{Document, DocumentIntake, Incoming};
use invoicing::{Invoice, InvoiceStore, InvoiceType};
use peppol_connector::{
    Commit, Finding, NativeInvoice, NativeRefusal, Network, ParticipantDirectory, ParticipantId,
    QueuedSend, Readiness, RecipientLookup, RecordedInvoiceId, SendSettingsStore, Severity,
    SubmissionLists, SubmissionStore, Validation, decide_native_send, release_time,
};
use persistence::StoreError;
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

/// For whom, with which key.
pub type Sender = (OrganizationId, Tier);

/// Queues an invoice (POST …/peppol/send/{invoiceId}). Under way once, however often it is asked for.
///
/// # Errors
/// [`NativeSendError`]; then nothing was kept.
pub async fn send_invoice<S, I>(
    store: &S,
    intake: &I,
    clock: &Clock,
    (organization, tier): Sender,
    id: Uuid,
    timing: &Timing,
) -> Result<QueuedSend, NativeSendError>
where
    S: InvoiceStore + SubmissionStore + SubmissionLists + SendSettingsStore,
    I: DocumentIntake,
{
    let invoice = timing.wait(Part::Db, store.invoice(organization, id)).await?;
    if invoice.document.invoice_type == InvoiceType::Proforma {
        return Err(NativeRefusal::Proforma.into());
    }
    let document = outgoing(store, intake, &invoice, tier, timing).await?;
    check(&document)?;
    let mode = timing.wait(Part::Db, store.send_mode(organization)).await?;
    let mut decisions = 0;
    loop {
        decisions += 1;
        let now = clock.now();
        let native = native_invoice(store, &invoice, timing).await?;
        let facts = store.organization_facts(organization, tier, None, now);
        let facts = timing.wait(Part::Db, facts).await?;
        let release = release_time(mode, now);
        let send = decide_native_send(
            native,
            &document.facts,
            &document.bytes,
            &facts,
            new_ids(),
            release,
        )?;
        let commit = Commit::Queue(Box::new(send.clone()));
        let kept = timing.wait(Part::Db, store.commit(organization, &commit, None, now)).await;
        match kept {
            Ok(()) => {
                tracing::info!(
                    org.id = %organization,
                    invoice.id = %id,
                    submission.id = %send.submission.id,
                    held = send.job.held,
                    "invoice queued"
                );
                return Ok(send);
            }
            Err(StoreError::Conflict | StoreError::Taken(_)) if decisions < DECISIONS => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The document as it would go out: with its files, examined.
async fn outgoing<S, I>(
    store: &S,
    intake: &I,
    invoice: &Invoice,
    tier: Tier,
    timing: &Timing,
) -> Result<Document, StoreError>
where
    S: InvoiceStore,
    I: DocumentIntake,
{
    let files = match invoice.document.attachments.is_empty() {
        true => Vec::new(),
        false => timing.wait(Part::Db, store.files(invoice.organization, invoice.id)).await?,
    };
    let options = Options { network: tier, attachments: &files };
    let ubl = timing.time(Part::Render, || ubl_builder::build(&invoice.document, &options));
    let bytes = ubl.xml.into_bytes().into();
    let incoming = Incoming { bytes, format: None, network: Network::of(tier) };
    Ok(timing.wait(Part::Domain, intake.examine(incoming)).await)
}

/// Our own document is never repaired: what is wrong with it is told.
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
    timing: &Timing,
) -> Result<NativeInvoice, StoreError> {
    let id = RecordedInvoiceId(invoice.id);
    let latest = store.latest_submission(invoice.organization, id);
    let latest = timing.wait(Part::Db, latest).await?;
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
pub async fn preflight_invoice<S, I, D>(
    store: &S,
    intake: &I,
    directory: &D,
    clock: &Clock,
    (organization, tier): Sender,
    id: Uuid,
    timing: &Timing,
) -> Result<InvoicePreflight, NativeSendError>
where
    S: InvoiceStore + SubmissionStore + SubmissionLists,
    I: DocumentIntake,
    D: ParticipantDirectory,
{
    let invoice = timing.wait(Part::Db, store.invoice(organization, id)).await?;
    let document = outgoing(store, intake, &invoice, tier, timing).await?;
    let native = native_invoice(store, &invoice, timing).await?;
    let now = clock.now();
    let facts = store.organization_facts(organization, tier, None, now);
    let facts = timing.wait(Part::Db, facts).await?;
    let release = release_time(peppol_connector::SendMode::Immediate, now);
    let decision =
        decide_native_send(native, &document.facts, &document.bytes, &facts, new_ids(), release);
    let refusal = decision.err();
    let receiver = receiver_of(&document);
    let recipient = match &receiver {
        Some(id) => {
            let network = Network::of(tier);
            Some(look_up(directory, network, &id.to_string(), id).await)
        }
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
