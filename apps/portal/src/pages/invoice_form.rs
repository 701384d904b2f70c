//! An invoice is written here. What it comes to the server says: the form adds nothing up.

use crate::{
    blocks::{Cell, Choice, Fact, Field, Table},
    error::{Page, PageError, explained},
    form::{Form, body, number},
    frame::{Frame, html, see_other},
    visit::Visit,
};
use access::{AccessStore, Counted, Scope};
use actix_web::{HttpResponse, http::StatusCode};
use agent_requests::{InvoiceCreate, InvoicePatch, read_with_violations};
use api_http::{Body, error::ApiError};
use askama::Template;
use idempotency::Answer;
use invoicing::{
    AnyDocument, BankAccountStore, ContactFilter, Document, InvoiceId, InvoiceStore, InvoiceType,
    Issued, MAX_ITEMS, PaymentMethod, Unit, Violations,
};
use money::Currency;
use serde_json::{Map, Value, json};
use use_cases::{Issue, edit_invoice, issue_invoice, preview_invoice};
use uuid::Uuid;
use vat_categories::{TaxTreatment, VatRate};

/// Lines of an empty form, and how many more each time.
const LINES: usize = 3;

/// Customers to choose from: the newest. Others are found by their page.
const CUSTOMERS: u16 = 100;

const HEAD: [&str; 8] = [
    "type",
    "customer_id",
    "currency",
    "issue_date",
    "delivery_date",
    "due_date",
    "payment_method",
    "bank_account_id",
];
const MORE: [&str; 5] =
    ["order_number", "note", "internal_note", "exchange_rate", "original_invoice_id"];
const LINE: [&str; 6] =
    ["description", "quantity", "unit", "unit_price", "vat_rate", "tax_treatment"];
const CUSTOMER: [&str; 5] = ["name", "ico", "dic", "ic_dph", "email"];
const ADDRESS: [&str; 4] = ["street", "city", "postalCode", "country"];

#[derive(Template)]
#[template(path = "invoice_form.html")]
struct InvoiceForm {
    frame: Frame,
    title: &'static str,
    href: String,
    once: String,
    fault: Option<String>,
    faults: Vec<String>,
    head: Vec<Field>,
    customer: Vec<Field>,
    customer_open: bool,
    lines: Vec<ShownLine>,
    more: Vec<Field>,
    more_open: bool,
    vat: Option<Table>,
    totals: Vec<Fact>,
    buttons: Vec<(&'static str, &'static str, &'static str)>,
}

struct ShownLine {
    fields: Vec<Field>,
    net: Option<String>,
}

/// What is shown beside what was typed.
#[derive(Default)]
struct Judged {
    found: Violations,
    fault: Option<String>,
    document: Option<Document>,
}

/// An empty form.
pub(super) async fn new(visit: Visit) -> Page {
    visit.require(Scope::InvoiceCreate)?;
    let mut query = visit.query()?;
    let today = service_day::date(visit.clock.now()).to_string();
    let mut typed = vec![("issue_date", today), ("payment_method", "bank_transfer".to_owned())];
    typed.extend(query.text("customer_id").map(|id| ("customer_id", id)));
    let form = Form::of(typed);
    show(&visit, None, &form, LINES, Judged::default()).await
}

/// What was typed: summed up, kept as a draft, or issued.
pub(super) async fn create(visit: Visit, sent: Body) -> Page {
    let form = visit.form(&sent)?;
    let context = visit.context(Scope::InvoiceCreate)?;
    let rows = rows(&form);
    match form.text("do") {
        "add_line" => show(&visit, None, &form, rows + LINES, Judged::default()).await,
        "draft" | "issue" => {
            let is_draft = form.text("do") == "draft";
            limited(&visit).await?;
            let (request, found) = request(&form, is_draft);
            let lease = visit.lease("portal.invoices", &form);
            let respond = |issued: &Issued<'_>| Answer::json(201, &issued.invoice.id);
            let issue = Issue { request, found, lease };
            match issue_invoice(&context, issue, respond).await {
                Ok(Answer { body, .. }) => {
                    visit.notifier.events();
                    let id: InvoiceId =
                        serde_json::from_slice(&body).map_err(ApiError::internal)?;
                    let done = if is_draft { "drafted" } else { "issued" };
                    Ok(see_other(&visit.path(&format!("invoices/{id}?done={done}"))))
                }
                Err(error) => show(&visit, None, &form, rows, judged(&visit, error.into())?).await,
            }
        }
        _ => {
            let judged = preview(&visit, &form).await?;
            show(&visit, None, &form, rows, judged).await
        }
    }
}

/// A form with what the invoice says.
pub(super) async fn edit(visit: Visit) -> Page {
    let (id, form) = kept(&visit).await?;
    let lines = rows(&form);
    show(&visit, Some(id), &form, lines, Judged::default()).await
}

/// What was changed: summed up, or kept.
pub(super) async fn save(visit: Visit, sent: Body) -> Page {
    let form = visit.form(&sent)?;
    let (id, _) = kept(&visit).await?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let rows = rows(&form);
    match form.text("do") {
        "add_line" => show(&visit, Some(id), &form, rows + LINES, Judged::default()).await,
        "save" => {
            let (edit, found) = read_with_violations::<InvoicePatch>(&body(patch(&form)));
            match edit_invoice(&context, id, &edit, &found).await {
                Ok(_) => {
                    visit.notifier.events();
                    Ok(see_other(&visit.path(&format!("invoices/{id}?done=saved"))))
                }
                Err(error) => {
                    show(&visit, Some(id), &form, rows, judged(&visit, error.into())?).await
                }
            }
        }
        _ => {
            let judged = preview(&visit, &form).await?;
            show(&visit, Some(id), &form, rows, judged).await
        }
    }
}

/// As many invoices a minute as the keys of the company may issue with them.
async fn limited(visit: &Visit) -> Result<(), PageError> {
    let now = visit.clock.now().unix_timestamp();
    let counted = Counted::Operation(visit.member.organization, "invoices.create");
    let window = visit.store.count_request(counted, now).await?;
    Ok(window.check(now, visit.config.invoice_rate_per_minute).map_err(ApiError::RateLimited)?)
}

async fn preview(visit: &Visit, form: &Form) -> Result<Judged, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let (request, found) = request(form, true);
    match preview_invoice(&context, &request, found).await {
        Ok(document) => Ok(Judged { document: Some(document), ..Judged::default() }),
        Err(error) => judged(visit, error.into()),
    }
}

