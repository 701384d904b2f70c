//! The search for documents by number, and for firms by name or number.

use super::{
    customers,
    invoices::{list, tables::sends_table},
};
use crate::pages::{ledger::expenses, receiving::received};
use crate::{
    blocks::{Field, Section, Table},
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use access::Scope;
use use_cases::invoicing::search::search;

/// Rows of each kind.
const FOUND: u16 = 10;

/// The documents with this number, and the customers with this text in their name or as their IČO.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    visit.require(Scope::InvoiceRead)?;
    let mut query = visit.query()?;
    let wanted = query.text("q").unwrap_or_default();
    query.finish()?;
    let t = visit.t();
    let mut view = View::new(t.search);
    view.filters = vec![Field::new("q", t.search_for, &*wanted)];
    if !wanted.is_empty() {
        view.sections = results(&visit, &wanted).await?;
        view.sections
            .retain(|section| section.table.as_ref().is_some_and(|table| !table.rows.is_empty()));
    }
    let is_nothing = !wanted.is_empty() && view.sections.is_empty();
    view.lead = if is_nothing { t.nothing_found } else { t.search_lead };
    view.show(&visit)
}

async fn results(visit: &Visit, wanted: &str) -> Result<Vec<Section>, PageError> {
    let context = visit.context(Scope::InvoiceRead)?;
    let (t, found) = (visit.t(), search(&context, wanted, FOUND).await?);
    let invoices = list::table(visit, &found.invoices).await?;
    let section = |title, table: Table| Section::table(title, Table { next: None, ..table });
    Ok(vec![
        section(t.invoices, invoices),
        section(t.customers, customers::table(visit, &found.customers).await?),
        section(t.expenses, expenses::table(visit, &found.expenses)),
        section(t.received, received::table(visit, &found.received)),
        section(t.sends, sends_table(visit, &found.sends)),
    ])
}
