//! The responses to received documents, and the responses of buyers to sent ones.

use crate::{
    answer::see_other,
    blocks::{Cell, Choice, Field, FormBlock, Link, Section, Table},
    error::{Page, PageError},
    form::{Form, fault_at},
    pages::choices,
    view::View,
    visit::{Visit, once, read},
};
use access::Scope;
use agent_requests::RespondBody;
use api_http::Body;
use idempotency::{Answer as Kept, UnwritableAnswer};
use invoice_responses::{
    Answer, InvoiceResponse, InvoiceStatus, ReceivedResponse, SentResponse, StatusAction,
    StatusReason, next_statuses,
};
use invoicing::Violations;
use peppol_connector::{identifiers::ReceivedId, inbox::ReceivedRecord};
use serde_json::{Map, Value, json};
use use_cases::receiving::{
    documents::received_document,
    responses::{answerable, respond_to},
};

/// Responses that a page of a sent document shows: the newest.
const SHOWN: usize = 20;

/// A code and its text in the form, named by their paths in the request.
type Row = (&'static str, &'static str);

/// As many reasons as people need; the API accepts twenty.
const REASONS: [Row; 3] = [
    ("reasons[0].code", "reasons[0].text"),
    ("reasons[1].code", "reasons[1].text"),
    ("reasons[2].code", "reasons[2].text"),
];
const ACTIONS: [Row; 2] =
    [("actions[0].code", "actions[0].text"), ("actions[1].code", "actions[1].text")];

/// The responses to a received document, and the form for the next one if one is possible.
pub(in crate::pages) fn section(
    visit: &Visit,
    record: &ReceivedRecord,
    responses: &[SentResponse],
) -> Option<Section> {
    let t = visit.t();
    let next = next_statuses(record, responses, visit.clock.today()).unwrap_or_default();
    let may = visit.may(Scope::ReceiptUpdate) && !next.is_empty();
    let href = visit.path(&format!("received/{}/respond", record.id));
    let links = may.then(|| Link::new(href, t.respond)).into_iter().collect();
    let is_empty = responses.is_empty() && !may;
    let table = sent_table(visit, responses);
    (!is_empty).then(|| Section { links, ..Section::table(t.responses_sent, table) })
}

fn sent_table(visit: &Visit, responses: &[SentResponse]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |one: &SentResponse| {
        let error = one.error.as_deref().map(|error| words.stored_refusal(error));
        vec![
            Cell::Badge(words.response(one.response.status)),
            Cell::Badge(words.response_state(one.state)),
            reasons_of(visit, &one.response),
            Cell::maybe(one.response.note.clone()),
            words.time(one.created_at),
            Cell::maybe(error),
        ]
    };
    let heads = vec![t.response, t.state, t.respond_reasons, t.response_note, t.when, t.last_error];
    Table::of(t.responses_sent, heads, (responses, t.no_responses), row)
}

/// The responses of buyers to a sent document, the newest first; `None` if there are none.
pub(in crate::pages) fn of_buyer(visit: &Visit, responses: &[ReceivedResponse]) -> Option<Section> {
    let (t, words) = (visit.t(), &visit.words);
    let row = |one: &ReceivedResponse| {
        vec![
            Cell::Badge(words.response(one.response.status)),
            Cell::short(&one.response.sender.name),
            reasons_of(visit, &one.response),
            Cell::maybe(one.response.note.clone()),
            words.day(one.response.effective_on),
            words.time(one.received_at),
        ]
    };
    let table = Table {
        caption: t.responses_of_buyer.to_owned(),
        heads: vec![
            t.response,
            t.customer,
            t.respond_reasons,
            t.response_note,
            t.day,
            t.received_at,
        ],
        rows: responses.iter().rev().take(SHOWN).map(row).collect(),
        empty: t.no_responses,
        next: None,
    };
    (!responses.is_empty()).then(|| Section::table(t.responses_of_buyer, table))
}

/// Reasons and actions as people read them.
fn reasons_of(visit: &Visit, response: &InvoiceResponse) -> Cell {
    let said = response.clarifications.iter().map(|one| {
        let code = one.code.map(|code| visit.words.clarification(code));
        let parts: Vec<_> = code.into_iter().chain(one.text.as_deref()).collect();
        parts.join(": ")
    });
    let said: Vec<_> = said.filter(|one| !one.is_empty()).collect();
    Cell::maybe((!said.is_empty()).then(|| said.join(" · ")))
}

/// The received document, and the statuses that may be sent next.
async fn open(visit: &Visit) -> Result<(ReceivedRecord, Vec<InvoiceStatus>), PageError> {
    let context = visit.context(Scope::ReceiptUpdate)?;
    Ok(answerable(&context, ReceivedId(visit.id("id")?)).await?)
}

/// The form of a response.
pub(in crate::pages) async fn new(visit: Visit) -> Page {
    let (record, next) = open(&visit).await?;
    form_view(&visit, &record, &next, &Form::default()).show(&visit)
}

