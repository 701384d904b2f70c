//! Projects: found, named by documents, summed up.

use super::expenses::{add, change as change_expense};
use crate::build::{self, NOW, contact, draft_of, fingerprint, id, lease, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::drafts::{kept, moment},
    ledger::dashboard::pay,
    setup::{issue, kind, organization, try_issue},
};
use crate::{contracts::contract, expenses::expense};
use access::OrganizationId;
use contracts::{Contract, ContractFilter, ContractStore};
use expenses::{
    Expense, ExpenseCorrection, ExpenseFilter, ExpenseStatus, ExpenseStore, ExpenseType,
    SettledExpense,
};
use idempotency::{Answer, Decision, IdempotencyStore};
use invoicing::{
    Contact, Draft, InvoiceFilter, InvoiceId, InvoiceStore, InvoiceType, Issuance, References,
    Violations,
    drafts::InvoiceEdit,
    records::{ContactRow, CustomerStore},
    states::{InvoiceChangeStore, InvoiceMove},
};
use money::Currency;
use peppol_connector::identifiers::Network;
use projects::{
    Cost, Project, ProjectFilter, ProjectId, ProjectInput, ProjectSpan, ProjectStatus,
    ProjectStore, ProjectTotals,
};
use rust_decimal::{Decimal, dec};
use time::{Date, Duration, macros::date};

const ALL: ProjectSpan =
    ProjectSpan { from: None, to: None, network: Network::Live, cost: Cost::WithoutVat };

fn input(code: &str) -> ProjectInput {
    let (code, name) = (Some(code.to_owned()), Some(format!("Strecha {code}")));
    ProjectInput { code, name, ..ProjectInput::default() }
}

fn of_input(input: &ProjectInput, seconds: i64) -> Project {
    let at = NOW + Duration::seconds(seconds);
    input.check(ProjectId(id()), at, Currency::Eur, Violations::new()).expect("right")
}

fn changed(before: &Project, input: &ProjectInput) -> Project {
    input.change(before, NOW, Currency::Eur, Violations::new()).expect("right")
}

async fn project(store: &impl Ports, owner: OrganizationId, code: &str) -> Project {
    let project = of_input(&input(code), 0);
    store.add_project(owner, &project, None).await.expect("kept");
    project
}

async fn customer(store: &impl Ports, owner: OrganizationId) -> Contact {
    let contact = contact("Nájomca");
    let row = ContactRow { contact: contact.clone(), created_at: NOW, retired_at: None };
    store.add_contact(owner, &row, None).await.expect("made");
    contact
}

fn draft(owner: OrganizationId, kind: InvoiceType, total: Decimal, project: &Project) -> Draft {
    let mut draft = with_total(draft_of(owner, kind), total);
    draft.document.project_id = Some(project.id);
    draft
}

async fn spent(
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

async fn recurring(store: &impl Ports, owner: OrganizationId, project: &Project) -> Contract {
    let mut contract = contract(owner, &customer(store, owner).await);
    contract.terms.project_id = Some(project.id);
    store.add_contract(owner, &contract, None).await.expect("made");
    contract
}

pub async fn projects_are_made_found_and_changed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let buyer = customer(store, owner).await;
    let first = project(store, owner, "P-1").await;
    let for_buyer = ProjectInput { customer_id: Some(buyer.id), ..input("Č/2") };
    let second = of_input(&for_buyer, 1);
    store.add_project(owner, &second, None).await.expect("kept");
    let closed = ProjectInput { status: Some(ProjectStatus::Closed), ..input("P-1") };
    let closed = changed(&first, &closed);
    store.change_project(owner, &closed).await.expect("changed");
    let stale = changed(&first, &input("P-9"));
    assert_eq!(kind(&store.change_project(owner, &stale).await), "conflict");
    let archived = ProjectInput { archived: Some(true), ..input("P-3") };
    let archived = of_input(&archived, 2);
    store.add_project(owner, &archived, None).await.expect("kept");
    assert_eq!(store.project(owner, closed.id).await.expect("there"), closed);
    let none = ProjectFilter::default;
    let text = |text: &str| ProjectFilter { text: Some(text.to_owned()), ..none() };
    for (filter, found) in [
        (none(), vec![&second, &closed]),
        (ProjectFilter { archived: true, ..none() }, vec![&archived]),
        (ProjectFilter { status: Some(ProjectStatus::Open), ..none() }, vec![&second]),
        (ProjectFilter { customer_id: Some(buyer.id), ..none() }, vec![&second]),
        (ProjectFilter { code: Some("P-1".into()), ..none() }, vec![&closed]),
        (ProjectFilter { code: Some("p-1".into()), ..none() }, vec![]),
        (text("c/2"), vec![&second]),
        (text("STRECHA p"), vec![&closed]),
        (text(" "), vec![&second, &closed]),
        (text("a\0b"), vec![]),
    ] {
        let page = store.projects(owner, &filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.iter().collect::<Vec<_>>(), found, "{filter:?}");
    }
    let page = store.projects(owner, &none(), None, 1).await.expect("a page");
    let next = store.projects(owner, &none(), page.next(), 1).await.expect("a page");
    assert_eq!((page.rows, next.rows), (vec![second], vec![closed]));
}

