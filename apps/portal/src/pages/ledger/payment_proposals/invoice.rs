//! Chooses another invoice for a proposal. The choice records no payment.

use crate::{
    answer::see_other,
    blocks::{Choice, Field, FormBlock, Link},
    error::{Page, PageError},
    form::Form,
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::{Body, error::ApiError};
use bank_statements::{InvoiceUnfit, ProposalId, ProposalRow, StatementStore};
use invoicing::{InvoiceId, InvoiceSummary, Violations};
use refusals::FieldFault;
use use_cases::ledger::bank_proposals::{choose_invoice, invoices_to_choose};

/// Open invoices to choose from, by a text in their number or in the customer's name.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    visit.require(Scope::InvoiceRead)?;
    let id = ProposalId(visit.id("id")?);
    let mut query = visit.query()?;
    let wanted = query.text("q").unwrap_or_default();
    query.finish()?;
    view(&visit, id, &wanted).await?.show(&visit)
}

async fn view(visit: &Visit, id: ProposalId, wanted: &str) -> Result<View, PageError> {
    let context = visit.context(Scope::BankRead)?;
    let t = visit.t();
    let row = visit.store.proposal(context.organization, id).await?;
    let found = invoices_to_choose(&context, row.currency, wanted).await?;
    let mut view = View::new(t.choose_invoice);
    view.links =
        vec![Link::new(visit.path(&format!("statements/{}", row.proposal.statement)), t.back)];
    view.filters = vec![Field::new("q", t.number_or_customer, wanted)];
    view.lead = if found.is_empty() { t.nothing_found } else { t.choose_invoice_lead };
    if !found.is_empty() && visit.may(Scope::InvoiceUpdate) {
        view.form = Some(form(visit, &row, (&found, wanted)));
    }
    Ok(view)
}

fn form(visit: &Visit, row: &ProposalRow, (found, wanted): (&[InvoiceSummary], &str)) -> FormBlock {
    let t = visit.t();
    let chosen = row.proposal.invoice.to_string();
    let choice = |invoice: &InvoiceSummary| {
        let outstanding = visit.words.money(invoice.outstanding, row.currency.code());
        let label = format!("{} · {} · {outstanding}", invoice.number, invoice.customer_name);
        Choice::new(invoice.id.to_string(), label, &chosen)
    };
    let choices = found.iter().map(choice).collect();
    let fields = vec![
        Field::hidden("q", wanted),
        Field::new("invoice_id", t.type_invoice, "").choice(choices).required(),
    ];
    let href = visit.path(&format!("proposals/{}/invoice", row.proposal.id));
    FormBlock { href, fields, submit: t.choose_this }
}

/// The proposal is for the chosen one.
pub(in crate::pages) async fn choose(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let id = ProposalId(visit.id("id")?);
    let chosen = match chosen(&form) {
        Ok(invoice) => choose_invoice(&context, id, invoice).await.map_err(PageError::from),
        Err(found) => Err(ApiError::Invalid(found).into()),
    };
    match chosen {
        Ok(row) => {
            Ok(see_other(&visit.path(&format!("statements/{}?done=saved", row.proposal.statement))))
        }
        Err(error) => {
            let view = view(&visit, id, form.text("q")).await?;
            View::refused(&visit, error, |found| view.retyped(&form, found))
        }
    }
}

/// The invoice that was chosen.
fn chosen(form: &Form) -> Result<InvoiceId, Violations> {
    let text = form.filled("invoice_id");
    let read = text.and_then(|id| id.parse().ok());
    read.ok_or_else(|| {
        let mut found = Violations::new();
        match text {
            None => found.add("invoice_id", FieldFault::Required),
            Some(_) => found.add("invoice_id", InvoiceUnfit::NotOpen),
        }
        found
    })
}
