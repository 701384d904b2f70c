//! Which column is which in a file that nobody knows: asked once, when it is refused.

use crate::{
    answer::see_other,
    blocks::{Choice, Field, FormBlock, Link},
    error::Page,
    form::Form,
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::Body;
use bank_statements::{ChosenColumns, MAX_MAPPINGS, MappedColumn, MappingId, MappingStore};
use use_cases::ledger::statement_mappings::{forget_mapping, map_columns};

/// Asks which of the columns is which.
pub(in crate::pages) fn columns_form(visit: &Visit, headings: &[String], form: &Form) -> View {
    let t = visit.t();
    let labels = [
        t.day,
        t.amount,
        t.amount_in,
        t.amount_out,
        t.direction,
        t.currency,
        t.variable_symbol,
        t.constant_symbol,
        t.specific_symbol,
        t.counterparty_account,
        t.counterparty_bank,
        t.counterparty,
        t.message_column,
        t.payer_reference,
        t.bank_reference,
        t.account,
    ];
    let names = serde_json::to_string(headings).unwrap_or_default();
    let mut fields = vec![Field::hidden("headings", names)];
    for (column, label) in MappedColumn::ALL.into_iter().zip(labels) {
        let chosen = form.text(column.name());
        let none = std::iter::once(Choice::new("", t.no_column, chosen));
        let named = headings.iter().filter(|name| !name.is_empty());
        let choices = none.chain(named.map(|name| Choice::new(name, name, chosen)));
        fields.push(Field::new(column.name(), label, "").choice(choices.collect()));
    }
    let href = visit.path("statements/mappings");
    let form = Some(FormBlock { href, fields, submit: t.remember_columns });
    let mut view = View { form, ..View::new(t.map_columns) };
    view.lead = t.map_columns_lead;
    view.links = vec![Link::new(visit.path("statements/new"), t.back)];
    view
}

/// Remembers the columns; then the file can be uploaded again.
pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let headings: Vec<String> = serde_json::from_str(form.text("headings")).unwrap_or_default();
    let named = MappedColumn::ALL.into_iter();
    let chosen: ChosenColumns =
        named.filter_map(|column| Some((column, form.filled(column.name())?.to_owned()))).collect();
    match map_columns(&context, headings.clone(), &chosen).await {
        Ok(_) => Ok(see_other(&visit.path("statements/new?done=saved"))),
        Err(error) => {
            let view = columns_form(&visit, &headings, &form);
            View::refused(&visit, error, |found| view.faulty(found))
        }
    }
}

/// The mappings that are remembered, to forget one.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::BankRead)?, visit.t());
    let known = visit.store.mappings(organization, None, MAX_MAPPINGS).await?.rows;
    let mut view = View::new(t.mapped_columns);
    view.links = vec![Link::new(visit.path("statements"), t.back)];
    view.lead = if known.is_empty() { t.no_mappings } else { t.mapped_columns_lead };
    if !known.is_empty() && visit.may(Scope::InvoiceUpdate) {
        let choices = known.iter().map(|record| {
            Choice::new(record.id.to_string(), record.mapping.headings.join("; "), "")
        });
        let fields = vec![Field::new("mapping", t.columns_of_file, "").choice(choices.collect())];
        let href = visit.path("statements/mappings/forget");
        view.form = Some(FormBlock { href, fields, submit: t.forget_columns });
    }
    view.show(&visit)
}

/// Forgets one.
pub(in crate::pages) async fn forget(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.require(Scope::BankRead)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    if let Some(id) = form.filled("mapping").and_then(|id| id.parse::<MappingId>().ok()) {
        forget_mapping(&context, id).await?;
    }
    Ok(see_other(&visit.path("statements/mappings?done=deleted")))
}
