//! Changes of invoices: one after the other, with their history and their events, or not at all.

use super::drafts::moment;
use crate::contract::{
    Ports, StoreUnderTest,
    sending::setup::keep,
    setup::{issue, kind, organization, read},
};
use crate::{
    build::{self, NOW, draft, id},
    sends::{in_sandbox, native_send},
};
use access::{ApiKeyId, ConnectionId, Credential, OrganizationId, Role, UserId};
use idempotency::Answer;
use invoicing::{
    ContractId, InvoiceId, Issuance, ItemInput, PaymentId, PaymentMethod, References, Violations,
    drafts::{EditError, InvoiceEdit},
    paying::{PaymentError, PaymentMoment, PaymentRequest, Settlement},
    recording::InvoiceContent,
    records::{Provision, ProvisionStore},
    states::{
        ChangeMoment, HistoryAction, InvoiceChange, InvoiceChangeStore, InvoiceMove, InvoiceState,
        LiveSend,
    },
    terms::{HeaderTexts, Term},
};
use money::Decimal;
use peppol_connector::ports::SubmissionStore;
use persistence::Cursor;
use rust_decimal::dec;
use vat_categories::VatRate;

/// An issued invoice, and whose it is.
async fn issued(store: &impl Ports) -> (OrganizationId, InvoiceId) {
    let owner = organization(store).await;
    (owner, issue(store, &draft(owner)).await.id)
}

pub(in crate::contract) async fn state(
    store: &impl Ports,
    (owner, id): (OrganizationId, InvoiceId),
) -> InvoiceState {
    store.invoice_state(owner, id).await.expect("there")
}

/// The decision to edit an invoice as it stands.
pub(in crate::contract) async fn edited(
    store: &impl Ports,
    place: (OrganizationId, InvoiceId),
    edit: &InvoiceEdit,
) -> Result<Option<InvoiceChange>, EditError> {
    let state = state(store, place).await;
    let original_invoice_id = state.invoice.document.header().original;
    let references = References { original_invoice_id, ..References::default() };
    let records = store.issuing_records(place.0, &references).await.expect("records");
    let mut issuance = Issuance::at(NOW, id);
    let checked = state.check_edit(edit, Violations::new(), records, &mut issuance)?;
    state.decide_edit(edit, checked, &moment())
}

/// One line of so much without VAT.
fn of(amount: Decimal) -> InvoiceEdit {
    let items = vec![ItemInput::new("Práca", 1, amount, VatRate::Zero)];
    InvoiceEdit { items: Some(items), ..InvoiceEdit::default() }
}

fn noted(text: &str) -> InvoiceEdit {
    InvoiceEdit { texts: HeaderTexts::one(Term::InternalNote, text), ..InvoiceEdit::default() }
}

pub async fn an_edit_is_read_as_it_was_decided(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let before = state(store, place).await.invoice;
    let edit = InvoiceEdit {
        due_days: Some(30),
        texts: HeaderTexts {
            note: Some("iná".into()),
            order_number: Some(String::new()),
            ..HeaderTexts::default()
        },
        contract_id: Some(Some(ContractId(id()))),
        ..of(dec!(100.10))
    };
    let change = edited(store, place, &edit).await.expect("right").expect("a change");
    store.change_invoice(&change).await.expect("changed");
    let after = state(store, place).await.invoice;
    assert_eq!(Some(&after), change.after.as_ref());
    assert_eq!((after.version, after.outstanding()), (before.version + 1, dec!(100.10)));
    let events = subject.events(place.0).await;
    assert_eq!(events.last().map(String::as_str), Some(change.events[0].body.as_str()));
    let same = edited(store, place, &edit).await.expect("right");
    assert_eq!(same, None, "nothing is changed twice");
}

pub async fn filing_is_read_as_it_was_decided(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let actor = Some(Credential::Key(ApiKeyId(id())));
    let moment = ChangeMoment { actor, ..moment() };
    for asked in
        [InvoiceMove::Archive, InvoiceMove::Lock, InvoiceMove::Unarchive, InvoiceMove::Unlock]
    {
        let change = state(store, place).await.make(asked, &moment).expect("right");
        let change = change.expect("a change");
        store.change_invoice(&change).await.expect("changed");
        assert_eq!(Some(state(store, place).await.invoice), change.after);
        let line = store.invoice_history(place.0, place.1, None, 1).await.expect("read").rows;
        assert_eq!((&line[0].entry, line[0].entry.actor), (&change.entry, actor));
    }
}

pub async fn a_stale_change_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let first = edited(store, place, &of(dec!(10))).await.expect("right").expect("a change");
    let second = edited(store, place, &of(dec!(20))).await.expect("right").expect("a change");
    store.change_invoice(&first).await.expect("changed");
    let events = subject.events(place.0).await;
    assert_eq!(kind(&store.change_invoice(&second).await), "conflict");
    assert_eq!(Some(state(store, place).await.invoice), first.after);
    assert_eq!(subject.events(place.0).await, events);
    let history = store.invoice_history(place.0, place.1, None, 10).await.expect("read").rows;
    assert_eq!(history.len(), 1);
}

pub async fn of_many_changes_of_an_invoice_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let mut changes = Vec::new();
    for n in 1..=8 {
        let change = edited(store, place, &of(Decimal::from(n))).await.expect("right");
        changes.push((store.clone(), change.expect("a change")));
    }
    let tasks: Vec<_> = changes
        .into_iter()
        .map(|(store, change)| {
            tokio::spawn(async move { kind(&store.change_invoice(&change).await) })
        })
        .collect();
    let mut kinds = Vec::new();
    for task in tasks {
        kinds.push(task.await.expect("no panic"));
    }
    kinds.sort_unstable();
    assert_eq!(kinds, [&["conflict"; 7][..], &["ok"]].concat());
    assert_eq!(state(store, place).await.invoice.version, 2);
}

