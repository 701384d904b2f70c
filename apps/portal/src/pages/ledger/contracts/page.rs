//! One contract, and what may be done with it.

use crate::pages::{people::actors::key_names, rows::ROWS};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Fact, Section, Table, facts},
    error::{Page, PageError},
    view::View,
    visit::Visit,
};
use ::contracts::{Contract, ContractId, ContractState, Item, ListedPeriod, Missed};
use access::{Credential, Scope};
use api_http::Body;
use persistence::{Page as Rows, StoreError};
use sign_in::SignInStore;
use use_cases::ledger::contracts::{
    self as recurring, Preview, cancel_contract, contract_invoices, pause_contract, resume_contract,
};

/// One of them: its terms, the next invoice and those before.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::ContractRead)?;
    let id = ContractId(visit.id("id")?);
    let (query, after) = visit.list()?;
    query.finish()?;
    let preview = recurring::preview(&context, id).await?;
    let invoices = contract_invoices(&context, id, after, ROWS).await?;
    let (t, words, contract) = (visit.t(), &visit.words, &preview.contract);
    let mut view = View::new(contract.name.as_deref().unwrap_or(t.contract));
    view.badges = vec![words.contract_state(contract.state)];
    view.actions = actions(&visit, contract);
    let changer = changer(&visit, contract).await?;
    view.facts = terms(&visit, contract, words.actor(contract.changed_by, changer));
    view.sections = vec![
        Section::table(t.lines, items(&visit, contract)),
        upcoming(&visit, &preview),
        Section::table(t.invoices, periods(&visit, &invoices)),
    ];
    view.show(&visit)
}

fn terms(visit: &Visit, contract: &Contract, changed_by: Cell) -> Vec<Fact> {
    let (t, words) = (visit.t(), &visit.words);
    let customer = visit.path(&format!("customers/{}", contract.terms.customer_id));
    facts([
        (t.customer, Cell::link(customer, t.show)),
        (t.interval, Cell::text(words.interval(contract.schedule.interval))),
        (t.billing, Cell::text(words.billing(contract.schedule.billing))),
        (t.first_period, words.date(contract.schedule.start)),
        (t.last_period, words.day(contract.end_date)),
        (t.day_of_month, Cell::text(contract.schedule.day_of_month.to_string())),
        (t.sending, Cell::text(words.send_by(contract.send))),
        (t.method, Cell::text(words.method(contract.terms.payment_method))),
        (
            t.problem,
            Cell::maybe(contract.problem.as_ref().map(|it| words.stored_refusal(&it.message))),
        ),
        (t.changed_by, changed_by),
    ])
}

/// The invoices of its periods.
fn periods(visit: &Visit, invoices: &Rows<ListedPeriod>) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |row: &ListedPeriod| {
        let href = visit.path(&format!("invoices/{}", row.issued.invoice));
        let period = &row.issued.period;
        vec![
            Cell::link(href, &*row.number),
            Cell::Badge(words.status(row.status)),
            Cell::text(words.days(period.first, period.last)),
            words.time(row.issued.issued_at),
            words.amount(row.total, row.currency.code()),
        ]
    };
    let heads = vec![t.number, t.state, t.period, t.issued_on, t.total];
    let table = Table::of(t.invoices, heads, (&invoices.rows, t.no_invoices), row);
    Table { next: visit.next_rows(invoices), ..table }
}

/// The address of the person who changed it last.
async fn changer(visit: &Visit, contract: &Contract) -> Result<Option<String>, PageError> {
    let id = match contract.changed_by {
        Some(Credential::Person(id)) => id,
        Some(Credential::Key(id)) => {
            let mut names = key_names(visit, [contract.changed_by].into_iter()).await?;
            return Ok(names.remove(&id));
        }
        None | Some(Credential::Connection(_)) => return Ok(None),
    };
    match visit.store.user(id).await {
        Ok(user) => Ok(Some(user.email)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn items(visit: &Visit, contract: &Contract) -> Table {
    let (t, words, currency) = (visit.t(), &visit.words, contract.terms.currency.code());
    let row = |item: &Item| {
        let unit = item.unit.unwrap_or_default().name();
        vec![
            Cell::text(&*item.description),
            Cell::text(format!("{} {unit}", item.quantity.normalize())),
            words.amount(item.unit_price, currency),
            Cell::text(format!("{} %", item.vat_rate.percent())),
        ]
    };
    let heads = vec![t.description, t.quantity, t.unit_price, t.vat_rate];
    Table::of(t.lines, heads, (&contract.terms.items, t.no_lines), row)
}

/// A preview of the next invoice, or what prevents it.
fn upcoming(visit: &Visit, preview: &Preview) -> Section {
    let (t, words) = (visit.t(), &visit.words);
    let section = Section::new(t.next_invoice);
    let Some((period, draft)) = &preview.next else {
        return Section { lead: t.contract_over.to_owned(), ..section };
    };
    let mut shown = vec![
        (t.period, Cell::text(words.days(period.first, period.last))),
        (t.issued_on, words.date(period.due_on)),
    ];
    match draft {
        Ok(draft) => {
            let (totals, currency) = (draft.document.totals, draft.document.currency.code());
            shown.push((t.net, words.amount(totals.subtotal, currency)));
            shown.push((t.total, words.amount(totals.total, currency)));
        }
        Err(obstacle) => shown.push((t.problem, Cell::text(words.refusal(&obstacle.message)))),
    }
    Section { facts: facts(shown), ..section }
}

fn actions(visit: &Visit, contract: &Contract) -> Vec<Action> {
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("contracts/{}/{rest}", contract.id));
    let mut actions = Vec::new();
    if visit.may(Scope::ContractUpdate) {
        match contract.state {
            ContractState::Active if contract.problem.is_some() => {
                actions.push(Action::new(path("resume"), t.try_again).main());
            }
            ContractState::Active => actions.push(Action::new(path("pause"), t.pause)),
            ContractState::Paused => actions.push(Action::new(path("resume"), t.resume).main()),
            ContractState::Ended | ContractState::Cancelled => {}
        }
    }
    if visit.may(Scope::ContractDelete) && contract.state != ContractState::Cancelled {
        actions.push(Action::new(path("cancel"), t.end_contract).danger(t.end_contract_note));
    }
    actions
}

/// The contract of the path, after a form that was posted.
fn posted(visit: &Visit, body: &Body) -> Result<ContractId, PageError> {
    visit.form(body)?;
    Ok(ContractId(visit.id("id")?))
}

fn back(visit: &Visit, id: ContractId) -> Page {
    Ok(see_other(&visit.path(&format!("contracts/{id}?done=saved"))))
}

pub(in crate::pages) async fn pause(visit: Visit, body: Body) -> Page {
    let id = posted(&visit, &body)?;
    pause_contract(&visit.context(Scope::ContractUpdate)?, id).await?;
    back(&visit, id)
}

/// Resumes the contract. Periods that fell due while it was paused are skipped, which is the default of the API.
pub(in crate::pages) async fn resume(visit: Visit, body: Body) -> Page {
    let id = posted(&visit, &body)?;
    resume_contract(&visit.context(Scope::ContractUpdate)?, id, Missed::default()).await?;
    visit.notifier.jobs();
    back(&visit, id)
}

pub(in crate::pages) async fn cancel(visit: Visit, body: Body) -> Page {
    let id = posted(&visit, &body)?;
    cancel_contract(&visit.context(Scope::ContractDelete)?, id).await?;
    back(&visit, id)
}
