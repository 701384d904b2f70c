use crate::{
    context::Context,
    idempotent::{IdempotencyError, with_idempotency_key},
    ports::{Ports, Runtime},
};
use correspondence::{
    Correspondence, EmailError, EmailId, EmailKind, EmailRecord, EmailStore, MailMoment, Mailing,
    NoRecipient, Outcome, Recipients, may_be_mailed, recipient,
};
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStore, Party, References,
    recording::{AnyDocument, InvoiceContent},
};
use jobs::JobId;
use languages::Language;
use persistence::{Cursor, Page, StoreError};

/// A mail that a caller requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRequest {
    pub kind: EmailKind,
    /// The recipient's address; `None`: the customer's.
    pub email: Option<String>,
    /// `None`: the language of the customer's country.
    pub language: Option<Language>,
    pub with_xml: bool,
    /// For an automatic reminder, the day of the schedule, in days after the due date.
    pub step: Option<u16>,
}

/// Why no mail was queued.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The mail was refused, or storage failed.
    #[error(transparent)]
    Email(#[from] EmailError),
    /// No recipient is known.
    #[error(transparent)]
    Recipient(#[from] NoRecipient),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

impl From<StoreError> for MailError {
    fn from(error: StoreError) -> Self {
        EmailError::from(error).into()
    }
}

/// Queues a mail about an invoice, once per idempotency key, and not twice within ten minutes. Returns what `respond`
/// makes of the decision.
///
/// # Errors
/// [`MailError`]. Nothing was stored then, and the key can be used again.
pub async fn send_mail<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    request: &MailRequest,
    lease: Option<(Lease, Fingerprint)>,
    respond: impl Fn(&Outcome, &Mailing) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, MailError> {
    let lease = lease.as_ref();
    let work = queue(context, invoice, request, lease.map(|(lease, _)| lease), respond);
    with_idempotency_key(context.ports, context.organization.into(), lease, work).await
}

async fn queue<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    request: &MailRequest,
    lease: Option<&Lease>,
    respond: impl Fn(&Outcome, &Mailing) -> Result<Answer, UnwritableAnswer> + Send + Sync,
) -> Result<Answer, MailError> {
    let (organization, runtime) = (context.organization, context.ports.runtime());
    let mailing = addressed(context, id, request).await?;
    let moment = MailMoment {
        id: EmailId(runtime.new_id()),
        job: JobId(runtime.new_id()),
        now: runtime.now(),
    };
    let decide = |known: &Correspondence| {
        let outcome = known.decide(&mailing, moment)?;
        let answer = respond(&outcome, &mailing)?;
        Ok((outcome, answer))
    };
    let at = (context.tier, moment.now);
    let answer = context.database().queue_email(organization, id, at, lease, decide).await?;
    tracing::info!(org.id = %organization, invoice.id = %id, mail.kind = request.kind.name(), "invoice mail requested");
    Ok(answer)
}

/// The mail with the recipient, the language and the rest that depends on its customer.
async fn addressed<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    request: &MailRequest,
) -> Result<Mailing, MailError> {
    let (store, organization) = (context.database(), context.organization);
    let invoice = store.invoice(organization, id).await?;
    may_be_mailed(request.kind, &invoice).map_err(EmailError::from)?;
    let records = store.issuing_records(organization, &References::default()).await?;
    let contact = match store.contact(organization, invoice.document.header().customer_id).await {
        Ok(row) => Some(row.contact.party),
        Err(StoreError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    let party = customer(&invoice).or(contact.as_ref());
    let known = Recipients {
        named: request.email.as_deref(),
        contact: contact.as_ref().and_then(|party| party.email.as_deref()),
        invoice: party.and_then(|party| party.email.as_deref()),
        own: records.organization.email.as_deref(),
    };
    let country = party.and_then(|party| party.address.as_ref()).map(|address| &*address.country);
    Ok(Mailing {
        kind: request.kind,
        tier: context.tier,
        recipient: recipient(context.tier, &known)?,
        language: request
            .language
            .unwrap_or_else(|| country.map_or(Language::Sk, Language::of_country)),
        with_xml: request.with_xml,
        step: request.step,
        a_day: records.organization.plan.mails_a_day(),
    })
}

/// The other party of an invoice that was issued here.
fn customer(invoice: &AnyInvoice) -> Option<&Party> {
    match &invoice.document {
        AnyDocument::Issued(document) if document.self_billed => Some(&document.seller),
        AnyDocument::Issued(document) => Some(&document.buyer),
        AnyDocument::Recorded(_) => None,
    }
}

/// A page of the mails about an invoice that keys of the tier see, newest first.
///
/// # Errors
/// [`StoreError::NotFound`] where there is no such invoice; storage failures.
pub async fn mails_of_invoice<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<EmailRecord>, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    database.invoice(organization, invoice).await?;
    database.emails(organization, context.tier, invoice, after, limit).await
}
