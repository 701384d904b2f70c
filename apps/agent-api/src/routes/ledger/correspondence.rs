//! Mail about invoices: reminders, the invoice itself, what was sent, and automatic reminders.

use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, IdempotencyKey, List, Reply, operations, stored},
    requests::{
        EmailBody, EmailKindName, EmailStateName, MailInput, ReminderBody, ReminderSettingsBody,
        read, read_optional,
    },
    routes::paging,
};
use access::Scope;
use correspondence::{
    EmailKind, EmailRecord, EmailStore, Mailing, Outcome, REPEAT_AFTER, ReminderSettings,
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::InvoiceId;
use runtime::wiring::App;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::{
    Context,
    ledger::correspondence::{MailRequest, mails_of_invoice, send_mail, set_reminder_settings},
};
use utoipa::ToSchema;
use uuid::Uuid;

operations![send_reminder, send_email, list_emails, get_reminder_settings, put_reminder_settings];

/// The operations under which idempotency keys are kept.
const REMIND: &str = "invoices.remind";
const EMAIL: &str = "invoices.email";

/// Any of these may see the settings.
const READERS: [Scope; 2] = [Scope::InvoiceRead, Scope::SettingsUpdate];

/// The outcome of the request for a mail.
#[derive(Serialize, ToSchema)]
pub struct MailAnswer<'a> {
    /// Whether a mail goes out now.
    pub sent: bool,
    /// The mail's id in the list of the invoice's mails; null when none goes out.
    pub email_id: Option<Uuid>,
    /// Who gets it; with a test key the organization itself.
    pub recipient: &'a str,
    /// sk, cs, en, de, hu
    pub language: &'static str,
    /// Why none goes out: recently_sent.
    pub reason: Option<&'static str>,
    /// When the next one can go out, where one was sent less than ten minutes ago.
    #[serde(with = "time::serde::rfc3339::option")]
    pub not_before: Option<OffsetDateTime>,
}

/// A mail about an invoice.
#[derive(Serialize, ToSchema)]
pub struct EmailView<'a> {
    pub id: Uuid,
    /// invoice or reminder
    #[schema(value_type = EmailKindName)]
    pub kind: &'static str,
    pub recipient: &'a str,
    /// sk, cs, en, de, hu
    pub language: &'static str,
    /// Whether the UBL went with it.
    pub with_xml: bool,
    /// Of a reminder that went out by itself: the day after the due date that it is of.
    pub automatic_day: Option<u16>,
    /// queued, sent, failed, or withdrawn: paid or cancelled before it left
    #[schema(value_type = EmailStateName)]
    pub state: &'static str,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it was sent, failed or was withdrawn.
    #[serde(with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    /// Why it failed.
    pub error: Option<&'a str>,
}

/// A page of mails.
pub type EmailList<'a> = List<EmailView<'a>>;

/// When reminders go out by themselves.
#[derive(Serialize, ToSchema)]
pub struct ReminderSettingsView<'a> {
    /// Days after the due date; none: no reminder goes out by itself.
    pub days_after_due_date: &'a [u16],
    /// Null: that of each customer's country.
    pub language: Option<&'static str>,
}

