use super::responses;
use crate::pages::rows::ROWS;
use crate::{
    answer::see_other,
    blocks::{Action, Badge, Cell, Choice, Fact, Field, Kind, Link, Section, Table, facts},
    document_view::DocumentView,
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::{Body, file};
use peppol_connector::{
    documents::{AttachedContent, AttachedFile},
    identifiers::ReceivedId,
    inbox::{ReceivedFilter, ReceivedRecord},
    ports::InboxStore,
};
use runtime::recorded_page::received_page;
use use_cases::{
    ledger::expenses::accept_received,
    receiving::{
        document_files::{received_attachments, received_xml},
        documents::{ReadDocument, acknowledge, read_received},
        responses::responses_to,
    },
};

/// Documents that came over the network of the environment.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let t = visit.t();
    let (mut query, after) = visit.list()?;
    let filter = ReceivedFilter {
        network: Some(context.network()),
        acknowledged: query.boolean("acknowledged"),
        number: query.text("number"),
        ..ReceivedFilter::default()
    };
    query.finish()?;
    let page = visit.store.received(context.organization, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let chosen = filter.acknowledged.map(|it| it.to_string()).unwrap_or_default();
    let taken = [("", t.any), ("false", t.new_ones), ("true", t.taken_over)];
    let taken = taken.map(|(value, label)| Choice::new(value, label, &chosen));
    let mut view = View::new(t.received);
    view.lead = t.received_lead;
    view.filters = vec![
        Field::new("acknowledged", t.state, "").choice(taken.to_vec()),
        Field::new("number", t.number, filter.number.as_deref().unwrap_or_default()),
    ];
    let table = Table { next, ..table(&visit, &page.rows) };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn badge(visit: &Visit, record: &ReceivedRecord) -> Badge {
    match record.acknowledged_at {
        Some(_) => Badge { kind: Kind::Quiet, text: visit.t().taken_over },
        None => Badge { kind: Kind::Info, text: visit.t().new_one },
    }
}

/// A table of received documents.
pub(in crate::pages) fn table(visit: &Visit, rows: &[ReceivedRecord]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |record: &ReceivedRecord| {
        let number = record.number.as_deref().unwrap_or(t.no_number);
        let total = record.total.zip(record.currency.as_deref());
        vec![
            Cell::link(visit.path(&format!("received/{}", record.id)), number),
            Cell::Badge(badge(visit, record)),
            Cell::text(record.sender_name.clone().unwrap_or_else(|| record.sender.to_string())),
            words.day(record.issue_date),
            words.day(record.due_date),
            words.time(record.received_at),
            total.map_or(Cell::Nothing, |(total, currency)| words.amount(total, currency)),
        ]
    };
    let heads = vec![t.number, t.state, t.supplier, t.issued_on, t.due_on, t.received_at, t.total];
    Table::of(t.received, heads, (rows, t.no_received), row)
}

/// A received document as a page, whatever standard it is written in.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let id = ReceivedId(visit.id("id")?);
    let read = read_received(&context, id).await?;
    let said = responses_to(&context, id).await?;
    let (t, words, record) = (visit.t(), &visit.words, &read.record);
    let content = read.content.as_ref();
    let page = content
        .and_then(|it| received_page(record.received_at, &read.document.facts, it, words.language));
    let mut view = View::new(record.number.as_deref().unwrap_or(t.no_number));
    view.badges = vec![badge(&visit, record)];
    if visit.may(Scope::InvoiceDownload) {
        view.links.push(Link::new(visit.path(&format!("received/{id}/xml")), t.download_xml));
    }
    view.actions = actions(&visit, record);
    view.facts = of_document(&visit, &read);
    view.sections.extend(responses::section(&visit, record, &said));
    let files = received_attachments(&context, id).await?;
    view.sections.extend(attachments(&visit, id, &files));
    view.paper = page.as_ref().map(|page| DocumentView::of(page, true));
    if content.is_some_and(|content| content.left_out > 0) {
        view.lead = t.left_out;
    } else if view.paper.is_none() {
        view.lead = t.no_page;
    }
    view.show(&visit)
}

fn actions(visit: &Visit, record: &ReceivedRecord) -> Vec<Action> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("received/{}/{rest}", record.id));
    let mut actions = Vec::new();
    if visit.may(Scope::ReceiptUpdate) {
        actions.push(Action::new(path("accept"), t.accept_as_expense).main());
        if record.acknowledged_at.is_none() {
            actions.push(Action::new(path("acknowledge"), t.take_over));
        }
    }
    actions
}

