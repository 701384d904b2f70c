use crate::pages::{
    choices,
    finding::{self, NoProject, Nobody, is_asked},
    invoicing::invoices::form::{
        LINES, LinesForm, check_rows, is_open, items, lines, rows, sums::ShownSums,
    },
    invoicing::terms,
};
use crate::{
    answer::see_other,
    blocks::Field,
    error::{Page, PageError, explained},
    form::{Form, fault_at},
    frame::Frame,
    live,
    posted::Posted,
    visit::{Visit, read},
};
use ::contracts::{Billing, Contract, ContractId, Interval, Sending, TaxPoint};
use access::Scope;
use actix_web::http::StatusCode;
use agent_requests::ContractCreate;
use api_http::error::ApiError;
use idempotency::Answer;
use invoicing::{MAX_ITEMS, PaymentMethod, Violations, terms::Term};
use serde_json::{Map, Value};
use use_cases::{invoicing::records::NewRecord, ledger::contracts::add_contract};
use uuid::Uuid;

/// The members that are texts.
const TEXTS: [&str; 13] = [
    "name",
    "customer_id",
    "interval",
    "start_date",
    "end_date",
    "billing",
    "send",
    "tax_point",
    "currency",
    "payment_method",
    "bank_account_id",
    "exemption_reason",
    "project_id",
];

/// The members that are numbers.
const NUMBERS: [&str; 2] = ["day_of_month", "due_days"];

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::ContractCreate)?;
    let today = service_day::date(visit.clock.now()).to_string();
    let form = Form::of(vec![("start_date", today), ("interval", "monthly".to_owned())]);
    show(&visit, &form, 1, Violations::new(), None).await
}

/// Creates the contract once, however often the form is sent.
pub(in crate::pages) async fn create(Posted { visit, form, resumed }: Posted) -> Page {
    check_rows(&form)?;
    let context = visit.context(Scope::ContractCreate)?;
    let rows = rows(&form);
    if resumed {
        let fault = Some(visit.t().resumed.to_owned());
        return show(&visit, &form, rows, Violations::new(), fault).await;
    }
    if form.text("do") == "add_line" {
        return show(&visit, &form, rows + LINES, Violations::new(), None).await;
    }
    if is_asked(&form, "customer_id") {
        return show(&visit, &form, rows, Violations::new(), None).await;
    }
    let (input, found) = read::<ContractCreate>(request(&form));
    let new = NewRecord { input, found, lease: visit.lease("portal.contracts", &form) };
    let respond = |contract: &Contract| Answer::json(201, &contract.id);
    match add_contract(&context, new, respond).await {
        Ok(Answer { body, .. }) => {
            let id: ContractId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("contracts/{id}?done=saved"))))
        }
        Err(error) => {
            let (found, fault) = match PageError::from(error).fault()? {
                ApiError::Invalid(found) => (visit.words.violations(&found), None),
                other => (Violations::new(), Some(explained(&other, &visit.words))),
            };
            show(&visit, &form, rows, found, fault).await
        }
    }
}

/// The body of the API that creates the contract.
fn request(form: &Form) -> Map<String, Value> {
    let mut object = form.object(&TEXTS);
    object.extend(terms::object(form));
    for name in NUMBERS {
        let typed = form.filled(name);
        let number = typed.map(|text| text.parse::<i64>().map_or(text.into(), Value::from));
        object.extend(number.map(|number| (name.to_owned(), number)));
    }
    object.insert("items".to_owned(), items(form));
    object
}

async fn show(
    visit: &Visit,
    form: &Form,
    rows: usize,
    found: Violations,
    fault: Option<String>,
) -> Page {
    let t = visit.t();
    let refused = fault.is_some() || !found.is_empty();
    let status = if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let more = more(visit, form, &found).await?;
    let shown = LinesForm {
        question: None,
        title: t.new_contract,
        href: visit.path("contracts/new"),
        once: form.filled("once").map_or_else(|| Uuid::new_v4().to_string(), str::to_owned),
        fault,
        faults: Vec::new(),
        head: head(visit, form, &found).await?,
        customer: Vec::new(),
        customer_open: false,
        lines: lines(visit, form, rows.clamp(1, MAX_ITEMS), &found, None).await?,
        delivery: Vec::new(),
        delivery_open: false,
        more_open: is_open(&more),
        more,
        sums: ShownSums::none(visit),
        live: None,
        buttons: vec![("make", t.make_contract, "main")],
        frame: Frame::of(visit).live(),
    };
    Ok(live::html(status, &shown.with_faults(&visit.words, &found), visit))
}

async fn head(visit: &Visit, form: &Form, found: &Violations) -> Result<Vec<Field>, PageError> {
    let (t, words) = (visit.t(), &visit.words);
    let text = |name| form.text(name);
    let field = |name, label| Field::new(name, label, text(name)).fault(fault_at(found, name));
    let named = ("customer_id", t.customer);
    let customer = finding::field(visit, named, Nobody::Choose, form).await?;
    let intervals = choices::named(
        None,
        &Interval::ALL,
        Interval::name,
        |it| words.interval(it),
        text("interval"),
    );
    let billings =
        choices::named(None, &Billing::ALL, Billing::name, |it| words.billing(it), text("billing"));
    let sends =
        choices::named(None, &Sending::ALL, Sending::name, |it| words.send_by(it), text("send"));
    Ok(vec![
        field("name", t.name).hint(t.contract_name_hint),
        customer.required().fault(fault_at(found, "customer_id")),
        field("interval", t.interval).choice(intervals),
        field("start_date", t.first_period).kind("date").required(),
        field("end_date", t.last_period).kind("date").hint(t.last_period_hint),
        field("billing", t.billing).choice(billings),
        field("day_of_month", t.day_of_month).kind("number").hint(t.day_of_month_hint),
        field("send", t.sending).choice(sends),
    ])
}

async fn more(visit: &Visit, form: &Form, found: &Violations) -> Result<Vec<Field>, PageError> {
    let (t, words) = (visit.t(), &visit.words);
    let text = |name| form.text(name);
    let field = |name, label| Field::new(name, label, text(name)).fault(fault_at(found, name));
    let choice = |name, label, choices| {
        // the choice shows the selected option: a value would open the fold
        Field::new(name, label, "").choice(choices).fault(fault_at(found, name))
    };
    let accounts = choices::accounts(visit, t.default_account, text("bank_account_id")).await?;
    let points = choices::named(
        None,
        &TaxPoint::ALL,
        TaxPoint::name,
        |it| words.tax_point(it),
        text("tax_point"),
    );
    let methods = choices::named(
        None,
        &PaymentMethod::ALL,
        PaymentMethod::name,
        |it| words.method(it),
        text("payment_method"),
    );
    let (lines, mut paragraphs) = terms::fields(visit, form, |path| fault_at(found, path));
    if let Some(note) = paragraphs.iter_mut().find(|field| field.name == Term::Note.name()) {
        note.hint = t.placeholders_hint;
    }
    let mut fields = vec![
        choice("tax_point", t.delivered_on, points),
        choice("currency", t.currency, choices::currencies(visit, text("currency"))),
        choice("payment_method", t.method, methods),
        choice("bank_account_id", t.account, accounts),
        field("due_days", t.due_days).kind("number").hint(t.due_hint),
    ];
    fields.extend(
        finding::project(visit, form, NoProject::None, fault_at(found, "project_id")).await?,
    );
    fields.extend(lines);
    fields.extend(paragraphs);
    fields.push(field("exemption_reason", t.exemption_reason));
    Ok(fields)
}