fn form_view(visit: &Visit, record: &ReceivedRecord, next: &[InvoiceStatus], form: &Form) -> View {
    let t = visit.t();
    let number = record.number.as_deref().unwrap_or(t.no_number);
    let document = visit.path(&format!("received/{}", record.id));
    let fields = fields(visit, next, form);
    let form = FormBlock { href: format!("{document}/respond"), fields, submit: t.respond };
    View {
        lead: t.respond_lead,
        links: vec![Link::new(document, t.back)],
        form: Some(form),
        ..View::new(format!("{} {number}", t.respond_title))
    }
}

fn fields(visit: &Visit, next: &[InvoiceStatus], form: &Form) -> Vec<Field> {
    let (t, words) = (visit.t(), &visit.words);
    let status = |it| words.response(it).text;
    let statuses =
        choices::named(Some(""), next, InvoiceStatus::name, status, form.text("response"));
    let mut fields = vec![
        once(form),
        Field::new("response", t.response, "")
            .choice(statuses)
            .required()
            .hint(t.respond_needs_reason),
    ];
    let mut rows =
        |rows: &[Row], labels: (&'static str, &'static str), of: &dyn Fn(&str) -> Vec<Choice>| {
            for (code, text) in rows {
                fields.push(Field::new(code, labels.0, "").choice(of(form.text(code))));
                fields.push(Field::new(text, labels.1, form.text(text)).hint(t.respond_text_hint));
            }
        };
    let reason = |it| words.status_reason(it);
    let action = |it| words.status_action(it);
    rows(&REASONS, (t.respond_reason, t.respond_reason_text), &|chosen| {
        choices::named(Some(""), StatusReason::ALL, StatusReason::code, reason, chosen)
    });
    rows(&ACTIONS, (t.respond_action, t.respond_action_text), &|chosen| {
        choices::named(Some(""), StatusAction::ALL, StatusAction::code, action, chosen)
    });
    fields.push(Field::new("note", t.response_note, form.text("note")).area());
    fields
}

/// The filled rows of a form, in their order and without gaps, so that a fault is shown at the row that the page
/// shows.
fn filled_rows(form: &Form, rows: &[Row]) -> Vec<(String, String)> {
    let row = |(code, text): &Row| (form.text(code).to_owned(), form.text(text).to_owned());
    rows.iter().map(row).filter(|(code, text)| !code.is_empty() || !text.is_empty()).collect()
}

/// The form with its rows moved together.
fn closed_up(form: &Form) -> Form {
    let mut fields: Vec<_> =
        ["once", "response", "note"].map(|name| (name, form.text(name).to_owned())).to_vec();
    for rows in [&REASONS[..], &ACTIONS[..]] {
        for ((code, text), (with, said)) in rows.iter().zip(filled_rows(form, rows)) {
            fields.extend([(*code, with), (*text, said)]);
        }
    }
    Form::of(fields)
}

/// The request of the API.
fn request(form: &Form) -> Map<String, Value> {
    let list = |rows: &[Row]| -> Value {
        let one = |(code, text): (String, String)| {
            let given = [("code", code), ("text", text)].into_iter();
            let given = given.filter(|(_, value)| !value.is_empty());
            Value::Object(given.map(|(name, value)| (name.to_owned(), json!(value))).collect())
        };
        filled_rows(form, rows).into_iter().map(one).collect()
    };
    let mut object = form.object(&["response", "note"]);
    object.extend([("reasons".to_owned(), list(&REASONS)), ("actions".to_owned(), list(&ACTIONS))]);
    object
}

fn nothing(_: &SentResponse) -> Result<Kept, UnwritableAnswer> {
    Ok(Kept { status: 201, body: Vec::new() })
}

pub(in crate::pages) async fn respond(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::ReceiptUpdate)?;
    let id = ReceivedId(visit.id("id")?);
    received_document(&context, id).await?;
    let lease = visit.lease("portal.respond", &form);
    let (input, found) = read::<RespondBody>(request(&form));
    let answered = match Answer::check(&input, found) {
        Ok(said) => respond_to(&context, id, &said, lease, nothing).await.map_err(PageError::from),
        Err(found) => Err(found.into()),
    };
    let Err(error) = answered else {
        visit.notifier.jobs();
        return Ok(see_other(&visit.path(&format!("received/{id}?done=responded"))));
    };
    let (record, next) = open(&visit).await?;
    let form = closed_up(&form);
    View::refused(&visit, error, |found| {
        let view = form_view(&visit, &record, &next, &form).faulty(found);
        missing_reason(view, found)
    })
}

/// Shows the fault of a missing reason at the first field for one.
fn missing_reason(mut view: View, found: &Violations) -> View {
    let fields = view.form.iter_mut().flat_map(|form| &mut form.fields);
    for field in fields.filter(|field| field.name == REASONS[0].0 && field.fault.is_none()) {
        field.fault = fault_at(found, "reasons");
    }
    view
}
