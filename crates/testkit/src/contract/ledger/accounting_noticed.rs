//! What belongs into a program and has no posting there.

use super::{
    accounting_setup::{link, linked},
    expenses::{add, pay},
    offsets::{documents, put},
};
use crate::{
    build::{NOW, contact, draft_of, id},
    contract::{
        Ports, StoreUnderTest,
        setup::{issue, organization},
    },
    expenses::expense,
};
use access::{OrganizationId, Tier};
use accounting_programs::{Link, Look, Posting, PostingId, PostingStore, ProgramKind, Subject};
use expenses::{ExpenseOrigin, ExpenseStatus, ExpenseStore};
use idempotency::Answer;
use invoicing::{
    InvoiceId, InvoiceType, PaymentId, PaymentMethod,
    paying::{PaymentMoment, PaymentRequest, Settlement},
    states::Links,
};
use peppol_connector::identifiers::{Network, ReceivedId};
use rust_decimal::dec;
use time::macros::date;
use uuid::Uuid;

/// What was issued, approved, paid and set off, each once, and nothing that is no document of accounting.
pub async fn what_belongs_into_a_program_is_noticed_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link) = linked(store).await;
    let (invoice, owed) = documents(store, owner, &contact("Oba"), (dec!(100), dec!(70))).await;
    issue(store, &draft_of(owner, InvoiceType::Proforma)).await;
    let mut others = Vec::new();
    for (status, origin) in [
        (ExpenseStatus::PendingApproval, ExpenseOrigin::Entered),
        (ExpenseStatus::Rejected, ExpenseOrigin::Entered),
    ] {
        let supplier = contact("Iný");
        let other = expenses::Expense { status, origin, ..expense(owner, &supplier, dec!(9)) };
        add(store, &supplier, &other).await;
        others.push(other.id);
    }
    let first = noticed(store, owner, &link).await;
    let mut expected = [Subject::invoice(invoice), Subject::expense(owed)];
    expected.sort_by_key(|subject| subject.id);
    assert_eq!(first, expected, "payments follow when their documents are there");
    keep(store, owner, &link, &first).await;
    assert_eq!(noticed(store, owner, &link).await, []);
    let payment = pay_invoice(store, owner, invoice).await;
    pay(store, (owner, owed), dec!(5)).await.expect("paid");
    let paid = store.expense(owner, owed).await.expect("there").payments[0].id;
    let offset = put(store, owner, (invoice, owed), dec!(10), None).await.expect("set off");
    let mut expected = [
        Subject::invoice_payment(payment, invoice),
        Subject::expense_payment(paid, owed),
        Subject::offset(offset, invoice, owed),
    ];
    expected.sort_by_key(|subject| subject.id);
    assert_eq!(noticed(store, owner, &link).await, expected, "not the payments of the set-off");
    let one = store.without_posting(owner, &link, Look::Everything, 1).await.expect("read");
    assert_eq!(one, expected[..1]);
}

pub async fn what_a_program_does_not_take_is_not_noticed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link) = linked(store).await;
    let both = documents(store, owner, &contact("Oba"), (dec!(100), dec!(70))).await;
    put(store, owner, both, dec!(10), None).await.expect("set off");
    assert_eq!(noticed(store, owner, &link).await.len(), 3);
    for (kind, count) in [(ProgramKind::SuperFaktura, 2), (ProgramKind::SapiSk, 0)] {
        let link = Link { kind, ..link.clone() };
        assert_eq!(noticed(store, owner, &link).await.len(), count, "{kind:?}");
    }
    let late = Link { from_date: date!(2100 - 01 - 01), ..link.clone() };
    assert_eq!(noticed(store, owner, &late).await, []);
    let stranger = organization(store).await;
    assert_eq!(noticed(store, stranger, &link).await, []);
}

/// Documents that came over the network of the other tier.
pub async fn documents_of_the_other_network_are_not_noticed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let record = crate::peppol::received_record();
    crate::contract::network::setup::receive(store, owner, &record).await;
    let supplier = contact("Píla");
    let origin = ExpenseOrigin::Received(ReceivedId(record.id.0), Network::Test);
    let came = expenses::Expense { origin, ..expense(owner, &supplier, dec!(9)) };
    add(store, &supplier, &came).await;
    for (tier, expected) in [(Tier::Test, vec![Subject::expense(came.id)]), (Tier::Live, vec![])] {
        let link = link(tier, ProgramKind::PohodaMserver);
        assert_eq!(noticed(store, owner, &link).await, expected, "{tier:?}");
    }
}

async fn noticed(store: &impl Ports, owner: OrganizationId, link: &Link) -> Vec<Subject> {
    store.without_posting(owner, link, Look::Everything, 100).await.expect("read")
}

async fn keep(store: &impl Ports, owner: OrganizationId, link: &Link, subjects: &[Subject]) {
    let new = |subject: &Subject| Posting::new(PostingId(id()), link.id, *subject, NOW);
    let postings: Vec<_> = subjects.iter().map(new).collect();
    store.add_postings(owner, &postings, None, NOW).await.expect("kept");
}

async fn pay_invoice(store: &impl Ports, owner: OrganizationId, invoice: InvoiceId) -> PaymentId {
    let made = PaymentId(id());
    let moment = PaymentMoment { id: made, now: NOW, today: NOW.date(), links: Links::default() };
    let request =
        PaymentRequest { amount: dec!(7), date: None, method: PaymentMethod::BankTransfer };
    let answer = Answer { status: 200, body: b"{}".to_vec() };
    let decide =
        |settlement: &Settlement| Ok((settlement.record(request, &moment)?, answer.clone()));
    store.change_payments(owner, invoice, None, decide).await.expect("paid");
    made
}

/// New documents, what is paid of them, and new payments of old documents; what is backdated with the look at everything.
pub async fn what_is_new_is_noticed_without_looking_at_everything(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link) = linked(store).await;
    let (invoice, owed) = documents(store, owner, &contact("Oba"), (dec!(100), dec!(70))).await;
    let paid = pay_invoice(store, owner, invoice).await;
    let look = |after: Uuid, issued| {
        let link = link.clone();
        async move {
            let look = Look::New { after, issued };
            store.without_posting(owner, &link, look, 100).await.expect("read")
        }
    };
    let (all, none) = (date!(2000 - 01 - 01), date!(2100 - 01 - 01));
    let (old, new) = (Uuid::nil(), Uuid::max());
    let mut expected = [Subject::invoice(invoice), Subject::expense(owed)];
    expected.sort_by_key(|subject| subject.id);
    assert_eq!(look(new, all).await, expected);
    keep(store, owner, &link, &expected).await;
    let payment = Subject::invoice_payment(paid, invoice);
    assert_eq!(look(old, none).await, [payment], "a new payment");
    // a posting that is new brings what was paid before
    assert_eq!(look(paid.0, none).await, [payment], "of a new posting");
    let offset = put(store, owner, (invoice, owed), dec!(10), None).await.expect("set off");
    let found = look(paid.0, none).await;
    assert!(found.contains(&Subject::offset(offset, invoice, owed)), "{found:?}");
    keep(store, owner, &link, &found).await;
    assert_eq!(look(old, all).await, []);
    assert_eq!(noticed(store, owner, &link).await, []);
}
