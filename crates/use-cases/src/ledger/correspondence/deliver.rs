use crate::{
    context::Context,
    invoicing::{
        formats::{FormattedFile, InvoiceFormatError, in_format},
        ubl::{UblError, UblFile, archived_or_preview},
    },
    ports::{Ports, Runtime},
};
use access::{OrganizationId, Tier};
use correspondence::{EmailEnd, EmailId, EmailKind, EmailRecord, EmailState, EmailStore, NewEmail};
use document_formats::XmlFormat;
use events::Unwritable;
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStore, InvoiceType, MailProfile, Organization, References,
    recording::InvoiceContent,
};
use languages::Language;
use notifications::{
    Address, DedupKey, DocumentKind, EmailContent, InvoiceLetter, Link, MailError, MailFile,
    Mailer, Message, PAYMENT_QR, Payee, Purpose,
};
use persistence::StoreError;
use std::error::Error;
use time::OffsetDateTime;

/// A file attached to a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The attachments of a mail about an invoice, and the data that only the invoice's page knows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MailAttachments {
    /// `None` when it can never be rendered.
    pub pdf: Option<PdfFile>,
    /// The payment code as PNG, when the invoice is to be paid by transfer.
    pub payment_qr: Option<Vec<u8>>,
    /// IBAN and BIC of a bank transfer.
    pub account: Option<(String, Option<String>)>,
    /// The public link of the invoice.
    pub link: Option<String>,
}

