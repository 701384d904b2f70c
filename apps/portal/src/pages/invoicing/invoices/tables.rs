//! The lists on the page of an invoice, and those of them that have a page of their own.

use super::mail;
use crate::pages::{people::actors::key_names, rows::ROWS};
use crate::{
    blocks::{Action, Cell, Link, Section, Table},
    error::{Page, PageError},
    view::View,
    visit::Visit,
    words::Words,
};
use access::{ApiKeyId, Credential, Scope};
use invoicing::{AnyInvoice, InvoiceId, Payment, recording::InvoiceContent};
use peppol_connector::submissions::SubmissionRecord;
use persistence::Cursor;
use std::collections::BTreeMap;
use use_cases::{
    invoicing::trail::{TrailEvent, TrailLine, invoice_trail},
    ledger::correspondence::mails_of_invoice,
};

/// A table of the payments of a document in this currency.
pub(in crate::pages) fn payments_table(
    words: &Words,
    payments: &[Payment],
    currency: &str,
) -> Table {
    let t = words.t;
    let heads = vec![t.day, t.method, t.amount];
    Table::of(t.payments, heads, (payments, t.no_payments), |payment| {
        vec![
            words.date(payment.date),
            Cell::text(words.method_named(&payment.method)),
            words.amount(payment.amount, currency),
        ]
    })
}

/// The payments of an invoice.
pub(in crate::pages) fn payments(visit: &Visit, invoice: &AnyInvoice) -> Section {
    let t = visit.t();
    let currency = invoice.document.header().currency;
    let table = payments_table(&visit.words, &invoice.payments, currency.code());
    let mut undo = invoice.payments.iter().filter(|it| it.offset_id.is_none()).map(|payment| {
        let path = format!("invoices/{}/payments/{}/undo", invoice.id, payment.id);
        Action::new(visit.path(&path), t.take_back).danger(t.take_back_note)
    });
    // the last one: mistakes are seen at once
    let actions = match visit.may(Scope::InvoiceUpdate) {
        true => undo.next_back().into_iter().collect(),
        false => Vec::new(),
    };
    Section { actions, ..Section::table(t.payments, table) }
}

/// A table of sends.
pub(in crate::pages) fn sends_table(visit: &Visit, rows: &[SubmissionRecord]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let heads = vec![t.number, t.state, t.receiver, t.held, t.queued_at, t.delivered_at];
    Table::of(t.sends, heads, (rows, t.no_sends), |record| {
        let submission = &record.submission;
        vec![
            Cell::link(visit.path(&format!("sends/{}", submission.id)), &*submission.number),
            Cell::Badge(words.sending(submission.progress.state)),
            Cell::text(submission.receiver.to_string()),
            Cell::text(words.yes(record.held)),
            words.time(record.created_at),
            words.moment(record.delivered_at),
        ]
    })
}

/// The actors of the lines of a trail.
pub(in crate::pages) fn actors(lines: &[TrailLine]) -> impl Iterator<Item = Option<Credential>> {
    lines.iter().map(|line| match &line.what {
        TrailEvent::Changed(row) => row.entry.actor,
        _ => None,
    })
}

/// The history of an invoice as a table; `keys` are the names of the keys in it.
pub(in crate::pages) fn trail_table(
    visit: &Visit,
    rows: &[TrailLine],
    keys: &BTreeMap<ApiKeyId, String>,
) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    Table::of(t.trail, vec![t.what, t.when, t.by_whom], (rows, t.no_trail), |line| {
        let by = match &line.what {
            TrailEvent::Changed(row) => {
                let known_as = match row.entry.actor {
                    Some(Credential::Key(id)) => keys.get(&id).cloned(),
                    _ => row.email.clone(),
                };
                words.actor(row.entry.actor, known_as)
            }
            _ => Cell::Nothing,
        };
        vec![Cell::text(words.trail_event(&line.what)), words.time(line.at), by]
    })
}

/// All that happened to an invoice, the newest first.
pub(in crate::pages) async fn trail(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let (id, after) = invoice_and_cursor(&visit)?;
    let page = invoice_trail(&context, id, after, ROWS).await?;
    let keys = key_names(&visit, actors(&page.rows)).await?;
    let table = Table { next: visit.next_rows(&page), ..trail_table(&visit, &page.rows, &keys) };
    whole(&visit, id, visit.t().trail, table)
}

/// All mails about an invoice, the newest first.
pub(in crate::pages) async fn emails(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let (id, after) = invoice_and_cursor(&visit)?;
    let page = mails_of_invoice(&context, id, after, ROWS).await?;
    let table = Table { next: visit.next_rows(&page), ..mail::table(&visit, &page.rows) };
    whole(&visit, id, visit.t().emails, table)
}

/// The invoice of the path, and the cursor of the page of rows.
fn invoice_and_cursor(visit: &Visit) -> Result<(InvoiceId, Option<Cursor>), PageError> {
    let id = InvoiceId(visit.id("id")?);
    let (query, after) = visit.list()?;
    query.finish()?;
    Ok((id, after))
}

fn whole(visit: &Visit, id: InvoiceId, title: &'static str, table: Table) -> Page {
    let mut view = View::new(title);
    view.links = vec![Link::new(visit.path(&format!("invoices/{id}")), visit.t().back)];
    view.sections = vec![Section::table(visit.t().list, table)];
    view.show(visit)
}
