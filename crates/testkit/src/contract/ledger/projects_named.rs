//! Documents name their projects.

use super::{
    expenses::change as change_expense,
    project_setup::{changed, customer, draft, input, of_input, project, recurring, spent},
};
use crate::build::{self, NOW, id};
use crate::contract::{
    StoreUnderTest,
    invoicing::drafts::{kept, moment},
    setup::{issue, kind, organization, try_issue},
};
use contracts::{ContractFilter, ContractStore};
use expenses::{ExpenseCorrection, ExpenseFilter, ExpenseStore, SettledExpense};
use invoicing::{
    InvoiceFilter, InvoiceStore, InvoiceType, Issuance, References, Violations,
    drafts::InvoiceEdit, records::CustomerStore, states::InvoiceChangeStore,
};
use projects::{Project, ProjectId, ProjectInput, ProjectStatus, ProjectStore};
use rust_decimal::dec;

pub async fn a_project_that_is_named_stays(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let [by_invoice, by_expense, by_contract, by_none] = [
        project(store, owner, "1").await,
        project(store, owner, "2").await,
        project(store, owner, "3").await,
        project(store, owner, "4").await,
    ];
    kept(store, &draft(owner, InvoiceType::Invoice, dec!(1), &by_invoice)).await;
    spent(store, owner, &by_expense, |_| {}).await;
    recurring(store, owner, &by_contract).await;
    for named in [by_invoice, by_expense, by_contract] {
        assert!(!store.delete_project(owner, &named).await.expect("asked"), "{}", named.code);
        assert_eq!(store.project(owner, named.id).await.expect("there"), named);
    }
    let newer = changed(&by_none, &input("4"));
    store.change_project(owner, &newer).await.expect("changed");
    assert_eq!(kind(&store.delete_project(owner, &by_none).await), "conflict");
    assert!(store.delete_project(owner, &newer).await.expect("deleted"));
    assert_eq!(kind(&store.project(owner, newer.id).await), "not found");
    assert_eq!(kind(&store.delete_project(owner, &newer).await), "not found");
}

/// An invoice that names it while it is deleted stays with its project, or is not issued.
pub async fn a_deleted_project_has_no_documents(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    for n in 0..4 {
        let project = project(store, owner, &n.to_string()).await;
        let draft = draft(owner, InvoiceType::Invoice, dec!(1), &project);
        let issuing = {
            let store = store.clone();
            tokio::spawn(async move { try_issue(&store, &draft).await.is_ok() })
        };
        let is_deleted = store.delete_project(owner, &project).await.expect("asked");
        let is_issued = issuing.await.expect("ended");
        assert_ne!(is_deleted, is_issued, "one of them comes first: {n}");
        let filter = InvoiceFilter { project_id: Some(project.id), ..InvoiceFilter::default() };
        let named = store.invoices(owner, &filter, None, 10).await.expect("a page").rows;
        assert_eq!(named.len(), usize::from(is_issued), "{n}");
    }
}

