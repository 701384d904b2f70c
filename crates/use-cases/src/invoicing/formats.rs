//! Invoices in other formats than the UBL that Peppol takes.

use super::ubl::{UblError, UblFile, UblSource, ubl_of};
use crate::{context::Context, ports::Ports};
use document_formats::{
    FormatError, HybridXml, Loss, Written, XmlFormat, hybrid_of_document, hybrid_of_ubl,
    of_document, of_ubl,
};
use factur_x::Level;
use invoicing::{
    AnyInvoice, Invoice, InvoiceId, InvoiceStore, files::StoredFile, states::TransitionRefused,
};
use peppol_connector::repair::Finding;
use persistence::StoreError;
use ubl_builder::Options;
use xml::Parsed;

/// An invoice in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedFile {
    /// The file.
    pub file: UblFile,
    /// What of a document of another system the format has no place for, by paths of that document.
    pub losses: Vec<Loss>,
}

/// Why an invoice cannot be had in a format.
#[derive(Debug, thiserror::Error)]
pub enum InvoiceFormatError {
    /// It has no document yet, does not exist, or storage failed.
    #[error(transparent)]
    Ubl(#[from] UblError),
    /// The document cannot be written in it: one of another system that is no invoice by its own root.
    #[error(transparent)]
    Format(FormatError),
    /// The format requires something that the invoice lacks. Nothing is handed out.
    #[error("the invoice lacks what the format asks for")]
    Lacking(Vec<Finding>),
}

/// A format error about the document itself becomes a finding like any other.
impl From<FormatError> for InvoiceFormatError {
    fn from(error: FormatError) -> Self {
        match error.finding() {
            Some(finding) => Self::Lacking(vec![finding]),
            None => Self::Format(error),
        }
    }
}

impl From<StoreError> for InvoiceFormatError {
    fn from(error: StoreError) -> Self {
        InvoiceFormatError::Ubl(error.into())
    }
}

/// An invoice in a format of XML. UBL is what [`super::ubl::archived_or_preview`] answers; every other format is written
/// now, with the files that are attached to the invoice, and judged by its rules.
///
/// # Errors
/// [`InvoiceFormatError`].
pub async fn in_format<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    format: XmlFormat,
) -> Result<FormattedFile, InvoiceFormatError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    formatted(context, &invoice, format).await
}

/// The XML of a hybrid PDF of an invoice, and its profile: the best that the invoice fulfils.
///
/// # Errors
/// [`InvoiceFormatError`].
pub async fn hybrid_of<P: Ports>(
    context: &Context<'_, P>,
    invoice: &AnyInvoice,
) -> Result<(FormattedFile, Level), InvoiceFormatError> {
    check_issued(invoice)?;
    let (number, source, made) = match invoice.clone().issued() {
        Ok(issued) => {
            let files = attached(context, &issued).await?;
            let options = Options { network: context.tier, attachments: &files };
            let made = hybrid_of_document(&issued.document, &options)?;
            (issued.document.number.clone(), UblSource::Preview, made)
        }
        Err(_) => {
            let UblFile { number, bytes, source } = ubl_of(context, invoice).await?;
            (number, source, hybrid_of_ubl(&parsed(&bytes)?)?)
        }
    };
    let HybridXml { level, written } = made;
    Ok((whole(written, number, source)?, level))
}

/// A document that was sent, parsed.
fn parsed(ubl: &[u8]) -> Result<Parsed<'_>, FormatError> {
    Ok(Parsed::read(ubl)?)
}

/// The file, unless it lacks what its format asks for.
fn whole(
    written: Written,
    number: String,
    source: UblSource,
) -> Result<FormattedFile, InvoiceFormatError> {
    let Written { xml, losses, findings } = written;
    if !findings.is_empty() {
        return Err(InvoiceFormatError::Lacking(findings));
    }
    Ok(FormattedFile { file: UblFile { number, bytes: xml, source }, losses })
}

/// A draft has no number yet, and no document.
fn check_issued(invoice: &AnyInvoice) -> Result<(), UblError> {
    let is_draft = invoice.status.is_draft();
    if is_draft { Err(TransitionRefused::NotIssued(invoice.status).into()) } else { Ok(()) }
}

async fn formatted<P: Ports>(
    context: &Context<'_, P>,
    invoice: &AnyInvoice,
    format: XmlFormat,
) -> Result<FormattedFile, InvoiceFormatError> {
    if format == XmlFormat::Ubl {
        return Ok(FormattedFile { file: ubl_of(context, invoice).await?, losses: Vec::new() });
    }
    check_issued(invoice)?;
    match invoice.clone().issued() {
        Ok(issued) => of_issued(context, &issued, format).await,
        Err(_) => of_recorded(context, invoice, format).await,
    }
}

async fn of_issued<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
    format: XmlFormat,
) -> Result<FormattedFile, InvoiceFormatError> {
    let document = &invoice.document;
    let files = attached(context, invoice).await?;
    let options = Options { network: context.tier, attachments: &files };
    let written = of_document(document, &options, format)?;
    whole(written, document.number.clone(), UblSource::Preview)
}

/// The files that are attached to an invoice.
async fn attached<P: Ports>(
    context: &Context<'_, P>,
    invoice: &Invoice,
) -> Result<Vec<StoredFile>, StoreError> {
    match invoice.document.attachments.is_empty() {
        true => Ok(Vec::new()),
        false => context.database().files(invoice.organization, invoice.id).await,
    }
}

/// A document of another system is carried over from the UBL that was sent.
async fn of_recorded<P: Ports>(
    context: &Context<'_, P>,
    invoice: &AnyInvoice,
    format: XmlFormat,
) -> Result<FormattedFile, InvoiceFormatError> {
    let UblFile { number, bytes, source } = ubl_of(context, invoice).await?;
    whole(of_ubl(&parsed(&bytes)?, format)?, number, source)
}
