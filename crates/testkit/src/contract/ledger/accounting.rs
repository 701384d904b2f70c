//! Accounting programs: links with encrypted secrets, and what is written into them, once and in order.

use super::{
    expenses::{add, pay},
    offsets::{documents, put},
};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, walk},
};
use crate::{
    build::{NOW, contact, draft_of, id},
    expenses::expense,
};
use access::{OrganizationId, Tier};
use accounting_programs::{
    AccountingLinkStore, Contact, ItemAnswer, Link, LinkId, LinkSettings, NextPosting, POST_JOB,
    Posting, PostingFilter, PostingId, PostingKind, PostingState, PostingStore, ProgramKind,
    ProgramSecret, ProgramUrl, ShownPosting, Subject,
};
use expenses::{ExpenseOrigin, ExpenseStatus, ExpenseStore};
use idempotency::Answer;
use invoicing::{
    InvoiceId, InvoiceType, PaymentId, PaymentMethod,
    paying::{PaymentMoment, PaymentRequest, Settlement},
    states::Links,
};
use jobs::{Jitter, JobFilter, JobId, JobQueue};
use peppol_connector::identifiers::{Network, ReceivedId};
use persistence::Cursor;
use rust_decimal::dec;
use secret_text::Secret;
use time::{Duration, macros::date};

fn link(tier: Tier, kind: ProgramKind) -> Link {
    let url = ProgramUrl::stored("https://pohoda.example.com:5336".into()).expect("an address");
    let settings = LinkSettings { user: Some("Ján".into()), ..LinkSettings::default() };
    Link {
        id: LinkId(id()),
        tier,
        kind,
        url: Some(url),
        settings,
        from_date: date!(2000 - 01 - 01),
        contact: Contact::default(),
        version: 1,
        created_at: NOW,
    }
}

async fn linked(store: &impl Ports) -> (OrganizationId, Link) {
    let (owner, link) = (organization(store).await, link(Tier::Live, ProgramKind::PohodaMserver));
    store.add_accounting_link(owner, &link, None, None).await.expect("linked");
    (owner, link)
}

fn secret(text: &str) -> ProgramSecret {
    ProgramSecret::new(text.to_owned())
}

fn made(answer: &str) -> ItemAnswer {
    ItemAnswer::Created { id: Some(answer.into()), number: Some("26FV1".into()), note: None }
}

fn refused() -> ItemAnswer {
    ItemAnswer::Refused { reason: "Obdobie je uzavreté".into() }
}

/// Postings of an invoice, an expense, a payment of the invoice and a set-off of both, whose ids grow.
fn family(link: &Link) -> [Posting; 4] {
    let mut ids = [id(), id(), id(), id()];
    ids.sort();
    let [invoice, expense, payment, offset] = ids;
    let (of, owed) = (InvoiceId(invoice), expenses::ExpenseId(expense));
    [
        Subject::invoice(of),
        Subject::expense(owed),
        Subject::invoice_payment(PaymentId(payment), of),
        Subject::offset(invoicing::OffsetId(offset), of, owed),
    ]
    .map(|subject| Posting::new(PostingId(id()), link.id, subject, NOW))
}

async fn with_family(store: &impl Ports) -> (OrganizationId, Link, [Posting; 4]) {
    let (owner, link) = linked(store).await;
    let all = family(&link);
    store.add_postings(owner, &all, None, NOW).await.expect("kept");
    (owner, link, all)
}

/// Stores postings, and the link a version on.
async fn save(store: &impl Ports, owner: OrganizationId, link: &mut Link, postings: &[Posting]) {
    let after = link.reached(NOW);
    store.save_postings(owner, link, &after, postings, &[]).await.expect("saved");
    *link = after;
}

async fn next(store: &impl Ports, owner: OrganizationId, link: &Link) -> Vec<(Posting, bool)> {
    let next = store.next_postings(owner, link.id, 100).await.expect("read");
    let all: Vec<_> =
        next.into_iter().map(|NextPosting { posting, is_ready }| (posting, is_ready)).collect();
    let waits = store.has_next_posting(owner, link.id).await.expect("read");
    assert_eq!(waits, !all.is_empty());
    all
}

pub async fn a_link_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let token = Secret::new([7; 32]);
    let fetch = Link { url: None, ..link(Tier::Test, ProgramKind::PohodaFetch) };
    let failed = link(Tier::Live, ProgramKind::PohodaMserver).failed("no answer", NOW, Jitter(0));
    let password = secret("heslo: ľščťž \"'");
    store.add_accounting_link(owner, &failed, Some(&password), None).await.expect("linked");
    store.add_accounting_link(owner, &fetch, None, Some(token.hash())).await.expect("linked");
    for (tier, link) in [(Tier::Live, &failed), (Tier::Test, &fetch)] {
        assert_eq!(store.accounting_link(owner, tier).await.expect("there"), *link);
        assert_eq!(store.accounting_link_of(owner, link.id).await.expect("there"), *link);
    }
    assert_eq!(store.accounting_secret(owner, failed.id).await.expect("there"), password);
    assert_eq!(kind(&store.accounting_secret(owner, fetch.id).await), "not found");
    let by_token = store.accounting_link_by_token(token.hash()).await.expect("there");
    assert_eq!(by_token, (owner, fetch));
    let other = Secret::new([8; 32]).hash();
    assert_eq!(kind(&store.accounting_link_by_token(other).await), "not found");
    let (stranger, other) = (OrganizationId(id()), link(Tier::Test, ProgramKind::SapiSk));
    assert_eq!(kind(&store.add_accounting_link(stranger, &other, None, None).await), "not found");
}

