use super::sets::Show;
use crate::pages::{choices, rows::ROWS, sending::sends};
use crate::{
    blocks::{Cell, Choice, Field, Link, Section, Table, Term},
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use access::Scope;
use invoice_responses::ResponseStore;
use invoicing::{InvoiceFilter, InvoiceStatus, InvoiceStore, InvoiceSummary, InvoiceType};
use peppol_connector::identifiers::Network;

/// Invoices, the newest first, page by page.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let (organization, t) = (visit.require(Scope::InvoiceRead)?, visit.t());
    let (mut query, after) = visit.list()?;
    let (issued_from, issued_to) = (query.date("issue_date_from"), query.date("issue_date_to"));
    let show = query.one_of("show", &Show::ALL, Show::name);
    let filter = InvoiceFilter {
        status: query.one_of("status", &InvoiceStatus::ALL, InvoiceStatus::name),
        invoice_type: query.one_of("type", &InvoiceType::ALL, InvoiceType::name),
        customer_id: query.id("customer_id"),
        project_id: query.id("project_id"),
        number: query.text("number"),
        issued_from,
        issued_to,
        ..Show::filter(show, service_day::date(visit.clock.now()))
    };
    query.finish()?;
    let page = visit.store.invoices(organization, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.invoices);
    if visit.may(Scope::InvoiceCreate) {
        view.links = vec![Link::main(visit.path("invoices/new"), t.new_invoice)];
    }
    view.filters = filters(&visit, show, &filter).await?;
    let table = Table { next, ..table(&visit, &page.rows).await? };
    view.sections = vec![Section::table(t.list, table)];
    view.terms = [terms(&visit), sends::terms(&visit)].concat();
    view.show(&visit)
}

/// A table of invoices, each with its state in the network of the environment.
pub(in crate::pages) async fn table(
    visit: &Visit,
    rows: &[InvoiceSummary],
) -> Result<Table, PageError> {
    let (t, words) = (visit.t(), &visit.words);
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let (owner, network) = (visit.member.organization, Network::of(visit.tier));
    let standings = visit.store.network_standings(owner, network, &ids).await?;
    let row = |invoice: &InvoiceSummary| {
        let sent = standings.iter().find(|standing| standing.invoice == invoice.id);
        let badges = [Some(words.status(invoice.status)), sent.map(|it| words.network(it))];
        let number = match &*invoice.number {
            "" => t.no_number.to_owned(),
            number => number.to_owned(),
        };
        vec![
            Cell::link(visit.path(&format!("invoices/{}", invoice.id)), number),
            Cell::Badges(badges.into_iter().flatten().collect()),
            Cell::text(words.invoice_type(invoice.invoice_type)),
            Cell::short(&invoice.customer_name),
            words.date(invoice.issue_date),
            words.day(invoice.due_date),
            words.amount(invoice.total, invoice.currency.code()),
        ]
    };
    let heads = vec![t.number, t.state, t.kind, t.customer, t.issued_on, t.due_on, t.total];
    Ok(Table::of(t.invoices, heads, (rows, t.no_invoices), row))
}

/// The meaning of each state.
fn terms(visit: &Visit) -> Vec<Term> {
    let t = visit.t();
    let meaning = |status| match status {
        InvoiceStatus::Draft => t.means_draft,
        InvoiceStatus::PendingApproval => t.means_pending_approval,
        InvoiceStatus::Issued => t.means_issued,
        InvoiceStatus::Sent => t.means_sent,
        InvoiceStatus::Paid => t.means_paid,
        InvoiceStatus::PartiallyPaid => t.means_partially_paid,
        InvoiceStatus::Overdue => t.means_overdue,
        InvoiceStatus::Cancelled => t.means_cancelled,
    };
    let term = |status| Term { badge: visit.words.status(status), meaning: meaning(status) };
    InvoiceStatus::ALL.map(term).to_vec()
}

async fn filters(
    visit: &Visit,
    show: Option<Show>,
    filter: &InvoiceFilter,
) -> Result<Vec<Field>, PageError> {
    let (t, words) = (visit.t(), &visit.words);
    let chosen = show.map_or("", Show::name);
    let mut shows = vec![Choice::new("", t.any, chosen)];
    shows.extend(Show::ALL.map(|it| Choice::new(it.name(), it.label(t), chosen)));
    let status = filter.status.map_or("", InvoiceStatus::name);
    let kind = filter.invoice_type.map_or("", InvoiceType::name);
    let mut statuses = vec![Choice::new("", t.any, status)];
    let known = InvoiceStatus::ALL;
    statuses.extend(known.map(|it| Choice::new(it.name(), words.status(it).text, status)));
    let mut kinds = vec![Choice::new("", t.any, kind)];
    kinds.extend(InvoiceType::ALL.map(|it| Choice::new(it.name(), words.invoice_type(it), kind)));
    let day = |day: Option<time::Date>| day.map(|day| day.to_string()).unwrap_or_default();
    let mut fields = vec![
        Field::new("show", t.show_only, "").choice(shows),
        Field::new("status", t.state, "").choice(statuses),
        Field::new("type", t.kind, "").choice(kinds),
        Field::new("number", t.number, filter.number.as_deref().unwrap_or_default()),
        Field::new("issue_date_from", t.issued_from, day(filter.issued_from)).kind("date"),
        Field::new("issue_date_to", t.issued_to, day(filter.issued_to)).kind("date"),
    ];
    fields.extend(choices::listed_project(visit, filter.project_id).await?);
    // one customer's are reached from their page: all customers in a list would be most of this one
    if let Some(id) = filter.customer_id {
        let row = visit.store.contact(visit.member.organization, id).await?;
        let (chosen, name) = (id.to_string(), row.contact.party.name);
        let customers = vec![Choice::new("", t.any, &chosen), Choice::new(&*chosen, name, &chosen)];
        fields.push(Field::new("customer_id", t.customer, "").choice(customers));
    }
    Ok(fields)
}
