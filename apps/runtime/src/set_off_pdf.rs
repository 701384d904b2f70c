//! The agreement on a set-off as a PDF, rendered on a thread of the pool.

use crate::{Part, Timing, page::party, pdf::RenderError, wiring::App};
use bytes::Bytes;
use invoice_pdf::{Claim, Language, SetOffPage};
use invoicing::recording::{AnyDocument, InvoiceContent};
use offsets::OffsetId;
use std::sync::Arc;
use use_cases::{
    Context,
    ledger::offsets::{Agreement, agreement},
};

/// A PDF to hand out.
pub struct AgreementFile {
    /// The file name with its extension.
    pub name: String,
    /// The content.
    pub bytes: Bytes,
}

/// The agreement on a set-off; the same set-off gives the same bytes. Waits for a turn among the PDFs before anything
/// is loaded.
///
/// # Errors
/// See [`RenderError`].
pub async fn render_agreement(
    context: Context<'_, App>,
    id: OffsetId,
    language: Language,
    timing: &Timing,
) -> Result<AgreementFile, RenderError> {
    let turn = timing.wait(Part::Render, context.ports.pdfs.turn()).await?;
    let said = agreement(&context, id).await?;
    let name = said.offset.reference.clone().unwrap_or_else(|| said.offset.id.to_string());
    let (page, ident) = (page(&said, language), id.to_string());
    let pdfs = Arc::clone(&context.ports.pdfs);
    let made = turn.make(move || Ok(pdfs.agreement(&page, &ident)?));
    let bytes = timing.wait(Part::Render, made).await?;
    Ok(AgreementFile { name: format!("{name}.pdf"), bytes })
}

/// The number of the agreement: the one its parties gave it, or else made of both documents' numbers.
fn number(said: &Agreement) -> String {
    let (first, second) = (said.invoice.document.header().number, &said.expense.content.number);
    let named = said.offset.reference.clone().filter(|name| !name.trim().is_empty());
    named.unwrap_or_else(|| format!("ZAP {first}/{second}"))
}

fn page(said: &Agreement, language: Language) -> SetOffPage {
    let Agreement { organization, offset, invoice, expense } = said;
    // the firm as the invoice that it issued here names it
    let first = match &invoice.document {
        AnyDocument::Issued(document) => party(&document.seller),
        AnyDocument::Recorded(_) => party(&organization.as_party()),
    };
    SetOffPage {
        language,
        reference: Some(number(said)),
        date: offset.date,
        amount: offset.amount,
        currency: offset.currency.code().to_owned(),
        first,
        second: party(&expense.content.supplier),
        claim_of_first: claim_of_invoice(said),
        claim_of_second: claim_of_expense(said),
        note: offset.note.clone(),
        accent: organization.branding.accent_colour.clone(),
        created_at: offset.created_at,
    }
}

fn claim_of_invoice(said: &Agreement) -> Claim {
    let header = said.invoice.document.header();
    Claim {
        number: header.number.to_owned(),
        variable_symbol: header.variable_symbol.map(str::to_owned),
        issue_date: header.issue_date,
        due_date: header.due_date,
        net: header.totals.subtotal,
        vat: header.totals.vat_total,
        total: header.totals.total,
        outstanding: said.offset.invoice_outstanding,
    }
}

fn claim_of_expense(said: &Agreement) -> Claim {
    let content = &said.expense.content;
    Claim {
        number: content.number.clone(),
        variable_symbol: content.variable_symbol.clone(),
        issue_date: content.issue_date,
        due_date: content.due_date,
        net: content.totals.subtotal,
        vat: content.totals.vat_total,
        total: content.totals.total,
        outstanding: said.offset.expense_outstanding,
    }
}