pub async fn of_many_links_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let asked: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let link = link(Tier::Live, ProgramKind::PohodaMserver);
                kind(&store.add_accounting_link(owner, &link, None, None).await)
            })
        })
        .collect();
    let mut ends = Vec::new();
    for asked in asked {
        ends.push(asked.await.expect("no panic"));
    }
    ends.sort_unstable();
    assert_eq!(ends, [["conflict"; 5].as_slice(), &["ok"]].concat());
}

pub async fn a_changed_link_keeps_its_secret(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let before = link(Tier::Live, ProgramKind::PohodaMserver);
    store.add_accounting_link(owner, &before, Some(&secret("one")), None).await.expect("linked");
    let settings = LinkSettings { bank_account: Some("TB".into()), ..LinkSettings::default() };
    let after = Link { settings, from_date: date!(2026 - 11 - 01), ..before.next() };
    store.change_accounting_link(owner, &before, &after, None).await.expect("changed");
    assert_eq!(store.accounting_link_of(owner, before.id).await.expect("there"), after);
    assert_eq!(store.accounting_secret(owner, before.id).await.expect("there"), secret("one"));
    let stale = store.change_accounting_link(owner, &before, &after, Some(&secret("two"))).await;
    assert_eq!(kind(&stale), "conflict");
    let last = after.next();
    store
        .change_accounting_link(owner, &after, &last, Some(&secret("two")))
        .await
        .expect("changed");
    assert_eq!(store.accounting_secret(owner, before.id).await.expect("there"), secret("two"));
}

pub async fn a_link_goes_with_its_postings(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link, all) = with_family(store).await;
    let stranger = organization(store).await;
    assert_eq!(kind(&store.delete_accounting_link(stranger, link.id).await), "not found");
    store.delete_accounting_link(owner, link.id).await.expect("gone");
    assert_eq!(kind(&store.accounting_link_of(owner, link.id).await), "not found");
    assert_eq!(kind(&store.posting(owner, link.id, all[0].id).await), "not found");
    assert_eq!(kind(&store.add_postings(owner, &all, None, NOW).await), "not found");
    assert_eq!(kind(&store.delete_accounting_link(owner, link.id).await), "not found");
}

pub async fn links_of_all_are_paged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let mut expected = Vec::new();
    for _ in 0..3 {
        let (owner, link) = linked(store).await;
        expected.push((owner, link));
    }
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.accounting_links(after, 2).await.expect("a page");
        let Some((_, last)) = page.last() else { break };
        assert!(after < Some(last.id));
        after = Some(last.id);
        all.extend(page);
    }
    for one in expected {
        assert_eq!(all.iter().filter(|known| **known == one).count(), 1);
    }
}

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
    let one = store.without_posting(owner, &link, 1).await.expect("read");
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
    store.without_posting(owner, link, 100).await.expect("read")
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

pub async fn a_subject_has_one_posting_and_a_link_one_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link, all) = with_family(store).await;
    let again = all.clone().map(|posting| Posting { id: PostingId(id()), ..posting });
    for _ in 0..2 {
        let job = link.job(JobId(id()), owner, NOW);
        store.add_postings(owner, &again, Some(&job), NOW).await.expect("nothing new");
    }
    let page = store.postings(owner, link.id, PostingFilter::default(), None, 100).await;
    let mut ids: Vec<_> = page.expect("a page").rows.iter().map(|it| it.posting.id).collect();
    ids.sort();
    let mut expected = all.map(|posting| posting.id);
    expected.sort();
    assert_eq!(ids, expected);
    let jobs = store.jobs(JobFilter { kind: Some(POST_JOB.0), state: None }, None, 1_000).await;
    let jobs = jobs.expect("jobs").rows;
    assert_eq!(jobs.iter().filter(|job| job.organization == Some(owner)).count(), 1);
}

