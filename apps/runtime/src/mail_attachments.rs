//! The attachments of a mail about an invoice, and its PDF for background work.

use crate::{
    pdf::{RenderError, page, render_untimed},
    wiring::App,
};
use document_formats::PdfFormat;
use invoice_pdf::{InvoicePage, Language, PaymentMethod, PdfError, payment_qr, qr_png};
use invoicing::{InvoiceId, MailProfile};
use use_cases::{
    Context,
    invoicing::{details::invoice_details, formats::InvoiceFormatError},
    ledger::{
        correspondence::{AttachmentError, AttachmentMaker, MailAttachments, PdfFile},
        exports::InvoicePdfs,
    },
};

impl InvoicePdfs<App> for App {
    async fn pdf(
        &self,
        context: &Context<'_, App>,
        invoice: InvoiceId,
        language: Language,
    ) -> Result<Option<PdfFile>, AttachmentError> {
        match render_untimed(*context, invoice, (language, PdfFormat::Ubl)).await {
            Ok(file) => Ok(Some(PdfFile { name: file.name, bytes: file.bytes.to_vec() })),
            // not reached: the XML is attached instead
            Err(
                RenderError::Unreadable
                | RenderError::Pdf(PdfError::NotBuilt | PdfError::TooManyLines(_)),
            ) => Ok(None),
            Err(error) => Err(AttachmentError(error.into())),
        }
    }
}

impl AttachmentMaker<App> for App {
    async fn attachments(
        &self,
        context: &Context<'_, App>,
        invoice: InvoiceId,
        (language, profile): (Language, MailProfile),
    ) -> Result<MailAttachments, AttachmentError> {
        let hybrid = match profile {
            MailProfile::FacturX => hybrid(context, invoice, language).await?,
            MailProfile::None | MailProfile::Ubl | MailProfile::Xrechnung => None,
        };
        let pdf = match hybrid {
            Some(hybrid) => Some(hybrid),
            None => self.pdf(context, invoice, language).await?,
        };
        let details = invoice_details(context, invoice).await;
        let details = details.map_err(|error| AttachmentError(error.into()))?;
        let page = page(&details, language);
        let links = self.links.as_ref();
        Ok(MailAttachments {
            pdf,
            payment_qr: page.as_ref().and_then(payment_qr).and_then(|qr| qr_png(&qr.payload)),
            account: page.and_then(account),
            link: links.map(|it| it.url(&self.config.base_url, context.organization, invoice)),
        })
    }
}

/// The hybrid PDF; `None` when the invoice lacks something that its profile requires, which is logged. The mail then
/// has the usual PDF with the UBL inside.
async fn hybrid(
    context: &Context<'_, App>,
    invoice: InvoiceId,
    language: Language,
) -> Result<Option<PdfFile>, AttachmentError> {
    match render_untimed(*context, invoice, (language, PdfFormat::FacturX)).await {
        Ok(file) => {
            if !file.losses.is_empty() {
                let losses = file.losses.len();
                tracing::warn!(invoice.id = %invoice, losses, "Factur-X of a mail says less than the document");
            }
            Ok(Some(PdfFile { name: file.name, bytes: file.bytes.to_vec() }))
        }
        Err(RenderError::Format(InvoiceFormatError::Lacking(findings))) => {
            let rules: Vec<_> = findings.iter().map(|one| &*one.code).collect();
            tracing::warn!(invoice.id = %invoice, rules = rules.join(" "), "mail without Factur-X");
            Ok(None)
        }
        Err(
            RenderError::Unreadable
            | RenderError::Pdf(PdfError::NotBuilt | PdfError::TooManyLines(_)),
        ) => Ok(None),
        Err(error) => Err(AttachmentError(error.into())),
    }
}

/// The IBAN and BIC of an invoice that is paid by a transfer.
fn account(page: InvoicePage) -> Option<(String, Option<String>)> {
    let account = page.bank_account?;
    let by_transfer = page.payment_method == Some(PaymentMethod::BankTransfer);
    by_transfer.then_some((account.iban, account.bic))
}