/// The sender, and whether the document is valid.
fn of_document(visit: &Visit, read: &ReadDocument) -> Vec<Fact> {
    let (t, words, record) = (visit.t(), &visit.words, &read.record);
    let verdict = &read.document.inspection.original;
    let (rules, verdict) = (verdict.rules(), verdict.summary());
    facts([
        (t.supplier, Cell::maybe(record.sender_name.clone())),
        (t.sender, Cell::Code(record.sender.to_string())),
        (t.received_at, words.time(record.received_at)),
        (t.valid, Cell::text(words.yes(verdict.valid))),
        (t.errors, Cell::text(verdict.error_count.to_string())),
        (t.warnings, Cell::text(verdict.warning_count.to_string())),
        (t.rules, Cell::maybe(rules.map(|rules| rules.to_string()))),
    ])
}

/// The document, byte for byte as it came.
pub(in crate::pages) async fn xml(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = ReceivedId(visit.id("id")?);
    let (record, bytes) = received_xml(&context, id).await?;
    let name = record.number.unwrap_or_else(|| id.to_string());
    Ok(file(&format!("{name}.xml"), "application/xml").body(bytes))
}

/// The files in the document, if there are any.
fn attachments(visit: &Visit, id: ReceivedId, files: &[AttachedFile]) -> Option<Section> {
    let t = visit.t();
    let files: Vec<_> = files.iter().enumerate().collect();
    let row = |(place, file): &(usize, &AttachedFile)| {
        let path = visit.path(&format!("received/{id}/attachments/{}", place + 1));
        let name = match &file.content {
            AttachedContent::Embedded(_) if visit.may(Scope::InvoiceDownload) => {
                Cell::link(path, &*file.filename)
            }
            AttachedContent::Embedded(_) => Cell::text(file.filename.clone()),
            // the address is not checked, so it is shown as a text and not as a link
            AttachedContent::Elsewhere(url) => Cell::text(url.clone()),
        };
        vec![name, Cell::maybe(file.description.clone())]
    };
    let heads = vec![t.file, t.description];
    let table = Table::of(t.attachments, heads, (files.as_slice(), t.no_attachments), row);
    (!files.is_empty()).then(|| Section::table(t.attachments, table))
}

/// One of these files.
pub(in crate::pages) async fn attachment(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let id = ReceivedId(visit.id("id")?);
    let place = visit.place("number")?;
    let found = received_attachments(&context, id).await?.into_iter().nth(place);
    let AttachedFile { filename, mime_code, content, .. } = found.ok_or(PageError::Missing)?;
    let AttachedContent::Embedded(bytes) = content else { return Err(PageError::Missing) };
    let mut response = file(&filename, &mime_code);
    Ok(response.insert_header(("X-Content-Type-Options", "nosniff")).body(bytes))
}

/// Creates an expense from the document.
pub(in crate::pages) async fn accept(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::ReceiptUpdate)?;
    let id = ReceivedId(visit.id("id")?);
    let expense = accept_received(&context, id).await?;
    Ok(see_other(&visit.path(&format!("expenses/{expense}?done=accepted"))))
}

/// Marks the document as taken over.
pub(in crate::pages) async fn acknowledged(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::ReceiptUpdate)?;
    let id = ReceivedId(visit.id("id")?);
    acknowledge(&context, id).await?;
    Ok(see_other(&visit.path(&format!("received/{id}?done=saved"))))
}