pub async fn a_code_is_one_projects_alone(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let first = project(store, owner, "P-1").await;
    let second = project(store, owner, "P-2").await;
    let again = of_input(&input("P-1"), 0);
    assert_eq!(kind(&store.add_project(owner, &again, None).await), "taken");
    let renamed = changed(&second, &input("P-1"));
    assert_eq!(kind(&store.change_project(owner, &renamed).await), "taken");
    project(store, other, "P-1").await;
    assert_eq!(kind(&store.project(other, first.id).await), "not found");
    assert_eq!(kind(&store.change_project(other, &changed(&first, &input("X"))).await), "conflict");
    assert_eq!(kind(&store.delete_project(other, &first).await), "not found");
    let stranger = customer(store, other).await;
    let of_stranger = ProjectInput { customer_id: Some(stranger.id), ..input("P-3") };
    let of_stranger = of_input(&of_stranger, 0);
    assert_eq!(kind(&store.add_project(owner, &of_stranger, None).await), "not found");
    let nobody = OrganizationId(id());
    assert_eq!(kind(&store.add_project(nobody, &again, None).await), "not found");
}

pub async fn a_project_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let project = of_input(&input("P-1"), 0);
    let (mine, other) = (lease("p-1"), lease("p-1"));
    let claimed = store.claim(owner.into(), &mine, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let answer = Answer { status: 201, body: b"{}".to_vec() };
    let lost = store.add_project(owner, &project, Some((&other, &answer))).await;
    assert_eq!(kind(&lost), "lease lost");
    assert_eq!(kind(&store.project(owner, project.id).await), "not found");
    store.add_project(owner, &project, Some((&mine, &answer))).await.expect("made");
    let again = store.claim(owner.into(), &lease("p-1"), fingerprint(1), NOW).await;
    assert_eq!(again.expect("asked"), Decision::Replay(answer));
}

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

async fn totals(store: &impl Ports, owner: OrganizationId, id: ProjectId) -> ProjectTotals {
    of_span(store, owner, id, &ALL).await
}

