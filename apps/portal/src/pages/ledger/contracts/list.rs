use crate::pages::{choices, rows::ROWS};
use crate::{
    blocks::{Cell, Field, Link, Section, Table},
    error::Page,
    view::View,
    visit::Visit,
};
use ::contracts::{Contract, ContractFilter, ContractState};
use access::Scope;
use use_cases::ledger::contracts::contracts;

/// Contracts, the newest first.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::ContractRead)?;
    let (t, words) = (visit.t(), &visit.words);
    let (mut query, after) = visit.list()?;
    let state = query.one_of("status", &ContractState::ALL, ContractState::name);
    let project_id = query.id("project_id");
    query.finish()?;
    let filter = ContractFilter { state, project_id, ..ContractFilter::default() };
    let page = contracts(&context, filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.contracts);
    view.lead = t.contracts_lead;
    if visit.may(Scope::ContractCreate) {
        view.links = vec![Link::main(visit.path("contracts/new"), t.new_contract)];
    }
    let chosen = state.map_or("", ContractState::name);
    let label = |it| words.contract_state(it).text;
    let all = &ContractState::ALL;
    let states = choices::named(Some(t.any), all, ContractState::name, label, chosen);
    view.filters = vec![Field::new("status", t.state, "").choice(states)];
    view.filters.extend(choices::listed_project(&visit, project_id).await?);
    let heads = vec![t.name, t.state, t.interval, t.next_invoice, t.problem];
    let row = |contract: &Contract| row(&visit, contract);
    let table = Table { next, ..Table::of(t.contracts, heads, (&page.rows, t.no_contracts), row) };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn row(visit: &Visit, contract: &Contract) -> Vec<Cell> {
    let words = &visit.words;
    let next = contract.next_period();
    let first = contract.terms.items.first().map(|item| item.description.clone());
    let name = contract.name.clone().or(first).unwrap_or_default();
    vec![
        Cell::link(visit.path(&format!("contracts/{}", contract.id)), name),
        Cell::Badge(words.contract_state(contract.state)),
        Cell::text(words.interval(contract.schedule.interval)),
        words.day(next.map(|period| period.due_on)),
        Cell::maybe(
            contract.problem.as_ref().map(|problem| words.stored_refusal(&problem.message)),
        ),
    ]
}
