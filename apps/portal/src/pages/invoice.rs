use super::responses;
use crate::{
    blocks::{Action, Cell, Choice, Field, Link, Section, Table, facts},
    error::Page,
    paper::Paper,
    view::View,
    visit::Visit,
    words::Words,
};
use access::Scope;
use api_http::{file, timing_of};
use invoice_responses::{ResponseStore, ResponsesOf};
use invoicing::{
    AnyInvoice, HistoryRow, InvoiceContent, InvoiceId, InvoiceStatus, Origin, Payment,
    PaymentMethod,
};
use peppol_connector::{State, SubmissionFilter, SubmissionLists, SubmissionRecord};
use runtime::pdf::{page as page_of, render_pdf};
use use_cases::{archived_or_preview, invoice_details, invoice_history, preflight_invoice};
use uuid::Uuid;

/// Lines of the trail that a page shows.
const TRAIL: u16 = 20;

/// One invoice: as it looks, where it stands, and what may be done with it.
pub(super) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = InvoiceId(visit.id("id")?);
    let details = invoice_details(&context, id).await?;
    let trail = invoice_history(&context, id, None, TRAIL).await?;
    let network = Some(context.network());
    let filter = SubmissionFilter { network, invoice: Some(id), ..SubmissionFilter::default() };
    let sends = visit.store.submissions(context.organization, &filter, None, TRAIL).await?;
    let of = ResponsesOf::Invoice(id, context.network());
    let said = visit.store.received_responses(context.organization, of).await?;
    let (t, words, invoice) = (visit.t(), &visit.words, &details.invoice);
    let header = invoice.document.header();
    let kind = words.invoice_type(header.invoice_type);
    let mut view = View::new(format!("{kind} {}", header.drawn_number().unwrap_or(t.no_number)));
    view.badge = Some(words.status(invoice.status));
    view.links = links(&visit, invoice);
    let latest = sends.rows.first().map(|record| record.submission.progress.state);
    view.actions = actions(&visit, invoice, latest.is_none_or(|state| state == State::Failed));
    let currency = header.currency.code();
    view.facts = facts([
        (t.total, words.amount(header.totals.total, currency)),
        (t.paid, words.amount(invoice.paid_amount, currency)),
        (t.outstanding, words.amount(invoice.outstanding(), currency)),
    ]);
    view.paper = page_of(&details, words.language).map(|page| Paper::of(&page, true));
    let lead = if view.paper.is_none() { t.no_page } else { "" };
    view.lead = lead;
    view.sections = vec![
        payments(&visit, invoice),
        Section::table(t.sends, sends_table(&visit, &sends.rows)),
        Section::table(t.trail, trail_table(&visit, &trail.rows)),
    ];
    view.sections.splice(2..2, responses::of_buyer(&visit, &said));
    view.show(&visit)
}

fn links(visit: &Visit, invoice: &AnyInvoice) -> Vec<Link> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("invoices/{}/{rest}", invoice.id));
    let mut links = Vec::new();
    if !invoice.status.is_draft() && visit.may(Scope::InvoiceDownload) {
        links.push(Link::new(path("pdf"), t.download_pdf));
        links.push(Link::new(path("xml"), t.download_xml));
    }
    if !invoice.status.is_draft() {
        links.push(Link::new(path("check"), t.check));
        let link = visit.links.as_ref();
        let link = link.map(|it| it.url(&visit.config.base_url, invoice.organization, invoice.id));
        links.extend(link.map(|url| Link::new(url, t.public_link)));
    }
    let editable = invoice.document.header().origin == Origin::Native
        && invoice.status != InvoiceStatus::Cancelled;
    if editable && visit.may(Scope::InvoiceUpdate) {
        links.push(Link::new(path("edit"), t.edit));
    }
    links
}

/// What the role may do now. Whether it may be done the use case says; what is on its way already is not
/// offered.
fn actions(visit: &Visit, invoice: &AnyInvoice, may_leave: bool) -> Vec<Action> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("invoices/{}/{rest}", invoice.id));
    let (update, create) = (visit.may(Scope::InvoiceUpdate), visit.may(Scope::InvoiceCreate));
    let mut actions = Vec::new();
    match invoice.status {
        InvoiceStatus::Draft => {
            if create {
                actions.push(Action::new(path("issue"), t.issue).main());
            }
            if update {
                actions.push(Action::new(path("delete"), t.delete).danger(t.delete_note));
            }
        }
        InvoiceStatus::PendingApproval => {
            if create && visit.may(Scope::ReceiptApprove) {
                actions.push(Action::new(path("approve"), t.approve).main());
            }
        }
        InvoiceStatus::Cancelled => {}
        status => {
            let native = invoice.document.header().origin == Origin::Native;
            if native && may_leave && visit.may(Scope::InvoiceSend) {
                actions.push(Action::new(path("send"), t.send).main());
            }
            if update && status != InvoiceStatus::Paid {
                actions.push(pay(visit, invoice, path("payments")));
            }
            if update {
                actions.push(Action::new(path("cancel"), t.cancel).danger(t.cancel_note));
            }
        }
    }
    actions
}