/// The attachments cannot be made now; a retry may succeed.
#[derive(Debug, thiserror::Error)]
#[error("the attachments of a mail cannot be made now")]
pub struct AttachmentError(#[source] pub Box<dyn Error + Send + Sync>);

/// Makes the attachments of a mail about an invoice.
pub trait AttachmentMaker<P>: Send + Sync {
    /// The attachments of an invoice in a language, for a customer of this profile.
    ///
    /// # Errors
    /// [`AttachmentError`].
    fn attachments(
        &self,
        context: &Context<'_, P>,
        invoice: InvoiceId,
        wanted: (Language, MailProfile),
    ) -> impl Future<Output = Result<MailAttachments, AttachmentError>> + Send;
}

/// Why a mail was not handed to the mail server; a retry may succeed.
#[derive(Debug, thiserror::Error)]
pub enum DeliverEmailError {
    /// The mail server is not available.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The attachments could not be made.
    #[error(transparent)]
    Attachments(#[from] AttachmentError),
    /// The UBL attachment could not be made.
    #[error(transparent)]
    Ubl(#[from] UblError),
    /// An event cannot be serialized.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends a queued mail, unless it has ended, or the invoice no longer needs a reminder. Repeating it sends the same
/// mail, whose deduplication key is its id. Returns the time to try at where it waits for the morning.
///
/// # Errors
/// [`DeliverEmailError`]. A mail that is refused for good is marked as failed, which is no error here.
pub async fn deliver_email<P: Ports>(
    ports: &P,
    attachments: &impl AttachmentMaker<P>,
    organization: OrganizationId,
    id: EmailId,
) -> Result<Option<OffsetDateTime>, DeliverEmailError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let record = match store.email(organization, id).await {
        Err(StoreError::NotFound) => return Ok(None),
        record => record?,
    };
    if record.state != EmailState::Queued {
        return Ok(None);
    }
    if let Some(until) = record.waits_until(runtime.now()) {
        return Ok(Some(until));
    }
    let context = Context::new(ports, organization, record.email.tier);
    let invoice = store.invoice(organization, record.email.invoice).await?;
    let end = if record.is_wanted(&invoice) {
        let message = message(&context, &record, &invoice, attachments).await?;
        hand_over(ports, &record, &invoice, message).await?
    } else {
        EmailEnd::Withdrawn
    };
    store.end_email(organization, id, &end, runtime.now()).await?;
    let error = match &end {
        EmailEnd::Failed { error } => Some(error.as_str()),
        _ => None,
    };
    tracing::info!(org.id = %organization, mail.id = %id, error, "invoice mail concluded");
    Ok(None)
}

async fn hand_over<P: Ports>(
    ports: &P,
    record: &EmailRecord,
    invoice: &AnyInvoice,
    message: Result<Message, String>,
) -> Result<EmailEnd, DeliverEmailError> {
    let message = match message {
        Ok(message) => message,
        Err(error) => return Ok(EmailEnd::Failed { error }),
    };
    match ports.mailer().send(&message).await {
        Ok(()) => {
            let (now, today) = (ports.runtime().now(), ports.runtime().today());
            Ok(record.went_out(invoice, now, today)?)
        }
        Err(MailError::Refused(error)) => Ok(EmailEnd::Failed { error }),
        Err(error) => Err(error.into()),
    }
}

/// The mail to send, or why it can never be sent.
async fn message<P: Ports>(
    context: &Context<'_, P>,
    record: &EmailRecord,
    invoice: &AnyInvoice,
    attachments: &impl AttachmentMaker<P>,
) -> Result<Result<Message, String>, DeliverEmailError> {
    let email = &record.email;
    let (to, key) = match addressed(email) {
        Ok(parts) => parts,
        Err(error) => return Ok(Err(error)),
    };
    let store = context.database();
    let records = store.issuing_records(context.organization, &References::default()).await?;
    let sender = records.organization;
    let customer = invoice.document.header().customer_id;
    let profile = match store.contact(context.organization, customer).await {
        Ok(customer) => customer.contact.profile,
        Err(StoreError::NotFound) => MailProfile::default(),
        Err(error) => return Err(error.into()),
    };
    let wanted = (email.language, profile);
    let attachments = attachments.attachments(context, invoice.id, wanted).await?;
    let link = attachments.link.as_deref().and_then(|link| Link::parse(link).ok());
    let today = context.ports.runtime().today();
    let content = content(record, invoice, (&sender, today), (&attachments, link.as_ref()));
    let mut message = content.to(to, key);
    message.reply_to = sender.email.as_deref().and_then(|email| Address::parse(email).ok());
    message.files = files(context, record, (invoice.id, profile), attachments).await?;
    Ok(Ok(message))
}

/// The recipient, and the mail's deduplication key.
fn addressed(email: &NewEmail) -> Result<(Address, DedupKey), String> {
    let to = Address::parse(&email.recipient).map_err(|error| error.to_string())?;
    let key = DedupKey::parse(&format!("email-{}", email.id)).map_err(|error| error.to_string())?;
    Ok((to, key))
}

fn content(
    record: &EmailRecord,
    invoice: &AnyInvoice,
    (sender, today): (&Organization, time::Date),
    (attachments, link): (&MailAttachments, Option<&Link>),
) -> EmailContent {
    let header = invoice.document.header();
    let payee = attachments.account.as_ref().map(|(iban, bic)| Payee {
        iban,
        bic: bic.as_deref(),
        variable_symbol: header.variable_symbol,
    });
    let letter = InvoiceLetter {
        purpose: purpose(record.email.kind),
        language: record.email.language,
        kind: document_kind(header.invoice_type),
        number: header.number,
        sender: &sender.name,
        email: sender.email.as_deref(),
        phone: sender.phone.as_deref(),
        total: money::round(header.totals.total + header.rounding),
        to_pay: money::round(invoice.outstanding()),
        currency: header.currency.code(),
        due_date: header.due_date,
        today,
        payee,
        has_qr: attachments.payment_qr.is_some(),
        has_pdf: attachments.pdf.is_some(),
        link,
        is_test: record.email.tier == Tier::Test,
    };
    letter.write()
}

/// The attachments: the PDF and the payment code, and the XML when it was requested, the customer wants it, or there is no
/// PDF.
async fn files<P: Ports>(
    context: &Context<'_, P>,
    record: &EmailRecord,
    (invoice, profile): (InvoiceId, MailProfile),
    attachments: MailAttachments,
) -> Result<Vec<MailFile>, DeliverEmailError> {
    let file = |name, media_type, content| MailFile { name, media_type, content, content_id: None };
    let wants_xml = matches!(profile, MailProfile::Ubl | MailProfile::Xrechnung);
    let needs_xml = record.email.with_xml || wants_xml || attachments.pdf.is_none();
    let mut files = Vec::new();
    files.extend(attachments.pdf.map(|pdf| file(pdf.name, "application/pdf", pdf.bytes)));
    if needs_xml {
        let xml = xml(context, invoice, profile).await?;
        files.push(file(format!("{}.xml", xml.number), "application/xml", xml.bytes));
    }
    files.extend(attachments.payment_qr.map(|content| MailFile {
        name: "qr.png".to_owned(),
        media_type: "image/png",
        content,
        content_id: Some(PAYMENT_QR),
    }));
    Ok(files)
}

/// The XML that the customer wants. If the invoice lacks something for XRechnung, the mail is not held back: it
/// contains the UBL, and the log has the reason.
async fn xml<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    profile: MailProfile,
) -> Result<UblFile, DeliverEmailError> {
    if profile == MailProfile::Xrechnung {
        match in_format(context, invoice, XmlFormat::XrechnungUbl).await {
            Ok(FormattedFile { file, losses }) => {
                if !losses.is_empty() {
                    let losses = losses.len();
                    tracing::warn!(invoice.id = %invoice, losses, "XRechnung of a mail says less than the document");
                }
                return Ok(file);
            }
            Err(InvoiceFormatError::Ubl(error)) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(invoice.id = %invoice, %error, "mail without XRechnung");
            }
        }
    }
    Ok(archived_or_preview(context, invoice).await?)
}

const fn purpose(kind: EmailKind) -> Purpose {
    match kind {
        EmailKind::Invoice => Purpose::Invoice,
        EmailKind::Reminder => Purpose::Reminder,
    }
}

const fn document_kind(invoice_type: InvoiceType) -> DocumentKind {
    match invoice_type {
        InvoiceType::Invoice => DocumentKind::Invoice,
        InvoiceType::Proforma => DocumentKind::Proforma,
        InvoiceType::SelfInvoice => DocumentKind::SelfInvoice,
        InvoiceType::FinalInvoice => DocumentKind::FinalInvoice,
        InvoiceType::CreditNote => DocumentKind::CreditNote,
        InvoiceType::DebitNote => DocumentKind::DebitNote,
    }
}
