//! The usage of the company's plan, and its credit.

use crate::pages::rows::ROWS;
use crate::{
    blocks::{Cell, Fact, Section, Table, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use access::Scope;
use peppol_connector::{
    credit::{LedgerLine, SEAT_PRICE},
    identifiers::Network,
};
use persistence::Page as Rows;
use use_cases::{
    invoicing::usage::{UsageReport, usage},
    sending::credit::{CreditStatus, credit_entries, credit_status},
};

pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::ReportRead)?;
    let t = visit.t();
    let (query, after) = visit.list()?;
    query.finish()?;
    let (used, credit) = (usage(&context).await?, credit_status(&context).await?);
    let lines = credit_entries(&context, after, ROWS).await?;
    let mut view = View::new(t.plan);
    view.facts = of_usage(&visit, &used);
    let balance = balance(&visit, context.network(), &credit);
    view.sections = vec![balance, Section::table(t.ledger, ledger(&visit, &lines))];
    view.show(&visit)
}

fn count(count: u64) -> Cell {
    Cell::text(count.to_string())
}

fn of_usage(visit: &Visit, used: &UsageReport) -> Vec<Fact> {
    let (t, words) = (visit.t(), &visit.words);
    let bound = |bound: Option<u64>| bound.map_or(Cell::text(t.any_number), count);
    facts([
        (t.plan_alone, Cell::text(used.plan.name())),
        (t.period, Cell::text(words.days(used.month.first(), used.month.last()))),
        (t.invoices_used, count(used.invoices)),
        (t.invoices_at_most, bound(used.plan.monthly_invoices())),
        (t.transactions_used, count(used.transactions)),
        (t.transactions_included, bound(used.plan.monthly_transactions())),
        (t.seats_used, count(used.seats.used.into())),
        (t.seats_included, bound(used.plan.seats().map(u64::from))),
        (t.seats_paid, count(used.seats.paid.into())),
        (t.files_stored, Cell::text(words.bytes(used.stored_bytes))),
        (t.keys_at_most, count(used.plan.max_keys().into())),
        (t.mails_a_day, count(used.plan.mails_a_day().into())),
    ])
}

fn balance(visit: &Visit, network: Network, credit: &CreditStatus) -> Section {
    let t = visit.t();
    let lead = match network {
        Network::Test => t.credit_sandbox,
        Network::Live => t.credit_lead,
    };
    Section {
        lead: lead.to_owned(),
        facts: facts([
            (t.credit_available, count(credit.balance.available.0)),
            (t.credit_reserved, count(credit.balance.reserved.0)),
            (t.credit_price, count(credit.price.0)),
            (t.seat_price, count(SEAT_PRICE.0)),
            (t.credit_overdue, Cell::text(visit.words.yes(credit.prepayment_overdue))),
        ]),
        ..Section::new(t.credit)
    }
}

fn ledger(visit: &Visit, lines: &Rows<LedgerLine>) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |line: &LedgerLine| {
        let send = line.submission.map(|id| visit.path(&format!("sends/{id}")));
        vec![
            words.time(line.at),
            Cell::text(words.ledger(line.kind)),
            count(line.amount.0),
            send.map_or(Cell::Nothing, |href| Cell::link(href, t.show)),
        ]
    };
    let heads = vec![t.when, t.what, t.count, t.sends];
    let table = Table::of(t.ledger, heads, (&lines.rows, t.no_ledger), row);
    Table { next: visit.next_rows(lines), ..table }
}
