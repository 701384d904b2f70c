//! What the tests of projects begin with.

use super::expenses::add;
use crate::{
    build::{NOW, contact, draft_of, id, with_total},
    contract::Ports,
    contracts::contract,
    expenses::expense,
};
use access::OrganizationId;
use contracts::Contract;
use expenses::Expense;
use invoicing::{Contact, Draft, InvoiceType, Violations, records::ContactRow};
use money::Currency;
use projects::{Project, ProjectId, ProjectInput};
use rust_decimal::{Decimal, dec};
use time::Duration;

pub(super) fn input(code: &str) -> ProjectInput {
    let (code, name) = (Some(code.to_owned()), Some(format!("Strecha {code}")));
    ProjectInput { code, name, ..ProjectInput::default() }
}

pub(super) fn of_input(input: &ProjectInput, seconds: i64) -> Project {
    let at = NOW + Duration::seconds(seconds);
    input.check(ProjectId(id()), at, Currency::Eur, Violations::new()).expect("right")
}

pub(super) fn changed(before: &Project, input: &ProjectInput) -> Project {
    input.change(before, NOW, Currency::Eur, Violations::new()).expect("right")
}

pub(super) async fn project(store: &impl Ports, owner: OrganizationId, code: &str) -> Project {
    let project = of_input(&input(code), 0);
    store.add_project(owner, &project, None).await.expect("kept");
    project
}

pub(super) async fn customer(store: &impl Ports, owner: OrganizationId) -> Contact {
    let contact = contact("Nájomca");
    let row = ContactRow { contact: contact.clone(), created_at: NOW, retired_at: None };
    store.add_contact(owner, &row, None).await.expect("made");
    contact
}

pub(super) fn draft(
    owner: OrganizationId,
    kind: InvoiceType,
    total: Decimal,
    project: &Project,
) -> Draft {
    let mut draft = with_total(draft_of(owner, kind), total);
    draft.document.project_id = Some(project.id);
    draft
}

pub(super) async fn spent(
    store: &impl Ports,
    owner: OrganizationId,
    project: &Project,
    make: impl FnOnce(&mut Expense),
) -> Expense {
    let supplier = contact("Píla");
    let mut expense = expense(owner, &supplier, dec!(100));
    expense.content.project_id = Some(project.id);
    make(&mut expense);
    add(store, &supplier, &expense).await;
    expense
}

pub(super) async fn recurring(
    store: &impl Ports,
    owner: OrganizationId,
    project: &Project,
) -> Contract {
    let mut contract = contract(owner, &customer(store, owner).await);
    contract.terms.project_id = Some(project.id);
    store.add_contract(owner, &contract, None).await.expect("made");
    contract
}