pub async fn documents_are_listed_by_their_project(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (one, other) = (project(store, owner, "1").await, project(store, owner, "2").await);
    let invoice = issue(store, &draft(owner, InvoiceType::Invoice, dec!(1), &one)).await;
    let expense = spent(store, owner, &one, |_| {}).await;
    let contract = recurring(store, owner, &one).await;
    issue(store, &build::draft(owner)).await;
    let found = async |project: &Project| {
        let project_id = Some(project.id);
        let filter = InvoiceFilter { project_id, ..InvoiceFilter::default() };
        let invoices = store.invoices(owner, &filter, None, 10).await.expect("a page").rows;
        let filter = ExpenseFilter { project_id, ..ExpenseFilter::default() };
        let expenses = store.expenses(owner, &filter, None, 10).await.expect("a page").rows;
        let filter = ContractFilter { project_id, ..ContractFilter::default() };
        let contracts = store.contracts(owner, &filter, None, 10).await.expect("a page").rows;
        (
            invoices.iter().map(|it| it.id).collect::<Vec<_>>(),
            expenses.iter().map(|it| it.id).collect::<Vec<_>>(),
            contracts.iter().map(|it| it.id).collect::<Vec<_>>(),
        )
    };
    assert_eq!(found(&one).await, (vec![invoice.id], vec![expense.id], vec![contract.id]));
    assert_eq!(found(&other).await, (vec![], vec![], vec![]));
    // they go to the other one
    let state = store.invoice_state(owner, invoice.id).await.expect("there");
    let edit = InvoiceEdit { project_id: Some(Some(other.id)), ..InvoiceEdit::default() };
    let records = store.issuing_records(owner, &References::default()).await.expect("records");
    let mut issuance = Issuance::at(NOW, id);
    let checked = state.check_edit(&edit, Violations::new(), records, &mut issuance);
    let change = state.decide_edit(&edit, checked.expect("right"), &moment()).expect("right");
    store.change_invoice(&change.expect("a change")).await.expect("changed");
    let correction =
        ExpenseCorrection { project_id: Some(Some(other.id)), ..ExpenseCorrection::default() };
    let correct = |expense: &SettledExpense| expense.correct(&correction);
    change_expense(store, (owner, expense.id), None, correct).await.expect("changed");
    let mut moved = contract.paused().expect("active");
    moved.terms.project_id = Some(other.id);
    store.change_contract(owner, &contract, &moved, None, NOW).await.expect("changed");
    assert_eq!(found(&one).await, (vec![], vec![], vec![]));
    assert_eq!(found(&other).await, (vec![invoice.id], vec![expense.id], vec![contract.id]));
}

pub async fn records_have_the_project_that_is_named(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let (one, two) = (project(store, owner, "1").await, project(store, owner, "2").await);
    let closed = ProjectInput { status: Some(ProjectStatus::Closed), ..input("2") };
    store.change_project(owner, &changed(&two, &closed)).await.expect("changed");
    let original = issue(store, &draft(owner, InvoiceType::Invoice, dec!(1), &one)).await;
    let named = async |owner, project_id, original_invoice_id| {
        let references = References { project_id, original_invoice_id, ..References::default() };
        let records = store.issuing_records(owner, &references).await.expect("records");
        records.project.map(|project| (project.id, project.code, project.is_in_use))
    };
    let (first, second) = ((one.id, "1".to_owned(), true), (two.id, "2".to_owned(), false));
    assert_eq!(named(owner, Some(one.id), None).await, Some(first.clone()));
    assert_eq!(named(owner, Some(two.id), None).await, Some(second.clone()));
    assert_eq!(named(owner, None, Some(original.id)).await, Some(first));
    assert_eq!(named(owner, Some(two.id), Some(original.id)).await, Some(second));
    assert_eq!(named(owner, None, None).await, None);
    let advance = issue(store, &draft(owner, InvoiceType::Proforma, dec!(1), &one)).await;
    let references = References { advances: vec![advance.id], ..References::default() };
    let records = store.issuing_records(owner, &references).await.expect("records");
    assert_eq!(records.project.map(|project| project.id), Some(one.id), "that of the advance");
    assert_eq!(named(owner, Some(ProjectId(id())), None).await, None);
    assert_eq!(named(other, Some(one.id), None).await, None);
}

pub async fn a_project_goes_along_when_its_customer_is_merged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (gone, stays) = (customer(store, owner).await, customer(store, owner).await);
    let for_gone = ProjectInput { customer_id: Some(gone.id), ..input("1") };
    let project = of_input(&for_gone, 0);
    store.add_project(owner, &project, None).await.expect("kept");
    let row = async |id| store.contact(owner, id).await.expect("there");
    let (other, stays) = (row(gone.id).await, row(stays.id).await);
    store.merge_contacts(owner, &other, &stays, &stays, NOW).await.expect("merged");
    let after = store.project(owner, project.id).await.expect("there");
    assert_eq!((after.customer_id, after.version), (Some(stays.contact.id), 2));
}
