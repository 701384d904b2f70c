//! What goes with a mail about an invoice.

use crate::{
    pdf::{RenderError, page, render_untimed},
    wiring::App,
};
use invoice_pdf::{InvoicePage, Language, PaymentMethod, PdfError, payment_qr, qr_png};
use invoicing::InvoiceId;
use use_cases::{
    Context,
    correspondence::{InvoicePapers, PaperFile, Papers, PapersError},
    invoice_details,
};

impl InvoicePapers<App> for App {
    async fn papers(
        &self,
        context: &Context<'_, App>,
        invoice: InvoiceId,
        language: Language,
    ) -> Result<Papers, PapersError> {
        let not_now = |error: RenderError| PapersError(error.into());
        let pdf = match render_untimed(*context, invoice, language).await {
            Ok(file) => Some(PaperFile { name: file.name, bytes: file.bytes.to_vec() }),
            // never: the mail takes the XML along instead
            Err(
                RenderError::Unreadable
                | RenderError::Pdf(PdfError::NotBuilt | PdfError::TooManyLines(_)),
            ) => None,
            Err(error) => return Err(not_now(error)),
        };
        let details = invoice_details(context, invoice).await;
        let details = details.map_err(|error| PapersError(error.into()))?;
        let page = page(&details, language);
        let links = self.links.as_ref();
        Ok(Papers {
            pdf,
            payment_qr: page.as_ref().and_then(payment_qr).and_then(|qr| qr_png(&qr.payload)),
            account: page.and_then(account),
            link: links.map(|it| it.url(&self.config.base_url, context.organization, invoice)),
        })
    }
}

/// IBAN and BIC, where the invoice is paid by a transfer.
fn account(page: InvoicePage) -> Option<(String, Option<String>)> {
    let account = page.bank_account?;
    let by_transfer = page.payment_method == Some(PaymentMethod::BankTransfer);
    by_transfer.then_some((account.iban, account.bic))
}