/// What is wrong with the form; what is wrong with us goes on.
fn judged(visit: &Visit, error: PageError) -> Result<Judged, PageError> {
    if let PageError::Missing = error {
        return Ok(Judged { fault: Some(visit.t().missing.to_owned()), ..Judged::default() });
    }
    match error.fault()? {
        ApiError::Invalid(found) => Ok(Judged { found, ..Judged::default() }),
        other => Ok(Judged { fault: Some(explained(&other, visit.t())), ..Judged::default() }),
    }
}

/// The invoice that is edited, as a form.
async fn kept(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let organization = visit.require(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    let invoice = visit.store.invoice(organization, id).await?;
    let AnyDocument::Issued(document) = &invoice.document else { return Err(PageError::Missing) };
    Ok((id, typed(document, invoice.version)))
}

fn typed(document: &Document, version: i32) -> Form {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut typed = vec![
        ("version", version.to_string()),
        ("customer_id", document.customer_id.to_string()),
        ("type", document.invoice_type.name().to_owned()),
        ("currency", document.currency.code().to_owned()),
        ("issue_date", document.issue_date.to_string()),
        ("delivery_date", document.delivery_date.map(|day| day.to_string()).unwrap_or_default()),
        ("due_date", document.due_date.to_string()),
        ("payment_method", document.payment_method.name().to_owned()),
        ("order_number", text(&document.order_number)),
        ("note", text(&document.note)),
        ("internal_note", text(&document.internal_note)),
    ];
    let account = document.bank_account.as_ref();
    typed.extend(account.map(|account| ("bank_account_id", account.id.to_string())));
    for line in &document.lines {
        typed.extend([
            ("description", line.description.clone()),
            ("quantity", line.quantity.normalize().to_string()),
            ("unit", line.unit.name().to_owned()),
            ("unit_price", line.unit_price.normalize().to_string()),
            ("vat_rate", line.vat_rate.percent().to_string()),
            ("tax_treatment", line.tax_treatment.as_str().to_owned()),
        ]);
    }
    Form::of(typed)
}

/// How many lines the form has.
fn rows(form: &Form) -> usize {
    form.all("description").count()
}

/// A line as it was typed.
fn cells(form: &Form, row: usize) -> [&str; 6] {
    LINE.map(|name| form.all(name).nth(row).unwrap_or_default())
}

/// The lines that say something, each with its row.
fn filled(form: &Form) -> Vec<(usize, [&str; 6])> {
    let rows = (0..rows(form)).map(|row| (row, cells(form, row)));
    rows.filter(|(_, cells)| !cells[0].is_empty() || !cells[3].is_empty()).collect()
}

/// A line for the API; `name` gives the members their names.
fn item(cells: [&str; 6], name: impl Fn(&'static str) -> &'static str) -> Value {
    let mut item = Map::new();
    for (field, text) in LINE.into_iter().zip(cells) {
        let value = match field {
            "quantity" | "unit_price" => json!(number(text)),
            "vat_rate" => text.parse::<i64>().map_or(json!(text), |rate| json!(rate)),
            _ => json!(text),
        };
        if !text.is_empty() {
            item.insert(name(field).to_owned(), value);
        }
    }
    item.into()
}

/// What the API would be sent to issue it.
fn request(form: &Form, draft: bool) -> (invoicing::InvoiceRequest, Violations) {
    let mut object = form.object(&HEAD);
    object.extend(form.object(&MORE));
    if let Some(rate) = form.filled("exchange_rate") {
        object.insert("exchange_rate".to_owned(), number(rate).into());
    }
    if form.filled("name").is_some() && form.filled("customer_id").is_none() {
        let mut customer = form.object(&CUSTOMER);
        let address = form.object(&ADDRESS);
        if address.keys().any(|name| name != "country") {
            customer.insert("address".to_owned(), address.into());
        }
        object.insert("customer".to_owned(), customer.into());
    }
    let items: Vec<_> = filled(form).into_iter().map(|(_, cells)| item(cells, |it| it)).collect();
    object.insert("items".to_owned(), items.into());
    object.insert("draft".to_owned(), draft.into());
    read_with_violations::<InvoiceCreate>(&body(object))
}

/// What the API would be sent to change it.
fn patch(form: &Form) -> Map<String, Value> {
    let camel = |name: &'static str| match name {
        "unit_price" => "unitPrice",
        "vat_rate" => "vatRate",
        "tax_treatment" => "taxTreatment",
        name => name,
    };
    let items: Vec<_> = filled(form).into_iter().map(|(_, cells)| item(cells, camel)).collect();
    let mut patch = Map::from_iter([("items".to_owned(), items.into())]);
    for (name, member) in [
        ("issue_date", "issueDate"),
        ("delivery_date", "deliveryDate"),
        ("due_date", "dueDate"),
        ("payment_method", "paymentMethod"),
        ("bank_account_id", "bankAccountId"),
        ("exchange_rate", "exchangeRate"),
    ] {
        if let Some(text) = form.filled(name) {
            patch.insert(member.to_owned(), text.into());
        }
    }
    for (name, member) in
        [("note", "note"), ("internal_note", "internalNote"), ("order_number", "orderNumber")]
    {
        patch.insert(member.to_owned(), form.text(name).into());
    }
    if let Ok(version) = form.text("version").parse::<i64>() {
        patch.insert("version".to_owned(), version.into());
    }
    patch
}

/// What is wrong at a path of the API: `items[1].unitPrice` is `items[1].unit_price`.
fn fault_at(found: &Violations, path: &str) -> Option<String> {
    let mut faults = found.as_slice().iter();
    faults.find(|fault| snake(&fault.field) == path).map(|fault| fault.message.clone())
}

fn snake(path: &str) -> String {
    let mut snake = String::new();
    for c in path.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

async fn show(
    visit: &Visit,
    edited: Option<InvoiceId>,
    form: &Form,
    rows: usize,
    judged: Judged,
) -> Page {
    let t = visit.t();
    let head = head_fields(visit, edited, form, &judged.found).await?;
    let (title, href) = match edited {
        None => (t.new_invoice, visit.path("invoices/new")),
        Some(id) => (t.edit, visit.path(&format!("invoices/{id}/edit"))),
    };
    let buttons = match edited {
        None => vec![("draft", t.save_draft, "second"), ("issue", t.issue, "main")],
        Some(_) => vec![("save", t.save, "main")],
    };
    let refused = judged.fault.is_some() || !judged.found.is_empty();
    let status = if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let more = more_fields(visit, edited, form, &judged.found);
    let shown = InvoiceForm {
        title,
        href,
        once: form.filled("once").map_or_else(|| Uuid::new_v4().to_string(), str::to_owned),
        faults: faults(&judged.found),
        fault: judged.fault,
        head,
        customer: if edited.is_none() {
            customer_fields(visit, form, &judged.found)
        } else {
            Vec::new()
        },
        customer_open: form.filled("name").is_some(),
        lines: lines(
            visit,
            form,
            rows.clamp(1, MAX_ITEMS),
            &judged.found,
            judged.document.as_ref(),
        ),
        more_open: more.iter().any(|field| field.fault.is_some() || !field.value.is_empty()),
        more,
        vat: judged.document.as_ref().map(|document| vat_table(visit, document)),
        totals: judged.document.as_ref().map(|it| totals(visit, it)).unwrap_or_default(),
        buttons,
        frame: Frame::of(visit),
    };
    Ok(answer(status, &shown))
}

fn answer(status: StatusCode, shown: &InvoiceForm) -> HttpResponse {
    html(status, shown)
}

/// All that is wrong, once more above the form.
fn faults(found: &Violations) -> Vec<String> {
    found.as_slice().iter().map(|fault| format!("{} {}", fault.field, fault.message)).collect()
}

async fn head_fields(
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
        let customers = customers(visit, text("customer_id")).await?;
        fields.push(field("customer_id", t.customer).choice(customers));
        let mut currencies = vec![Choice::new("", t.own_currency, text("currency"))];
        let known = Currency::ALL.iter();
        currencies.extend(known.map(|it| Choice::new(it.code(), it.code(), text("currency"))));
        fields.push(field("currency", t.currency).choice(currencies));
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
    let accounts = visit.store.bank_accounts_in_use(visit.member.organization).await?;
    let mut choices = vec![Choice::new("", t.default_account, text("bank_account_id"))];
    choices.extend(accounts.iter().map(|record| {
        let account = &record.account;
        let label = format!("{} {}", account.currency.code(), languages::iban(&account.iban));
        Choice::new(account.id.to_string(), label, text("bank_account_id"))
    }));
    fields.push(field("bank_account_id", t.account).choice(choices));
    Ok(fields)
}

async fn customers(visit: &Visit, chosen: &str) -> Result<Vec<Choice>, PageError> {
    let organization = visit.member.organization;
    let page =
        visit.store.contacts(organization, &ContactFilter::default(), None, CUSTOMERS).await?;
    let mut choices = vec![Choice::new("", visit.t().new_customer_below, chosen)];
    let known = page.rows.iter().map(|row| &row.contact);
    choices.extend(known.map(|it| Choice::new(it.id.to_string(), &*it.party.name, chosen)));
    if !choices.iter().any(|choice| choice.chosen)
        && let Ok(id) = Uuid::try_parse(chosen)
        && let Ok(row) = visit.store.contact(organization, id).await
    {
        choices.push(Choice::new(chosen, &*row.contact.party.name, chosen));
    }
    Ok(choices)
}

fn customer_fields(visit: &Visit, form: &Form, found: &Violations) -> Vec<Field> {
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

fn more_fields(
    visit: &Visit,
    edited: Option<InvoiceId>,
    form: &Form,
    found: &Violations,
) -> Vec<Field> {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name)).fault(fault_at(found, name));
    let mut fields = vec![
        field("order_number", t.order_number),
        field("exchange_rate", t.exchange_rate).hint(t.exchange_rate_hint),
        field("note", t.note).area(),
        field("internal_note", t.internal_note).area(),
    ];
    if edited.is_none() {
        let hint = t.original_hint;
        fields.push(field("original_invoice_id", t.original).hint(hint));
    }
    fields
}

fn lines(
    visit: &Visit,
    form: &Form,
    rows: usize,
    found: &Violations,
    document: Option<&Document>,
) -> Vec<ShownLine> {
    let filled = filled(form);
    let line = |row: usize| {
        // blank lines are not sent, so the API counts without them
        let index = filled.iter().position(|(known, _)| *known == row);
        let fields = line_fields(visit, cells(form, row), row, index, found);
        let sum = index.and_then(|index| document?.lines.get(index));
        let currency = document.map_or("", |document| document.currency.code());
        ShownLine { fields, net: sum.map(|line| visit.words.money(line.net_amount, currency)) }
    };
    (0..rows).map(line).collect()
}

fn line_fields(
    visit: &Visit,
    [description, quantity, unit, price, rate, treatment]: [&str; 6],
    row: usize,
    index: Option<usize>,
    found: &Violations,
) -> Vec<Field> {
    let (t, form) = (visit.t(), format!("l{row}"));
    let field = |name: &'static str, label, value: &str| {
        let fault = index.and_then(|index| fault_at(found, &format!("items[{index}].{name}")));
        Field::new(name, label, value).fault(fault).within(&form)
    };
    let unit = if unit.is_empty() { Unit::Piece.name() } else { unit };
    let units = Unit::ALL.map(|it| Choice::new(it.name(), it.name(), unit));
    let rate = if rate.is_empty() { "23" } else { rate };
    let rates = VatRate::ALL.map(|it| {
        let percent = it.percent().to_string();
        Choice::new(percent.clone(), format!("{percent} %"), rate)
    });
    let treatment = if treatment.is_empty() { TaxTreatment::Domestic.as_str() } else { treatment };
    let treatments =
        TaxTreatment::ALL.map(|it| Choice::new(it.as_str(), visit.words.treatment(it), treatment));
    vec![
        field("description", t.description, description),
        field("quantity", t.quantity, if quantity.is_empty() { "1" } else { quantity }),
        field("unit", t.unit, "").choice(units.to_vec()),
        field("unit_price", t.unit_price, price),
        field("vat_rate", t.vat_rate, "").choice(rates.to_vec()),
        field("tax_treatment", t.treatment, "").choice(treatments.to_vec()),
    ]
}

