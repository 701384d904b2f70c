use super::{
    files, mail, offers,
    tables::{actors, payments, sends_table, trail_table},
};
use crate::pages::{people::actors::key_names, receiving::responses};
use crate::{
    blocks::{Cell, Link, Section, Table, facts},
    document_view::DocumentView,
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use access::{ApiKeyId, Scope};
use api_http::{file, shown_file, timing_of};
use document_formats::{PdfFormat, XmlFormat};
use invoice_responses::{NetworkStatus, ReceivedResponse};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStatus, InvoiceType,
    recording::{InvoiceContent, Origin},
    warnings,
};
use peppol_connector::submissions::{State, SubmissionRecord};
use runtime::pdf::{page as page_of, render_pdf};
use std::collections::BTreeMap;
use use_cases::invoicing::{
    formats::in_format,
    number_series::series_of,
    whole_invoice::{WholeInvoice, whole_invoice},
};

/// Rows of each of its lists that the page shows: the rest has a page.
const NEWEST: u16 = 20;

/// An invoice: its page, its state, and the actions on it.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    view(&visit).await?.show(&visit)
}

pub(in crate::pages) async fn view(visit: &Visit) -> Result<View, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = InvoiceId(visit.id("id")?);
    let whole = whole_invoice(&context, id, NEWEST).await?;
    let (t, words, invoice) = (visit.t(), &visit.words, &whole.details.invoice);
    let header = invoice.document.header();
    let kind = words.invoice_type(header.invoice_type);
    let mut view = View::new(format!("{kind} {}", header.drawn_number().unwrap_or(t.no_number)));
    let newest = whole.sends.rows.first();
    view.badges = vec![words.status(invoice.status)];
    view.badges.extend(newest.map(|record| words.network(&standing(record, &whole.responses))));
    view.follows = newest.is_some_and(SubmissionRecord::is_under_way);
    view.links = links(visit, invoice);
    let latest = newest.map(|record| record.submission.progress.state);
    let next = next_number(visit, invoice).await?;
    let may_leave = latest.is_none_or(|state| state == State::Failed);
    view.actions = offers::actions(visit, invoice, may_leave, next);
    let currency = header.currency.code();
    let is_credit = header.invoice_type == InvoiceType::CreditNote;
    let credited = if is_credit { t.set_against } else { t.credited };
    view.facts = facts([
        (t.total, words.amount(header.totals.total, currency)),
        (t.paid, words.amount(invoice.paid_amount, currency)),
        (credited, words.amount(invoice.credited_amount, currency)),
        (t.outstanding, words.amount(invoice.outstanding(), currency)),
    ]);
    view.paper = page_of(&whole.details, words.language).map(|page| DocumentView::of(&page, true));
    let lead = if view.paper.is_none() { t.no_page } else { "" };
    view.lead = lead;
    let keys = key_names(visit, actors(&whole.trail.rows)).await?;
    view.sections = sections(visit, &whole, &keys);
    Ok(view)
}

/// The number that a draft gets when it is issued.
async fn next_number(visit: &Visit, invoice: &AnyInvoice) -> Result<Option<String>, PageError> {
    if invoice.status.is_issued() {
        return Ok(None);
    }
    let header = invoice.document.header();
    let series = series_of(&visit.use_case(), header.invoice_type, header.issue_date).await?;
    Ok(Some(series.next))
}

/// The state of its newest send, with the newest response to it.
fn standing(record: &SubmissionRecord, responses: &[ReceivedResponse]) -> NetworkStatus {
    let submission = &record.submission;
    let said = responses.iter().rfind(|one| one.submission == submission.id);
    NetworkStatus {
        invoice: submission.invoice,
        state: submission.progress.state,
        held: record.held,
        answer: said.map(|one| one.response.status),
    }
}

/// The history of the invoice: the newest rows of each list.
fn sections(
    visit: &Visit,
    whole: &WholeInvoice,
    keys: &BTreeMap<ApiKeyId, String>,
) -> Vec<Section> {
    let WholeInvoice { details, trail, sends, emails, responses: said } = whole;
    let (t, invoice, id) = (visit.t(), &details.invoice, details.invoice.id);
    let all = |rest: String| (visit.path(&rest), t.all_of_them);
    let sent = Table {
        next: sends.has_more.then(|| all(format!("sends?invoice={id}"))),
        ..sends_table(visit, &sends.rows)
    };
    let trail = Table {
        next: trail.has_more.then(|| all(format!("invoices/{id}/trail"))),
        ..trail_table(visit, &trail.rows, keys)
    };
    let mails = Table {
        next: emails.has_more.then(|| all(format!("invoices/{id}/emails"))),
        ..mail::table(visit, &emails.rows)
    };
    let mut sections: Vec<_> = looked_at(visit, invoice).into_iter().collect();
    sections.extend([payments(visit, invoice), Section::table(t.sends, sent)]);
    sections.extend(responses::of_buyer(visit, said));
    sections.push(Section::table(t.emails, mails));
    sections.extend(files::section(visit, invoice));
    sections.push(Section::table(t.trail, trail));
    sections
}

