//! What the company has used of its plan, and its credit.

use super::ROWS;
use crate::{
    blocks::{Cell, Section, Table, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use peppol_connector::LedgerLine;
use use_cases::{credit_entries, credit_status, usage};

pub(super) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::ReportRead)?;
    let (t, words) = (visit.t(), &visit.words);
    let (query, after) = visit.list()?;
    query.finish()?;
    let (used, credit) = (usage(&context).await?, credit_status(&context).await?);
    let lines = credit_entries(&context, after, ROWS).await?;
    let next = visit.next_rows(&lines);
    let count = |count: u64| Cell::text(count.to_string());
    let bound = |bound: Option<u64>| bound.map_or(Cell::text(t.any_number), count);
    let mut view = View::new(t.plan);
    view.facts = facts([
        (t.plan_alone, Cell::text(used.plan.name())),
        (t.period, Cell::text(words.days(used.month.first(), used.month.last()))),
        (t.invoices_used, count(used.invoices)),
        (t.invoices_included, bound(used.limit.included)),
        (t.invoices_at_most, bound(used.limit.at_most)),
        (t.files_stored, Cell::text(words.bytes(used.stored_bytes))),
        (t.keys_at_most, count(used.plan.max_keys().into())),
        (t.mails_a_day, count(used.plan.mails_a_day().into())),
    ]);
    let balance = Section {
        lead: match context.network() {
            peppol_connector::Network::Test => t.credit_sandbox.to_owned(),
            peppol_connector::Network::Live => t.credit_lead.to_owned(),
        },
        facts: facts([
            (t.credit_available, count(credit.balance.available.0)),
            (t.credit_reserved, count(credit.balance.reserved.0)),
            (t.credit_price, count(credit.price.0)),
            (t.credit_overdue, Cell::text(words.yes(credit.prepayment_overdue))),
        ]),
        ..Section::new(t.credit)
    };
    let row = |line: &LedgerLine| {
        let send = line.submission.map(|id| visit.path(&format!("sends/{id}")));
        vec![
            words.time(line.at),
            Cell::text(words.ledger(line.kind)),
            count(line.amount.0),
            send.map_or(Cell::Nothing, |href| Cell::link(href, t.show)),
        ]
    };
    let ledger = Table {
        caption: t.ledger.to_owned(),
        heads: vec![t.when, t.what, t.count, t.sends],
        rows: lines.rows.iter().map(row).collect(),
        empty: t.no_ledger,
        next,
    };
    view.sections = vec![balance, Section::table(t.ledger, ledger)];
    view.show(&visit)
}