fn vat_table(visit: &Visit, document: &Document) -> Table {
    let (t, currency) = (visit.t(), document.currency.code());
    let row = |row: &invoicing::VatBreakdown| {
        vec![
            Cell::text(format!("{} {} %", row.category.code(), row.rate.percent())),
            visit.words.amount(row.taxable_amount, currency),
            visit.words.amount(row.tax_amount, currency),
        ]
    };
    Table {
        caption: t.vat.to_owned(),
        heads: vec![t.vat_rate, t.net, t.vat],
        rows: document.vat_breakdown.iter().map(row).collect(),
        empty: t.no_findings,
        next: None,
    }
}

fn totals(visit: &Visit, document: &Document) -> Vec<Fact> {
    let (t, currency) = (visit.t(), document.currency.code());
    let sum = |label, amount| Fact { label, cell: visit.words.amount(amount, currency) };
    let totals = document.totals;
    vec![sum(t.net, totals.subtotal), sum(t.vat, totals.vat_total), sum(t.total, totals.total)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_not_sent() {
        let form = Form::parse(
            b"description=&quantity=1&unit=ks&unit_price=&vat_rate=23&tax_treatment=domestic\
              &description=Pr%C3%A1ca&quantity=1,5&unit=hod&unit_price=10,20&vat_rate=23&tax_treatment=domestic",
        );
        assert_eq!((rows(&form), filled(&form).len(), filled(&form)[0].0), (2, 1, 1));
        let (request, found) = request(&form, true);
        assert!(found.is_empty(), "{found:?}");
        let line = &request.items.as_deref().unwrap_or_default()[0];
        assert_eq!(line.quantity.map(|it| it.to_string()).as_deref(), Some("1.5"));
    }

    #[test]
    fn faults_find_their_fields() {
        let mut found = Violations::new();
        found.add("items[0].unitPrice", "must be a number");
        found.add("customer.address.postalCode", "is missing");
        assert!(fault_at(&found, "items[0].unit_price").is_some());
        assert!(fault_at(&found, "customer.address.postal_code").is_some());
        assert!(fault_at(&found, "items[1].unit_price").is_none());
    }
}