pub async fn a_live_send_in_between_refuses_a_change(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let invoice = read(store, place.0, place.1).await;
    let change = edited(store, place, &of(dec!(10))).await.expect("right").expect("a change");
    let tried = in_sandbox(native_send(&invoice));
    keep(store, place.0, &tried).await;
    assert_eq!(state(store, place).await.live_send, LiveSend::None, "a test send is none");
    keep(store, place.0, &native_send(&invoice)).await;
    assert_eq!(state(store, place).await.live_send, LiveSend::UnderWay);
    assert_eq!(kind(&store.change_invoice(&change).await), "conflict");
    assert_eq!(read(store, place.0, place.1).await, invoice);
}

pub async fn an_edit_in_between_refuses_a_send(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let invoice = read(store, place.0, place.1).await;
    let send = native_send(&invoice);
    let change = edited(store, place, &of(dec!(10))).await.expect("right").expect("a change");
    store.change_invoice(&change).await.expect("changed");
    let refused = store.commit(place.0, &crate::sends::queued(&send), None, NOW).await;
    assert_eq!(kind(&refused), "conflict", "the document says what the invoice said before");
    assert_eq!(state(store, place).await.live_send, LiveSend::None);
}

pub async fn a_history_pages_and_is_its_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let other = issue(store, &draft(place.0)).await.id;
    let user = build::user(place.0, Role::Viewer);
    let (person, email) = (user.id, user.email.clone());
    let provision = Provision { users: vec![user], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let actors = [
        (None, None),
        (Some(Credential::Key(ApiKeyId(id()))), None),
        (Some(Credential::Connection(ConnectionId(id()))), None),
        (Some(Credential::Person(person)), Some(email)),
        (Some(Credential::Person(UserId(id()))), None),
    ];
    for (n, (actor, _)) in (0..).zip(&actors) {
        let edit = noted(&format!("poznámka {n}"));
        let mut change = edited(store, place, &edit).await.expect("right").expect("a change");
        change.entry = change.entry.by(*actor);
        assert_eq!(change.events, [], "nobody else is told of a note");
        store.change_invoice(&change).await.expect("changed");
    }
    let (mut after, mut versions, mut by) = (None, Vec::new(), Vec::new());
    loop {
        let page = store.invoice_history(place.0, place.1, after, 2).await.expect("a page");
        versions.extend(page.rows.iter().map(|row| row.entry.version));
        by.extend(page.rows.iter().map(|row| (row.entry.actor, row.email.clone())));
        after = page.rows.last().map(|row| Cursor::new(row.entry.at, row.id));
        if !page.has_more {
            break;
        }
    }
    assert_eq!(versions, [6, 5, 4, 3, 2]);
    by.reverse();
    assert_eq!(by, actors);
    let stranger = organization(store).await;
    for (owner, id) in [(stranger, place.1), (place.0, other)] {
        let page = store.invoice_history(owner, id, None, 10).await.expect("a page");
        assert_eq!(page.rows, []);
    }
    let foreign = store.invoice_state(stranger, place.1).await;
    assert_eq!(foreign.err().map(|error| kind::<()>(&Err(error))), Some("not found"));
}

pub async fn whatever_changes_an_invoice_leaves_a_line(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = issued(store).await;
    let edit = edited(store, place, &of(dec!(100))).await.expect("right").expect("a change");
    store.change_invoice(&edit).await.expect("changed");
    pay(store, place, dec!(40)).await.expect("paid");
    let payment = state(store, place).await.invoice.payments[0].id;
    take_back(store, place, payment).await.expect("taken back");
    let cancelled = state(store, place).await.make(InvoiceMove::Cancel, &moment());
    let cancelled = cancelled.expect("right").expect("a change");
    store.change_invoice(&cancelled).await.expect("changed");
    let history = store.invoice_history(place.0, place.1, None, 10).await.expect("read").rows;
    let actions: Vec<_> = history.iter().rev().map(|row| row.entry.action).collect();
    use HistoryAction::{Cancelled, Edited, PaymentRecorded, PaymentTakenBack};
    assert_eq!(actions, [Edited, PaymentRecorded, PaymentTakenBack, Cancelled]);
    let paid = &history[2].entry;
    assert_eq!(paid.before["status"], "issued");
    assert_eq!(paid.after["status"], "partially_paid");
    assert_eq!(paid.after["paid_amount"], "40.00");
}

pub(in crate::contract) async fn pay(
    store: &impl Ports,
    (owner, invoice): (OrganizationId, InvoiceId),
    amount: Decimal,
) -> Result<Answer, PaymentError> {
    let request = PaymentRequest { amount, date: None, method: PaymentMethod::Cash };
    let moment = payment_moment();
    let decide = |settlement: &Settlement| {
        let answer = Answer { status: 201, body: Vec::new() };
        settlement.record(request, &moment).map(|change| (change, answer))
    };
    store.change_payments(owner, invoice, None, decide).await
}

pub(in crate::contract) async fn take_back(
    store: &impl Ports,
    (owner, invoice): (OrganizationId, InvoiceId),
    payment: PaymentId,
) -> Result<Answer, PaymentError> {
    let moment = payment_moment();
    let decide = |settlement: &Settlement| {
        let answer = Answer { status: 200, body: Vec::new() };
        settlement.take_back(payment, &moment).map(|change| (change, answer))
    };
    store.change_payments(owner, invoice, None, decide).await
}

fn payment_moment() -> PaymentMoment {
    let ChangeMoment { now, today, links, .. } = moment();
    PaymentMoment { id: PaymentId(id()), now, today, links }
}