/// Warnings to review: a currency that has ended, a number that looks mistyped.
fn looked_at(visit: &Visit, invoice: &AnyInvoice) -> Option<Section> {
    let (t, document) = (visit.t(), invoice.document.issued()?);
    let rows: Vec<_> = warnings::of_document(document)
        .iter()
        .map(|warning| vec![Cell::text(visit.words.refusal(&warning.message))])
        .collect();
    let (caption, heads) = (t.warnings.to_owned(), vec![t.what]);
    let table = Table { caption, heads, rows, empty: "", next: None };
    (!table.rows.is_empty()).then(|| Section::table(t.warnings, table))
}

fn links(visit: &Visit, invoice: &AnyInvoice) -> Vec<Link> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("invoices/{}/{rest}", invoice.id));
    let mut links = Vec::new();
    if !invoice.status.is_draft() && visit.may(Scope::InvoiceDownload) {
        links.push(Link::new(path("pdf?view"), t.view_pdf));
        links.push(Link::new(path("pdf"), t.download_pdf));
        links.push(Link::new(path("xml"), t.download_xml));
        links.extend(other_formats(visit, invoice));
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
    links.extend(follow_ups(visit, invoice));
    links
}

/// Formats for buyers abroad: the hybrid PDF, and XML in formats that are not sent over Peppol.
fn other_formats(visit: &Visit, invoice: &AnyInvoice) -> Vec<Link> {
    let t = visit.t();
    let path = |what: &str, format: &str| {
        visit.path(&format!("invoices/{}/{what}?format={format}", invoice.id))
    };
    let xml = [
        (XmlFormat::Cii, t.download_cii),
        (XmlFormat::XrechnungUbl, t.download_xrechnung_ubl),
        (XmlFormat::XrechnungCii, t.download_xrechnung_cii),
    ];
    let hybrid = Link::new(path("pdf", PdfFormat::FacturX.name()), t.download_factur_x);
    let xml = xml.map(|(format, text)| Link::new(path("xml", format.name()), text));
    std::iter::once(hybrid).chain(xml).collect()
}

/// Links to the documents that can be created from the invoice.
fn follow_ups(visit: &Visit, invoice: &AnyInvoice) -> Vec<Link> {
    let (t, header) = (visit.t(), invoice.document.header());
    let of = |what: &str| visit.path(&format!("invoices/new?{what}={}", invoice.id));
    let mut links = Vec::new();
    if !visit.may(Scope::InvoiceCreate) {
        return links;
    }
    let is_credited =
        matches!(header.invoice_type, InvoiceType::Invoice | InvoiceType::FinalInvoice);
    if is_credited && invoice.status.is_issued() {
        links.push(Link::new(of("type=credit_note&original_invoice_id"), t.credit_note));
    }
    let is_advance = header.invoice_type == InvoiceType::Proforma
        && invoice.status == InvoiceStatus::Paid
        && invoice.holds.settled_by.is_none();
    if is_advance {
        let (customer, id) = (header.customer_id, invoice.id);
        let form = format!(
            "invoices/new?type=final_invoice&customer_id={customer}&advance_invoice_ids={id}"
        );
        links.push(Link::new(visit.path(&form), t.settle_advance));
    }
    if header.origin == Origin::Native {
        links.push(Link::new(of("copy"), t.duplicate));
    }
    links
}

/// The PDF, in the reader's language; with `?view` the browser shows it, with `?format=factur-x` it is a hybrid invoice.
pub(in crate::pages) async fn pdf(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = InvoiceId(visit.id("id")?);
    let is_shown = visit.http.query_string() == "view";
    let mut format = PdfFormat::default();
    if !is_shown {
        let mut query = visit.query()?;
        format = query.one_of("format", &PdfFormat::ALL, PdfFormat::name).unwrap_or_default();
        query.finish()?;
    }
    let asked = (visit.words.language, format);
    let pdf = render_pdf(context, id, asked, &timing_of(&visit.http)).await?;
    let answer = if is_shown { shown_file } else { file };
    Ok(answer(&pdf.name, "application/pdf").body(pdf.bytes))
}

/// The UBL, or with `?format=` another format.
pub(in crate::pages) async fn xml(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let mut query = visit.query()?;
    let format = query.one_of("format", &XmlFormat::ALL, XmlFormat::name).unwrap_or_default();
    query.finish()?;
    let xml = in_format(&context, InvoiceId(visit.id("id")?), format).await?.file;
    Ok(file(&format!("{}.xml", xml.number), "application/xml").body(xml.bytes))
}
