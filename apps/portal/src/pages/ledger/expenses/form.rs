//! An invoice of a supplier, entered by hand.

use crate::pages::{
    choices,
    finding::{self, NoProject, Nobody, is_asked},
};
use crate::{
    answer::see_other,
    blocks::{Choice, Field, FormBlock, Link},
    error::{Page, PageError},
    form::{Form, number},
    posted::Posted,
    view::View,
    visit::{Visit, once, read},
};
use ::expenses::{Expense, ExpenseId, ExpenseType};
use access::Scope;
use agent_requests::{ExpenseCreate, ExpenseRequest};
use api_http::error::ApiError;
use idempotency::Answer;
use serde_json::{Map, Value};
use use_cases::ledger::expenses::{NewExpenseRequest, add_expense};

/// The fields that are sent as they were entered.
const TEXTS: [&str; 9] = [
    "type",
    "supplier_id",
    "number",
    "variable_symbol",
    "issue_date",
    "delivery_date",
    "due_date",
    "note",
    "project_id",
];

/// Sums, which people write with a comma.
const SUMS: [&str; 2] = ["total", "vat_total"];

/// The fields of the supplier, with the members of the API.
const SUPPLIER: [(&str, &str); 4] = [
    ("supplier.name", "name"),
    ("supplier.ico", "ico"),
    ("supplier.dic", "dic"),
    ("supplier.ic_dph", "ic_dph"),
];

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::ReceiptUpdate)?;
    let today = service_day::date(visit.clock.now()).to_string();
    form_view(&visit, &Form::of(vec![("issue_date", today)])).await?.show(&visit)
}

async fn form_view(visit: &Visit, form: &Form) -> Result<View, PageError> {
    let (t, words) = (visit.t(), &visit.words);
    let text = |name| form.text(name);
    let field = |name, label| Field::new(name, label, text(name));
    let day = |name, label| field(name, label).kind("date");
    let kinds =
        ExpenseType::ALL.map(|it| Choice::new(it.name(), words.expense_type(it), text("type")));
    let named = ("supplier_id", t.supplier);
    let supplier = finding::field(visit, named, Nobody::NewSupplier, form).await?;
    let mut fields = vec![
        once(form),
        field("type", t.kind).choice(kinds.to_vec()),
        field("number", t.number).required(),
        supplier,
        field("supplier.name", t.new_supplier),
        field("supplier.ico", t.ico),
        field("supplier.dic", t.dic),
        field("supplier.ic_dph", t.ic_dph),
        day("issue_date", t.issued_on),
        day("delivery_date", t.delivered_on),
        day("due_date", t.due_on),
        field("total", t.total).required(),
        field("vat_total", t.vat),
        field("currency", t.currency).choice(choices::currencies(visit, text("currency"))),
        field("variable_symbol", t.variable_symbol),
        field("note", t.plain_note).area(),
    ];
    fields.extend(finding::project(visit, form, NoProject::None, None).await?);
    let links = vec![Link::new(visit.path("expenses"), t.back)];
    let form = Some(FormBlock { href: visit.path("expenses/new"), fields, submit: t.save });
    Ok(View { form, links, ..View::new(t.new_expense) })
}

/// The body of the API that creates the expense.
fn request(form: &Form) -> Map<String, Value> {
    let mut object = form.object(&TEXTS);
    object.extend(form.object(&["currency"]));
    for name in SUMS {
        if let Some(sum) = form.filled(name) {
            object.insert(name.to_owned(), number(sum).into());
        }
    }
    let supplier = SUPPLIER.iter().filter_map(|(field, member)| {
        Some(((*member).to_owned(), Value::from(form.filled(field)?)))
    });
    let supplier: Map<_, _> = supplier.collect();
    if !supplier.is_empty() {
        object.insert("supplier".to_owned(), supplier.into());
    }
    object
}

pub(in crate::pages) async fn create(Posted { visit, form, resumed }: Posted) -> Page {
    let context = visit.context(Scope::ReceiptUpdate)?;
    if resumed {
        let view = form_view(&visit, &form).await?;
        return View { fault: Some(visit.t().resumed.to_owned()), ..view }.show(&visit);
    }
    if is_asked(&form, "supplier_id") {
        return form_view(&visit, &form).await?.show(&visit);
    }
    let (request, found) = read::<ExpenseCreate>(request(&form));
    let ExpenseRequest::Entered(input) = request else { return Err(PageError::Missing) };
    let lease = visit.lease("portal.expenses", &form);
    let new = NewExpenseRequest { input: *input, found, lease };
    let respond = |expense: &Expense| Answer::json(201, &expense.id);
    match add_expense(&context, new, respond).await {
        Ok(Answer { body, .. }) => {
            visit.notifier.events();
            let id: ExpenseId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("expenses/{id}?done=saved"))))
        }
        Err(error) => {
            let page = form_view(&visit, &form).await?;
            View::refused(&visit, error, |found| page.faulty(found))
        }
    }
}
