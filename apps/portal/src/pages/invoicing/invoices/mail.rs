//! Mail about an invoice: what went out, and two buttons.

use super::actions::{back, posted, show_refused};
use crate::pages::choices;
use crate::{
    blocks::{Action, Badge, Cell, Field, Kind, Table},
    error::{Page, PageError},
    form::Form,
    visit::{Visit, read_right},
    words::Words,
};
use access::{Scope, Tier};
use agent_requests::{EmailBody, MailInput, ReminderBody};
use api_http::Body;
use correspondence::{EmailKind, EmailRecord, EmailState, Mailing, Outcome, may_be_mailed};
use idempotency::Answer;
use invoicing::{AnyInvoice, InvoiceId};
use languages::Language;
use runtime::wiring::App;
use use_cases::{
    Context,
    ledger::correspondence::{MailRequest, send_mail},
};
use uuid::Uuid;

/// A table of mails.
pub(in crate::pages) fn table(visit: &Visit, rows: &[EmailRecord]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |record: &EmailRecord| {
        let kind = match record.email.kind {
            EmailKind::Invoice => t.email_invoice,
            EmailKind::Reminder => t.email_reminder,
        };
        vec![
            Cell::text(kind),
            Cell::Badge(badge(words, record.state)),
            Cell::text(&*record.email.recipient),
            Cell::text(words.language_name(record.email.language)),
            words.time(record.email.created_at),
            Cell::maybe(record.error.as_deref().map(|error| words.stored_refusal(error))),
        ]
    };
    let heads = vec![t.what, t.state, t.receiver, t.language, t.queued_at, t.last_error];
    Table::of(t.emails, heads, (rows, t.no_emails), row)
}

const fn badge(words: &Words, state: EmailState) -> Badge {
    let t = words.t;
    let (kind, text) = match state {
        EmailState::Queued => (Kind::Warn, t.email_queued),
        EmailState::Sent => (Kind::Good, t.email_sent),
        EmailState::Failed => (Kind::Bad, t.email_failed),
        EmailState::Withdrawn => (Kind::Quiet, t.email_withdrawn),
    };
    Badge { kind, text }
}

/// The mails that may go out now.
pub(in crate::pages) fn offered(visit: &Visit, invoice: &AnyInvoice) -> Vec<Action> {
    if !visit.may(Scope::InvoiceSend) {
        return Vec::new();
    }
    let wanted = EmailKind::ALL.into_iter().filter(|kind| may_be_mailed(*kind, invoice).is_ok());
    wanted.map(|kind| offer(visit, invoice, kind)).collect()
}

fn offer(visit: &Visit, invoice: &AnyInvoice, kind: EmailKind) -> Action {
    let t = visit.t();
    let (rest, label) = match kind {
        EmailKind::Invoice => ("email", t.send_email),
        EmailKind::Reminder => ("remind", t.send_reminder),
    };
    let label_of = |it: Language| visit.words.language_name(it);
    let empty = Some(t.language_of_customer);
    let languages = choices::named(empty, &Language::ALL, Language::code, label_of, "");
    let mut fields = vec![
        Field::hidden("once", Uuid::new_v4().to_string()),
        Field::new("email", t.email, "").kind("email").hint(t.email_hint).within(rest),
        Field::new("language", t.language, "").choice(languages).within(rest),
    ];
    if kind == EmailKind::Invoice {
        let choices = choices::yes_or_no(visit, "false");
        fields.push(Field::new("with_xml", t.with_xml, "").choice(choices).within(rest));
    }
    let note = if visit.tier == Tier::Test { t.mail_of_sandbox } else { "" };
    let href = visit.path(&format!("invoices/{}/{rest}", invoice.id));
    Action { note, ..Action::new(href, label).with(fields) }
}

/// Sends the invoice by mail.
pub(in crate::pages) async fn send(visit: Visit, body: Body) -> Page {
    mail(&visit, &body, EmailKind::Invoice).await
}

/// Reminds the customer of what is owed.
pub(in crate::pages) async fn remind(visit: Visit, body: Body) -> Page {
    mail(&visit, &body, EmailKind::Reminder).await
}

async fn mail(visit: &Visit, body: &Body, kind: EmailKind) -> Page {
    let (id, form) = posted(visit, body)?;
    let context = visit.context(Scope::InvoiceSend)?;
    match queued(visit, &context, (id, kind), &form).await {
        Ok(goes_out) => back(visit, id, if goes_out { "mailed" } else { "mailed-before" }),
        Err(error) => show_refused(visit, id, &form, error).await,
    }
}

/// Whether a mail goes out, or went out a moment ago.
async fn queued(
    visit: &Visit,
    context: &Context<'_, App>,
    (id, kind): (InvoiceId, EmailKind),
    form: &Form,
) -> Result<bool, PageError> {
    let mut object = form.object(&["email", "language"]);
    let MailInput { email, language, with_xml } = match kind {
        EmailKind::Invoice => {
            object.insert("with_xml".to_owned(), (form.text("with_xml") == "true").into());
            read_right::<EmailBody>(object)?
        }
        EmailKind::Reminder => read_right::<ReminderBody>(object)?,
    };
    let request = MailRequest { kind, email, language, with_xml, step: None };
    let operation = match kind {
        EmailKind::Invoice => "portal.email",
        EmailKind::Reminder => "portal.remind",
    };
    let lease = visit.lease(operation, form);
    let answer = send_mail(context, id, &request, lease, goes_out).await?;
    visit.notifier.jobs();
    Ok(answer.body == b"true")
}

/// The answer to store for idempotency: whether a mail is sent.
fn goes_out(outcome: &Outcome, _: &Mailing) -> Result<Answer, idempotency::UnwritableAnswer> {
    Answer::json(200, &matches!(outcome, Outcome::Queued(_)))
}