/// In the order of their subjects; what is about a document waits until the program has it.
pub async fn postings_leave_in_order_and_after_their_documents(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link, all) = with_family(store).await;
    let [invoice, expense, payment, offset] = all;
    let listed = next(store, owner, &link).await;
    let expected = [
        (invoice.clone(), true),
        (expense.clone(), true),
        (payment.clone(), false),
        (offset.clone(), false),
    ];
    assert_eq!(listed, expected);
    let done = invoice.sending().answered(Some(&made("1")), NOW);
    save(store, owner, &mut link, std::slice::from_ref(&done)).await;
    let listed = next(store, owner, &link).await;
    assert_eq!(listed, [(expense.clone(), true), (payment, true), (offset.clone(), false)]);
    // what is about a document that was refused waits for a person
    let failed = expense.sending().answered(Some(&refused()), NOW);
    save(store, owner, &mut link, std::slice::from_ref(&failed)).await;
    assert_eq!(next(store, owner, &link).await.len(), 1, "the payment of the invoice alone");
    let held = store.posting(owner, link.id, offset.id).await.expect("there");
    assert_eq!(held, ShownPosting { posting: offset, is_held: true });
    let read = store.posting(owner, link.id, failed.id).await.expect("there");
    assert_eq!(read, ShownPosting { posting: failed, is_held: false });
    let read = store.posting(owner, link.id, done.id).await.expect("there");
    assert_eq!(read, ShownPosting { posting: done, is_held: false });
}

pub async fn who_holds_an_older_link_stores_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, before, all) = with_family(store).await;
    let workers: Vec<_> = (0..6)
        .map(|_| {
            let (store, before, sent) = (store.clone(), before.clone(), all[0].sending());
            tokio::spawn(async move {
                let after = before.next();
                kind(&store.save_postings(owner, &before, &after, &[sent], &[]).await)
            })
        })
        .collect();
    let mut ends = Vec::new();
    for worker in workers {
        ends.push(worker.await.expect("no panic"));
    }
    ends.sort_unstable();
    assert_eq!(ends, [["conflict"; 5].as_slice(), &["ok"]].concat());
    let read = store.posting(owner, before.id, all[0].id).await.expect("there").posting;
    assert_eq!(read, all[0].sending(), "sent once");
    let after = before.next();
    let stale = store.save_postings(owner, &before, &after, &[], &[all[1].id]).await;
    assert_eq!(kind(&stale), "conflict");
    store.save_postings(owner, &after, &after.next(), &[], &[all[1].id]).await.expect("saved");
    assert_eq!(kind(&store.posting(owner, before.id, all[1].id).await), "not found");
}

pub async fn a_posting_is_changed_as_it_was_read(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link, all) = with_family(store).await;
    let failed = all[0].sending().answered(Some(&refused()), NOW);
    save(store, owner, &mut link, std::slice::from_ref(&failed)).await;
    let again = failed.retried().expect("failed");
    let job = link.job(JobId(id()), owner, NOW);
    let stale = store.change_posting(owner, &all[0], &again, Some(&job), NOW).await;
    assert_eq!(kind(&stale), "conflict");
    store.change_posting(owner, &failed, &again, Some(&job), NOW).await.expect("changed");
    let read = store.posting(owner, link.id, failed.id).await.expect("there").posting;
    assert_eq!(read, again);
    let stranger = organization(store).await;
    let other = store.change_posting(stranger, &again, &failed, None, NOW).await;
    assert_eq!(kind(&other), "not found");
}

pub async fn postings_are_listed_by_state_and_kind(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link) = linked(store).await;
    let mut all = Vec::new();
    for n in 0..2 {
        let at = NOW + Duration::seconds(n);
        all.extend(family(&link).map(|posting| Posting { created_at: at, ..posting }));
    }
    store.add_postings(owner, &all, None, NOW).await.expect("kept");
    all[0] = all[0].sending().answered(Some(&made("1")), NOW);
    save(store, owner, &mut link, &[all[0].clone()]).await;
    all.sort_by_key(|posting| std::cmp::Reverse((posting.created_at, posting.id)));
    let place = |shown: &ShownPosting| Cursor::new(shown.posting.created_at, shown.posting.id);
    for state in [None, Some(PostingState::Pending), Some(PostingState::Failed)] {
        for kind in [None, Some(PostingKind::Invoice), Some(PostingKind::Offset)] {
            let filter = PostingFilter { state, kind };
            let read = |after| store.postings(owner, link.id, filter, after, 2);
            let listed: Vec<_> =
                walk(2, place, read).await.into_iter().map(|shown| shown.posting).collect();
            let passes = |posting: &&Posting| {
                state.is_none_or(|state| posting.state == state)
                    && kind.is_none_or(|kind| posting.subject.kind == kind)
            };
            let expected: Vec<_> = all.iter().filter(passes).cloned().collect();
            assert_eq!(listed, expected, "{filter:?}");
        }
    }
    let wanted = [all[0].subject.id, id()];
    let of = store.postings_of(owner, link.id, all[0].subject.kind, &wanted).await.expect("read");
    assert_eq!(of.into_iter().map(|it| it.posting).collect::<Vec<_>>(), [all[0].clone()]);
    let stranger = organization(store).await;
    let none = store.postings(stranger, link.id, PostingFilter::default(), None, 9).await;
    assert!(none.expect("a page").rows.is_empty());
}
