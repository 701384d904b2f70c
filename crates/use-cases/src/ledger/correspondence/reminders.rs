use super::{MailError, MailRequest, send_mail};
use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use correspondence::{EmailError, EmailKind, EmailStore, Outcome, ReminderDue, ReminderSettings};
use idempotency::Answer;
use invoicing::InvoiceId;
use persistence::StoreError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Batch size, both of organizations and of the invoices of one.
const BATCH: u16 = 100;

/// Sets on which days after the due date an organization sends automatic reminders, for the tier of the caller's key.
///
/// # Errors
/// Storage failures.
pub async fn set_reminder_settings<P: Ports>(
    context: &Context<'_, P>,
    settings: &ReminderSettings,
) -> Result<(), StoreError> {
    let (organization, tier) = (context.organization, context.tier);
    context.database().set_reminder_settings(organization, tier, settings).await?;
    tracing::info!(org.id = %organization, days = ?settings.days(), "automatic reminders configured");
    Ok(())
}

/// Queues every automatic reminder that is due today, each once. Returns how many. A reminder that cannot be queued is
/// logged and skipped.
///
/// # Errors
/// Storage failures; reminders queued before stay queued.
pub async fn send_due_reminders<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (mut all, mut after) = (0, None);
    loop {
        let page = ports.database().who_reminds(after, BATCH).await?;
        after = page.last().map(|due| (due.organization, due.tier));
        for due in &page {
            all += remind_all(ports, due).await?;
        }
        if after.is_none() {
            return Ok(all);
        }
    }
}

/// The reminders of one organization.
async fn remind_all<P: Ports>(ports: &P, due: &ReminderDue) -> Result<usize, StoreError> {
    let context = Context::new(ports, due.organization, due.tier);
    let today = ports.runtime().today();
    let Some(days) = due.settings.due_dates(today) else { return Ok(0) };
    let (mut all, mut after) = (0, None);
    loop {
        let page = ports.database().open_due(due.organization, days, after, BATCH).await?;
        after = page.last().copied();
        for (due_date, invoice) in page {
            let Some(step) = due.settings.step(due_date, today) else { continue };
            all += usize::from(remind(&context, invoice, &due.settings, step).await?);
        }
        if after.is_none() {
            return Ok(all);
        }
    }
}

/// Whether a reminder was queued.
async fn remind<P: Ports>(
    context: &Context<'_, P>,
    invoice: InvoiceId,
    settings: &ReminderSettings,
    step: u16,
) -> Result<bool, StoreError> {
    let request = MailRequest {
        kind: EmailKind::Reminder,
        email: None,
        language: settings.language,
        with_xml: false,
        step: Some(step),
    };
    let is_queued = AtomicBool::new(false);
    let asked = send_mail(context, invoice, &request, None, |outcome, _| {
        is_queued.store(matches!(outcome, Outcome::Queued(_)), Relaxed);
        Ok(Answer { status: 200, body: Vec::new() })
    });
    match asked.await {
        Ok(_) => Ok(is_queued.into_inner()),
        // another worker queued it first, or the invoice was deleted
        Err(MailError::Email(EmailError::Store(StoreError::Taken(_) | StoreError::NotFound))) => {
            Ok(false)
        }
        Err(MailError::Email(EmailError::Store(error))) => Err(error),
        Err(error) => {
            let organization = context.organization;
            tracing::info!(org.id = %organization, invoice.id = %invoice, step, %error, "automatic reminder not sent");
            Ok(false)
        }
    }
}
