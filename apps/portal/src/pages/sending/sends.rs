use crate::pages::{invoicing::invoices::tables::sends_table, receiving::responses, rows::ROWS};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Choice, Fact, Field, Link, Section, Table, Term, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::{Body, file};
use invoice_responses::ResponsesOf;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::SubmissionLists,
    sending::Submission,
    submissions::{State, SubmissionFilter, SubmissionRecord},
};
use use_cases::{
    receiving::{
        document_files::sent_xml, documents::sent_document, responses::received_responses,
    },
    sending::send_settings::release_held,
};

/// The states of a stored send.
const STATES: [State; 5] =
    [State::Queued, State::Sending, State::Sent, State::Delivered, State::Failed];

/// The sends over the network of the environment, and those that wait.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let t = visit.t();
    let (mut query, after) = visit.list()?;
    let filter = SubmissionFilter {
        network: Some(context.network()),
        states: query.one_of("state", &STATES, State::word).into_iter().collect(),
        held: query.boolean("held"),
        number: query.text("number"),
        invoice: query.id("invoice"),
    };
    query.finish()?;
    let page = visit.store.submissions(context.organization, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.sends);
    view.lead = t.sends_lead;
    view.filters = filters(&visit, &filter);
    if visit.may(Scope::InvoiceSend) && page.rows.iter().any(|record| record.held) {
        let all = Action::new(visit.path("sends/release"), t.release_all);
        view.actions = vec![all.danger(t.release_all_note)];
    }
    let table = Table { next, ..sends_table(&visit, &page.rows) };
    view.sections = vec![Section::table(t.list, table)];
    view.terms = terms(&visit);
    view.show(&visit)
}

fn filters(visit: &Visit, filter: &SubmissionFilter) -> Vec<Field> {
    let (t, words) = (visit.t(), &visit.words);
    let state = filter.states.first().map_or("", |state| state.word());
    let mut states = vec![Choice::new("", t.any, state)];
    states.extend(STATES.map(|it| Choice::new(it.word(), words.sending(it).text, state)));
    let held = filter.held.map(|it| it.to_string()).unwrap_or_default();
    let held = [("", t.any), ("true", t.yes), ("false", t.no)]
        .map(|(value, label)| Choice::new(value, label, &held));
    let mut filters = vec![
        Field::new("state", t.state, "").choice(states),
        Field::new("held", t.held, "").choice(held.to_vec()),
        Field::new("number", t.number, filter.number.as_deref().unwrap_or_default()),
    ];
    filters.extend(filter.invoice.map(|id| Field::hidden("invoice", id.to_string())));
    filters
}

/// The meaning of each state.
pub(in crate::pages) fn terms(visit: &Visit) -> Vec<Term> {
    let t = visit.t();
    let meanings = [
        t.means_send_queued,
        t.means_send_sending,
        t.means_send_sent,
        t.means_send_delivered,
        t.means_send_failed,
    ];
    let term = |(state, meaning)| Term { badge: visit.words.sending(state), meaning };
    STATES.into_iter().zip(meanings).map(term).collect()
}

pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = SubmissionId(visit.id("id")?);
    let record = sent_document(&context, id).await?;
    let said = received_responses(&context, ResponsesOf::Document(id)).await?;
    let (t, words, submission) = (visit.t(), &visit.words, &record.submission);
    let mut view = View::new(format!("{} {}", t.send_of, submission.number));
    view.badges = vec![words.sending(submission.progress.state)];
    view.links = links(&visit, submission);
    view.actions = actions(&visit, &record);
    view.facts = of_send(&visit, &record);
    view.follows = record.is_under_way();
    view.sections.extend(responses::of_buyer(&visit, &said));
    if submission.progress.needs_operator {
        view.lead = t.in_doubt;
    }
    view.show(&visit)
}

fn links(visit: &Visit, submission: &Submission) -> Vec<Link> {
    let t = visit.t();
    let mut links =
        vec![Link::new(visit.path(&format!("invoices/{}", submission.invoice)), t.document)];
    if visit.may(Scope::InvoiceDownload) {
        let xml = visit.path(&format!("sends/{}/xml", submission.id));
        links.push(Link::new(xml, t.download_xml));
    }
    links
}

/// The actions on a send.
fn actions(visit: &Visit, record: &SubmissionRecord) -> Vec<Action> {
    let (t, submission) = (visit.t(), &record.submission);
    let mut actions = Vec::new();
    if !visit.may(Scope::InvoiceSend) {
        return actions;
    }
    if record.held {
        let one = Field::hidden("id", submission.id.to_string());
        let release = Action::new(visit.path("sends/release"), t.release);
        actions.push(release.main().with(vec![one]));
    }
    if submission.progress.state == State::Failed && submission.native {
        let again = visit.path(&format!("invoices/{}/send", submission.invoice));
        actions.push(Action::new(again, t.send_again).main());
    }
    actions
}

fn of_send(visit: &Visit, record: &SubmissionRecord) -> Vec<Fact> {
    let (t, words, submission) = (visit.t(), &visit.words, &record.submission);
    facts([
        (t.sender, Cell::Code(submission.sender.to_string())),
        (t.receiver, Cell::Code(submission.receiver.to_string())),
        (t.held, Cell::text(words.yes(record.held))),
        (t.attempts, Cell::text(submission.progress.attempts.to_string())),
        (t.next_attempt, words.moment(record.run_at)),
        (t.queued_at, words.time(record.created_at)),
        (t.sent_at, words.moment(record.sent_at)),
        (t.delivered_at, words.moment(record.delivered_at)),
        (t.message_id, Cell::Code(submission.message_id.to_string())),
        (t.transaction, Cell::maybe(record.transaction_id.clone())),
        (
            t.last_error,
            Cell::maybe(record.error.as_deref().map(|error| words.stored_refusal(error))),
        ),
    ])
}

/// The bytes that were handed to the network.
pub(in crate::pages) async fn xml(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = SubmissionId(visit.id("id")?);
    let (record, bytes) = sent_xml(&context, id).await?;
    let name = format!("{}.xml", record.submission.number);
    Ok(file(&name, "application/xml").body(bytes.sent.to_vec()))
}

/// Lets held sends leave: one, or all.
pub(in crate::pages) async fn release(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::InvoiceSend)?;
    let Some(text) = form.filled("id") else {
        release_held(&context, None).await?;
        visit.notifier.jobs();
        return Ok(see_other(&visit.path("sends?done=released")));
    };
    let id: SubmissionId = text.parse().map_err(|_| crate::error::PageError::Missing)?;
    sent_document(&context, id).await?;
    release_held(&context, Some(&[id])).await?;
    visit.notifier.jobs();
    Ok(see_other(&visit.path(&format!("sends/{id}?done=released"))))
}
