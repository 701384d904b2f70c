use super::at_partner::AtPartner;
use crate::{
    blocks::{Cell, Section, Table},
    error::Page,
    view::View,
};
use access::Scope;
use use_cases::invoicing::usage::{ManagedUsage, USAGE_ROWS, managed_usage};

/// The usage of the organizations' plans this month.
pub(super) async fn page(visit: AtPartner) -> Page {
    visit.allow(Scope::ReportRead)?;
    let t = visit.t();
    let (query, after) = visit.list()?;
    query.finish()?;
    let page = managed_usage(&*visit, visit.member.partner, after, USAGE_ROWS).await?;
    let heads = vec![
        t.name,
        t.plan_name,
        t.invoices_used,
        t.invoices_at_most,
        t.transactions_used,
        t.transactions_included,
        t.files_stored,
    ];
    let row = |usage: &ManagedUsage| row(&visit, usage);
    let table = Table::of(t.usage, heads, (&page.rows, t.no_organizations), row);
    let table = Table { next: visit.next_rows(&page), ..table };
    let mut view = View::new(t.usage);
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn row(visit: &AtPartner, row: &ManagedUsage) -> Vec<Cell> {
    let (firm, usage) = (&row.record.organization, &row.usage);
    let bound = |bound: Option<u64>| match bound {
        Some(bound) => Cell::text(bound.to_string()),
        None => Cell::text(visit.t().any_number),
    };
    vec![
        Cell::link(visit.path(&format!("organizations/{}", firm.id)), &*firm.name),
        Cell::text(usage.plan.name()),
        Cell::text(usage.invoices.to_string()),
        bound(usage.plan.monthly_invoices()),
        Cell::text(usage.transactions.to_string()),
        bound(usage.plan.monthly_transactions()),
        Cell::text(visit.words.bytes(usage.stored_bytes)),
    ]
}