async fn of_span(
    store: &impl Ports,
    owner: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> ProjectTotals {
    let rows = store.project_amounts(owner, id, span).await.expect("summed up");
    ProjectTotals::of(&rows, Currency::Eur)
}

fn home(totals: &ProjectTotals) -> [Decimal; 5] {
    [&totals.invoiced, &totals.credited, &totals.spent, &totals.paid, &totals.open]
        .map(|sums| sums.home.amount)
}

/// Of a day, its total without VAT.
fn on(mut draft: Draft, day: Date) -> Draft {
    draft.document.issue_date = day;
    draft.document.delivery_date = draft.document.delivery_date.map(|_| day);
    draft
}

async fn cancel(store: &impl Ports, owner: OrganizationId, id: InvoiceId) {
    let state = store.invoice_state(owner, id).await.expect("there");
    let change = state.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    store.change_invoice(&change).await.expect("cancelled");
}

pub async fn totals_count_each_document_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let one = project(store, owner, "1").await;
    let of = |kind, total| draft(owner, kind, total, &one);
    let first = issue(store, &of(InvoiceType::Invoice, dec!(1000))).await;
    pay(store, owner, first.id, dec!(400), date!(2026 - 11 - 21)).await;
    let mut dollars = of(InvoiceType::FinalInvoice, dec!(300));
    (dollars.document.currency, dollars.document.exchange_rate) = (Currency::Usd, Some(dec!(2)));
    issue(store, &dollars).await;
    issue(store, &of(InvoiceType::CreditNote, dec!(50))).await;
    // what does not count
    kept(store, &of(InvoiceType::Invoice, dec!(7))).await;
    let gone = issue(store, &of(InvoiceType::Invoice, dec!(9))).await;
    cancel(store, owner, gone.id).await;
    issue(store, &build::draft(owner)).await;
    // of a proforma its payment does
    let proforma = issue(store, &of(InvoiceType::Proforma, dec!(20))).await;
    pay(store, owner, proforma.id, dec!(20), date!(2026 - 11 - 21)).await;
    let mut theirs = of(InvoiceType::SelfInvoice, dec!(60));
    theirs.document.self_billed = true;
    issue(store, &theirs).await;
    let mut back = of(InvoiceType::CreditNote, dec!(10));
    back.document.self_billed = true;
    issue(store, &back).await;
    spent(store, owner, &one, |it| it.content.totals.subtotal = dec!(80)).await;
    spent(store, owner, &one, |it| it.content.expense_type = ExpenseType::CreditNote).await;
    spent(store, owner, &one, |it| it.status = ExpenseStatus::Rejected).await;
    spent(store, owner, &one, |it| it.content.currency = Currency::Czk.into()).await;
    let shown = totals(store, owner, one.id).await;
    // 1000 + 300 / 2; 50; 60 - 10 + 80 - 100; 400 + 20; 600 + 300 / 2
    let expected = [dec!(1150), dec!(50), dec!(30), dec!(420), dec!(750)];
    assert_eq!(home(&shown), expected, "{shown:?}");
    assert_eq!((shown.spent.home.without_rate, shown.margin.home.amount), (1, dec!(1070)));
    let counts = [&shown.invoiced, &shown.credited, &shown.spent, &shown.paid, &shown.open];
    assert_eq!(counts.map(|sums| sums.count), [2, 1, 5, 2, 2]);
    let with_vat = ProjectSpan { cost: Cost::WithVat, ..ALL };
    let with_vat = of_span(store, owner, one.id, &with_vat).await;
    assert_eq!(with_vat.spent.home.amount, dec!(50), "the expense comes to 100 with VAT");
    let other = organization(store).await;
    assert_eq!(home(&totals(store, other, one.id).await), [Decimal::ZERO; 5]);
}

pub async fn totals_are_of_the_days_that_are_asked_for(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let one = project(store, owner, "1").await;
    for (day, total) in [
        (date!(2026 - 10 - 31), dec!(1)),
        (date!(2026 - 11 - 01), dec!(2)),
        (date!(2026 - 11 - 30), dec!(4)),
        (date!(2026 - 12 - 01), dec!(8)),
    ] {
        issue(store, &on(draft(owner, InvoiceType::Invoice, total, &one), day)).await;
        spent(store, owner, &one, |it| it.content.issue_date = day).await;
    }
    let (first, last) = (Some(date!(2026 - 11 - 01)), Some(date!(2026 - 11 - 30)));
    for (from, to, invoiced, spent, months) in [
        (None, None, dec!(15), dec!(400), 3),
        (first, None, dec!(14), dec!(300), 2),
        (None, last, dec!(7), dec!(300), 2),
        (first, last, dec!(6), dec!(200), 1),
        (last, first, dec!(0), dec!(0), 0),
    ] {
        let span = ProjectSpan { from, to, ..ALL };
        let shown = of_span(store, owner, one.id, &span).await;
        let sums = (shown.invoiced.home.amount, shown.spent.home.amount, shown.months.len());
        assert_eq!(sums, (invoiced, spent, months), "{from:?} {to:?}");
    }
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
