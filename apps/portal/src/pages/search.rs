//! One field for what somebody has at hand: the number of a document, or who it is about.

use super::{customers, expenses, invoice_tables::sends_table, invoices, received};
use crate::{
    blocks::{Field, Section, Table},
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use ::expenses::{ExpenseFilter, ExpenseStore};
use access::Scope;
use invoicing::{ContactFilter, InvoiceFilter, InvoiceStore};
use peppol_connector::{InboxStore, ReceivedFilter, SubmissionFilter, SubmissionLists};

/// Rows of each kind.
const FOUND: u16 = 10;

/// What has this number, and customers with this in their name or as their IČO.
pub(super) async fn page(visit: Visit) -> Page {
    visit.require(Scope::InvoiceRead)?;
    let mut query = visit.query()?;
    let wanted = query.text("q").unwrap_or_default();
    query.finish()?;
    let t = visit.t();
    let mut view = View::new(t.search);
    view.filters = vec![Field::new("q", t.search_for, &*wanted)];
    if !wanted.is_empty() {
        view.sections = found(&visit, &wanted).await?;
        view.sections
            .retain(|section| section.table.as_ref().is_some_and(|table| !table.rows.is_empty()));
    }
    let is_nothing = !wanted.is_empty() && view.sections.is_empty();
    view.lead = if is_nothing { t.nothing_found } else { t.search_lead };
    view.show(&visit)
}

async fn found(visit: &Visit, wanted: &str) -> Result<Vec<Section>, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let (store, owner, t) = (&visit.store, context.organization, visit.t());
    let (number, network) = (Some(wanted.to_owned()), Some(context.network()));
    let filter = InvoiceFilter { number: number.clone(), ..InvoiceFilter::default() };
    let of_number = store.invoices(owner, &filter, None, FOUND).await?;
    let filter =
        SubmissionFilter { number: number.clone(), network, ..SubmissionFilter::default() };
    let sent = store.submissions(owner, &filter, None, FOUND).await?;
    let filter =
        ExpenseFilter { number: number.clone(), seen_from: network, ..ExpenseFilter::default() };
    let owed = store.expenses(owner, &filter, None, FOUND).await?;
    let filter = ReceivedFilter { number, network, ..ReceivedFilter::default() };
    let came = store.received(owner, &filter, None, FOUND).await?;
    let contacts = store.contacts(owner, &who(wanted), None, FOUND).await?;
    let section = |title, table: Table| Section::table(title, Table { next: None, ..table });
    Ok(vec![
        section(t.invoices, invoices::table(visit, &of_number.rows)),
        section(t.customers, customers::table(visit, &contacts.rows)),
        section(t.expenses, expenses::table(visit, &owed.rows)),
        section(t.received, received::table(visit, &came.rows)),
        section(t.sends, sends_table(visit, &sent.rows)),
    ])
}

/// By IČO where it looks like one, else by name.
fn who(wanted: &str) -> ContactFilter {
    let is_ico = wanted.len() == 8 && wanted.bytes().all(|byte| byte.is_ascii_digit());
    let text = Some(wanted.to_owned());
    match is_ico {
        true => ContactFilter { ico: text, ..ContactFilter::default() },
        false => ContactFilter { name: text, ..ContactFilter::default() },
    }
}
