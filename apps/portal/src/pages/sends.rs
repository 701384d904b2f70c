use super::{ROWS, invoice_tables::sends_table, responses};
use crate::{
    blocks::{Action, Cell, Choice, Field, Link, Section, Table, Term, facts},
    error::Page,
    frame::see_other,
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::{Body, file};
use invoice_responses::{ResponseStore, ResponsesOf};
use peppol_connector::{State, SubmissionFilter, SubmissionId, SubmissionLists};
use use_cases::{release_held, sent_document};

/// The states in which a send is kept.
const STATES: [State; 5] =
    [State::Queued, State::Sending, State::Sent, State::Delivered, State::Failed];

/// What was sent over the network of the environment, or waits to be.
pub(super) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let (t, words) = (visit.t(), &visit.words);
    let (mut query, after) = visit.list()?;
    let filter = SubmissionFilter {
        network: Some(context.network()),
        states: query.one_of("state", &STATES, State::word).into_iter().collect(),
        held: query.parse("held", "must be true or false"),
        number: query.text("number"),
        invoice: query.parse("invoice", "must be a UUID"),
    };
    query.finish()?;
    let page = visit.store.submissions(context.organization, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let state = filter.states.first().map_or("", |state| state.word());
    let mut states = vec![Choice::new("", t.any, state)];
    states.extend(STATES.map(|it| Choice::new(it.word(), words.sending(it).text, state)));
    let held = filter.held.map(|it| it.to_string()).unwrap_or_default();
    let held = [("", t.any), ("true", t.yes), ("false", t.no)]
        .map(|(value, label)| Choice::new(value, label, &held));
    let mut view = View::new(t.sends);
    view.lead = t.sends_lead;
    view.filters = vec![
        Field::new("state", t.state, "").choice(states),
        Field::new("held", t.held, "").choice(held.to_vec()),
        Field::new("number", t.number, filter.number.as_deref().unwrap_or_default()),
    ];
    let invoice = filter.invoice.map(|id| Field::hidden("invoice", id.to_string()));
    view.filters.extend(invoice);
    if visit.may(Scope::InvoiceSend) && page.rows.iter().any(|record| record.held) {
        let all = Action::new(visit.path("sends/release"), t.release_all);
        view.actions = vec![all.danger(t.release_all_note)];
    }
    let table = Table { next, ..sends_table(&visit, &page.rows) };
    view.sections = vec![Section::table(t.list, table)];
    view.terms = terms(&visit);
    view.show(&visit)
}

/// What each state means.
fn terms(visit: &Visit) -> Vec<Term> {
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

/// One of them.
pub(super) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = SubmissionId(visit.id("id")?);
    let record = sent_document(&context, id).await?;
    let of = ResponsesOf::Document(id);
    let said = visit.store.received_responses(context.organization, of).await?;
    let (t, words, submission) = (visit.t(), &visit.words, &record.submission);
    let mut view = View::new(format!("{} {}", t.send_of, submission.number));
    view.badge = Some(words.sending(submission.progress.state));
    view.links =
        vec![Link::new(visit.path(&format!("invoices/{}", submission.invoice)), t.document)];
    if visit.may(Scope::InvoiceDownload) {
        view.links.push(Link::new(visit.path(&format!("sends/{id}/xml")), t.download_xml));
    }
    if visit.may(Scope::InvoiceSend) {
        if record.held {
            let one = Field::hidden("id", id.to_string());
            let release = Action::new(visit.path("sends/release"), t.release);
            view.actions.push(release.main().with(vec![one]));
        }
        if submission.progress.state == State::Failed && submission.native {
            let again = visit.path(&format!("invoices/{}/send", submission.invoice));
            view.actions.push(Action::new(again, t.send_again).main());
        }
    }
    view.facts = facts([
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
        (t.last_error, Cell::maybe(record.error.as_deref().map(|error| words.said(error)))),
    ]);
    view.follows =
        !record.held && matches!(submission.progress.state, State::Queued | State::Sending);
    view.sections.extend(responses::of_buyer(&visit, &said));
    if submission.progress.needs_operator {
        view.lead = t.in_doubt;
    }
    view.show(&visit)
}

/// The bytes that were handed to the network.
pub(super) async fn xml(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = SubmissionId(visit.id("id")?);
    let record = sent_document(&context, id).await?;
    let bytes = visit.store.submission_bytes(context.organization, id).await?;
    let name = format!("{}.xml", record.submission.number);
    Ok(file(&name, "application/xml").body(bytes.sent.to_vec()))
}

/// Lets held sends leave: one, or all.
pub(super) async fn release(visit: Visit, body: Body) -> Page {
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
