//! The fields of the form, with what is wrong at each.

use super::{delivery, faults::fault_at, numbers, values::ADVANCES};
use crate::{
    blocks::{Choice, Field},
    error::PageError,
    form::Form,
    pages::{
        choices,
        finding::{self, NoProject, Nobody},
        invoicing::terms,
    },
    visit::Visit,
};
use invoicing::{InvoiceId, InvoiceType, PaymentMethod, Violations};

pub(super) async fn head_fields(
    visit: &Visit,
    edited: Option<InvoiceId>,
    form: &Form,
    found: &Violations,
) -> Result<Vec<Field>, PageError> {
    let (t, words) = (visit.t(), &visit.words);
    let text = |name| form.text(name);
    let field = |name, label| Field::new(name, label, text(name)).fault(fault_at(found, name));
    let mut fields = Vec::new();
    if edited.is_none() {
        let kinds =
            InvoiceType::ALL.map(|it| Choice::new(it.name(), words.invoice_type(it), text("type")));
        fields.push(field("type", t.kind).choice(kinds.to_vec()));
        let fault = fault_at(found, "customer_id").or_else(|| fault_at(found, "customer"));
        let named = ("customer_id", t.customer);
        let customer = finding::field(visit, named, Nobody::NewCustomer, form).await?;
        fields.push(customer.fault(fault));
        let currencies = choices::currencies(visit, text("currency"));
        fields.push(field("currency", t.currency).choice(currencies));
        fields.extend(numbers::fields(visit, form, found).await?);
    } else {
        for name in ["version", "customer_id", "type", "currency"] {
            fields.push(Field::hidden(name, text(name)));
        }
    }
    fields.push(field("issue_date", t.issued_on).kind("date"));
    fields.push(field("delivery_date", t.delivered_on).kind("date"));
    fields.push(field("due_date", t.due_on).kind("date").hint(t.due_hint));
    let methods = PaymentMethod::ALL
        .map(|it| Choice::new(it.name(), words.method(it), text("payment_method")));
    fields.push(field("payment_method", t.method).choice(methods.to_vec()));
    let accounts = choices::accounts(visit, t.default_account, text("bank_account_id")).await?;
    fields.push(field("bank_account_id", t.account).choice(accounts));
    let nothing = if edited.is_none() { NoProject::Inherited } else { NoProject::None };
    let fault = fault_at(found, "project_id");
    fields.extend(finding::project(visit, form, nothing, fault).await?);
    Ok(fields)
}

pub(super) fn customer_fields(visit: &Visit, form: &Form, found: &Violations) -> Vec<Field> {
    let t = visit.t();
    let field = |name, label, path: &str| {
        Field::new(name, label, form.text(name)).fault(fault_at(found, path)).within("c")
    };
    vec![
        field("name", t.name, "customer.name"),
        field("ico", t.ico, "customer.ico"),
        field("dic", t.dic, "customer.dic"),
        field("ic_dph", t.ic_dph, "customer.ic_dph"),
        field("email", t.email, "customer.email"),
        field("street", t.street, "customer.address.street"),
        field("city", t.city, "customer.address.city"),
        field("postalCode", t.postal_code, "customer.address.postal_code"),
        Field::new("country", t.country, form.filled("country").unwrap_or("SK"))
            .fault(fault_at(found, "customer.address.country"))
            .within("c"),
    ]
}

pub(super) async fn more_fields(
    visit: &Visit,
    edited: Option<InvoiceId>,
    form: &Form,
    found: &Violations,
) -> Result<Vec<Field>, PageError> {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name)).fault(fault_at(found, name));
    let (lines, paragraphs) = terms::fields(visit, form, |path| fault_at(found, path));
    let mut fields = lines;
    fields.push(field("exemption_reason", t.exemption_reason).hint(t.exemption_hint));
    fields.push(field("exchange_rate", t.exchange_rate).hint(match edited {
        None => t.exchange_rate_hint,
        Some(_) => t.exchange_rate_stays,
    }));
    fields.extend(paragraphs);
    if edited.is_none() {
        let hint = t.original_hint;
        fields.push(field("original_invoice_id", t.original).hint(hint));
        let advances =
            choices::advances(visit, form.text("customer_id"), form.all(ADVANCES)).await?;
        if !advances.is_empty() {
            let at = fault_at(found, ADVANCES);
            fields.push(Field::new(ADVANCES, t.advances, "").checks(advances).fault(at));
        }
        fields.extend(delivery::vehicle(visit, form, found).await?);
    }
    Ok(fields)
}
