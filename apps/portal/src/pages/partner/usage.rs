use super::AtPartner;
use crate::{
    blocks::{Cell, Section, Table},
    error::Page,
    view::View,
};
use access::Scope;
use use_cases::{ManagedUsage, USAGE_ROWS, managed_usage};

/// What the organizations have used of their plans this month.
pub(super) async fn page(visit: AtPartner) -> Page {
    visit.allow(Scope::ReportRead)?;
    let (t, words) = (visit.t(), &visit.words);
    let (query, after) = visit.list()?;
    query.finish()?;
    let page = managed_usage(&*visit, visit.member.partner, after, USAGE_ROWS).await?;
    let next = visit.next_rows(&page);
    let bound = |bound: Option<u64>| match bound {
        Some(bound) => Cell::text(bound.to_string()),
        None => Cell::text(t.any_number),
    };
    let row = |row: &ManagedUsage| {
        let firm = &row.record.organization;
        vec![
            Cell::link(visit.path(&format!("organizations/{}", firm.id)), &*firm.name),
            Cell::text(row.usage.plan.name()),
            Cell::text(row.usage.invoices.to_string()),
            bound(row.usage.limit.included),
            bound(row.usage.limit.at_most),
            Cell::text(words.bytes(row.usage.stored_bytes)),
        ]
    };
    let table = Table {
        caption: t.usage.to_owned(),
        heads: vec![
            t.name,
            t.plan_name,
            t.invoices_used,
            t.invoices_included,
            t.invoices_at_most,
            t.files_stored,
        ],
        rows: page.rows.iter().map(row).collect(),
        empty: t.no_organizations,
        next,
    };
    let mut view = View::new(t.usage);
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}