fn pay(visit: &Visit, invoice: &AnyInvoice, href: String) -> Action {
    let t = visit.t();
    let open = money::round(invoice.outstanding()).to_string();
    let methods = PaymentMethod::RECORDED.map(|it| {
        Choice::new(it.name(), visit.words.method(it), PaymentMethod::BankTransfer.name())
    });
    let fields = vec![
        Field::hidden("once", Uuid::new_v4().to_string()),
        Field::new("amount", t.amount, open).required(),
        Field::new("date", t.day, service_day::date(visit.clock.now()).to_string()).kind("date"),
        Field::new("method", t.method, "").choice(methods.to_vec()),
    ];
    Action::new(href, t.record_payment).with(fields)
}

/// A table of the payments of a document in this currency.
pub(super) fn payments_table(words: &Words, payments: &[Payment], currency: &str) -> Table {
    let t = words.t;
    let row = |payment: &Payment| {
        vec![
            words.date(payment.date),
            Cell::text(words.method_named(&payment.method)),
            words.amount(payment.amount, currency),
        ]
    };
    Table {
        caption: t.payments.to_owned(),
        heads: vec![t.day, t.method, t.amount],
        rows: payments.iter().map(row).collect(),
        empty: t.no_payments,
        next: None,
    }
}

fn payments(visit: &Visit, invoice: &AnyInvoice) -> Section {
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
pub(super) fn sends_table(visit: &Visit, rows: &[SubmissionRecord]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |record: &SubmissionRecord| {
        let submission = &record.submission;
        vec![
            Cell::link(visit.path(&format!("sends/{}", submission.id)), &*submission.number),
            Cell::Badge(words.sending(submission.progress.state)),
            Cell::text(submission.receiver.to_string()),
            Cell::text(words.yes(record.held)),
            words.time(record.created_at),
            words.moment(record.delivered_at),
        ]
    };
    Table {
        caption: t.sends.to_owned(),
        heads: vec![t.number, t.state, t.receiver, t.held, t.queued_at, t.delivered_at],
        rows: rows.iter().map(row).collect(),
        empty: t.no_sends,
        next: None,
    }
}

fn trail_table(visit: &Visit, rows: &[HistoryRow]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |row: &HistoryRow| {
        let by = words.actor(row.entry.actor, row.email.clone());
        vec![Cell::text(words.action(row.entry.action)), words.time(row.entry.at), by]
    };
    Table {
        caption: t.trail.to_owned(),
        heads: vec![t.what, t.when, t.by_whom],
        rows: rows.iter().map(row).collect(),
        empty: t.no_trail,
        next: None,
    }
}

/// The PDF, in the reader's language.
pub(super) async fn pdf(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = InvoiceId(visit.id("id")?);
    let pdf = render_pdf(context, id, visit.words.language, &timing_of(&visit.http)).await?;
    Ok(file(&pdf.name, "application/pdf").body(pdf.bytes))
}

/// The UBL.
pub(super) async fn xml(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let ubl = archived_or_preview(&context, InvoiceId(visit.id("id")?)).await?;
    Ok(file(&format!("{}.xml", ubl.number), "application/xml").body(ubl.bytes))
}

/// What the rules say of the exact document, and whether a send would be taken.
pub(super) async fn check(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = InvoiceId(visit.id("id")?);
    let verdict = preflight_invoice(&context, id).await?;
    let (t, summary) = (visit.t(), verdict.validation.summary());
    let mut view = View::new(t.check);
    view.links = vec![Link::new(visit.path(&format!("invoices/{id}")), t.back)];
    view.facts = facts([
        (t.checked, Cell::text(visit.words.yes(summary.ran))),
        (t.valid, Cell::text(visit.words.yes(summary.valid))),
        (t.errors, Cell::text(summary.error_count.to_string())),
        (t.warnings, Cell::text(summary.warning_count.to_string())),
        (t.ready, Cell::maybe(verdict.ready().map(|ready| visit.words.yes(ready)))),
        (t.receiver, Cell::maybe(verdict.receiver.as_ref().map(ToString::to_string))),
        (
            t.refusal,
            Cell::maybe(verdict.refusal.as_ref().map(|it| visit.words.said(&it.to_string()))),
        ),
    ]);
    let row = |finding: &peppol_connector::Finding| {
        vec![
            Cell::Code(finding.code.clone()),
            Cell::text(&*finding.message),
            Cell::Code(finding.field.clone()),
        ]
    };
    let table = Table {
        caption: t.findings.to_owned(),
        heads: vec![t.rule, t.what, t.place],
        rows: verdict.findings.iter().take(200).map(row).collect(),
        empty: t.no_findings,
        next: None,
    };
    view.sections = vec![Section::table(t.findings, table)];
    view.show(&visit)
}