/// Reminds the customer of what it owes: a mail with the PDF and the payment code. Not twice within ten
/// minutes: then `sent` is false. Scope invoice:send.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/send-reminder", tag = "invoices",
    operation_id = "sendReminder", request_body = Option<ReminderBody>,
    params(
        ("id" = String, Path, description = "The invoice's id"),
        IdempotencyKey,
    ),
    responses(
        (status = 200, description = "It goes out, or one went out a short while ago", body = MailAnswer<'static>),
        (status = 400, description = "VALIDATION_ERROR: not issued yet, cancelled, nothing owed, or the customer has no e-mail address", body = ErrorBody),
        (status = 403, description = "FORBIDDEN or PLAN_LIMIT_REACHED", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn send_reminder(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let input = read_optional::<ReminderBody>(&bytes)?;
    send(&call, context, &bytes, (REMIND, EmailKind::Reminder), input).await
}

/// Sends the invoice by mail, as PDF and, when asked, as UBL. Not twice within ten minutes to the same
/// address: then `sent` is false. Its status stays: `sent` says that the network took it. Scope
/// invoice:send.
#[utoipa::path(
    post, path = "/v1/agent/invoices/{id}/send-email", tag = "invoices",
    operation_id = "sendInvoiceEmail", request_body = Option<EmailBody>,
    params(
        ("id" = String, Path, description = "The invoice's id"),
        IdempotencyKey,
    ),
    responses(
        (status = 200, description = "It goes out, or it went to this address a short while ago", body = MailAnswer<'static>),
        (status = 400, description = "VALIDATION_ERROR: not issued yet, cancelled, or the customer has no e-mail address", body = ErrorBody),
        (status = 403, description = "FORBIDDEN or PLAN_LIMIT_REACHED", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn send_email(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::InvoiceSend)?;
    let input = read_optional::<EmailBody>(&bytes)?;
    send(&call, context, &bytes, (EMAIL, EmailKind::Invoice), input).await
}

async fn send(
    call: &Call,
    context: Context<'_, App>,
    bytes: &[u8],
    (operation, kind): (&'static str, EmailKind),
    input: MailInput,
) -> Reply {
    let invoice = InvoiceId(call.id("id", "invoice")?);
    // the same body under the same key, but for another invoice, is another request
    let lease = call.idempotency_lease(operation, &[invoice.0.as_bytes(), bytes].concat())?;
    let MailInput { email, language, with_xml } = input;
    let request = MailRequest { kind, email, language, with_xml, step: None };
    let answer = send_mail(&context, invoice, &request, lease, answer).await?;
    call.notifier.jobs();
    stored(answer)
}

fn answer(outcome: &Outcome, mailing: &Mailing) -> Result<Answer, UnwritableAnswer> {
    let (id, recent) = match outcome {
        Outcome::Queued(queued) => (Some(queued.email.id.0), None),
        Outcome::Recent(recent) => (None, Some(recent.at)),
        Outcome::Done => (None, None),
    };
    let said = MailAnswer {
        sent: id.is_some(),
        email_id: id,
        recipient: mailing.recipient.as_str(),
        language: mailing.language.code(),
        reason: id.is_none().then_some("recently_sent"),
        not_before: recent.map(|at| at + REPEAT_AFTER),
    };
    Answer::json(200, &said)
}

/// The mails about an invoice that keys of this tier asked for, and those that went out by themselves.
/// Scope invoice:read.
#[utoipa::path(
    get, path = "/v1/agent/invoices/{id}/emails", tag = "invoices", operation_id = "listEmails",
    params(
        ("id" = String, Path, description = "The invoice's id"),
        paging::Pages,
    ),
    responses(
        (status = 200, description = "A page", body = EmailList<'static>),
        NotFoundError,
    ),
)]
async fn list_emails(call: Call) -> Reply {
    let context = call.context(Scope::InvoiceRead)?;
    let id = InvoiceId(call.id("id", "invoice")?);
    let (query, after, limit) = call.page_query()?;
    query.finish()?;
    let page = mails_of_invoice(&context, id, after, limit).await?;
    call.ok(List::of(&page, view))
}

fn view(EmailRecord { email, state, ended_at, error }: &EmailRecord) -> EmailView<'_> {
    EmailView {
        id: email.id.0,
        kind: email.kind.name(),
        recipient: &email.recipient,
        language: email.language.code(),
        with_xml: email.with_xml,
        automatic_day: email.step,
        state: state.name(),
        created_at: email.created_at,
        ended_at: *ended_at,
        error: error.as_deref(),
    }
}

/// On which days after the due date reminders go out by themselves. Scope invoice:read or
/// settings:update.
#[utoipa::path(
    get, path = "/v1/agent/reminder-settings", tag = "settings", operation_id = "getReminderSettings",
    responses((status = 200, description = "The settings", body = ReminderSettingsView<'static>)),
)]
async fn get_reminder_settings(call: Call) -> Reply {
    let organization = call.require_any(&READERS)?;
    let settings = call.store.reminder_settings(organization, call.caller.tier).await?;
    call.ok(settings_view(&settings))
}

/// Sets on which days after the due date reminders go out by themselves, for keys of this tier: those of
/// a test key go to the organization itself. Scope settings:update.
#[utoipa::path(
    put, path = "/v1/agent/reminder-settings", tag = "settings", operation_id = "putReminderSettings",
    request_body = ReminderSettingsBody,
    responses((status = 200, description = "Set", body = ReminderSettingsView<'static>)),
)]
async fn put_reminder_settings(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let settings = read::<ReminderSettingsBody>(&bytes)?;
    set_reminder_settings(&context, &settings).await?;
    call.ok(settings_view(&settings))
}

fn settings_view(settings: &ReminderSettings) -> ReminderSettingsView<'_> {
    ReminderSettingsView {
        days_after_due_date: settings.days(),
        language: settings.language.map(|language| language.code()),
    }
}
