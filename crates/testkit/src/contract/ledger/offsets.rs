//! Set-offs: under the locks of both documents, invoice first, with their payments and events.

use super::{
    bank_statements::{kept, line},
    expenses::{add, change, pay},
    taken_back::match_what_waits,
};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization},
};
use crate::{
    build::{NOW, contact, draft, fingerprint, id, lease, with_total},
    expenses::{expense, offset_moment, offset_request},
};
use access::OrganizationId;
use bank_statements::{LineState, StatementStore};
use expenses::{ExpenseId, SettledExpense};
use idempotency::{Answer, Decision, IdempotencyStore, Lease, LeaseToken};
use invoicing::{
    AnyInvoice, Contact, InvoiceId, InvoiceStatus, Payment, PaymentId, PaymentMethod,
    paying::{
        PaymentError, PaymentMoment, PaymentRefused, PaymentRequest, PaymentStore, Settlement,
    },
    states::Links,
};
use offsets::{
    AgreementSeries, Offset, OffsetError, OffsetFilter, OffsetId, OffsetRecord, OffsetRefused,
    OffsetStore, PageNumber, Pair, set_off, undo,
};
use rust_decimal::{Decimal, dec};
use std::sync::Mutex;
use time::Duration;

pub(in crate::contract) type Documents = (InvoiceId, ExpenseId);

const FIRST: PageNumber = PageNumber { page: 1, per_page: 100 };

fn answer() -> Answer {
    Answer { status: 201, body: b"{}".to_vec() }
}

/// An invoice and an expense of the same firm over these totals.
pub(in crate::contract) async fn documents(
    store: &impl Ports,
    owner: OrganizationId,
    customer: &Contact,
    (total, owed): (Decimal, Decimal),
) -> Documents {
    let mut draft = with_total(draft(owner), total);
    draft.document.customer_id = customer.id;
    draft.document.buyer = customer.party.clone();
    draft.new_contact = store.contact(owner, customer.id).await.is_err().then(|| customer.clone());
    let invoice = issue(store, &draft).await.id;
    let expense = expense(owner, customer, owed);
    add(store, customer, &expense).await;
    (invoice, expense.id)
}

async fn pair(store: &impl Ports) -> (OrganizationId, Documents) {
    let owner = organization(store).await;
    (owner, documents(store, owner, &contact("Oba"), (dec!(100), dec!(70))).await)
}

pub(in crate::contract) async fn put(
    store: &impl Ports,
    owner: OrganizationId,
    documents: Documents,
    amount: Decimal,
    lease: Option<&Lease>,
) -> Result<OffsetId, OffsetError> {
    let request = offset_request(documents.0, documents.1, amount);
    let moment = offset_moment();
    let decide = |pair: &Pair| Ok((set_off(&request, pair, &moment)?, answer()));
    let (series, answered) = (request.series(NOW.date()), lease.map(|lease| (lease, NOW)));
    store.set_off(owner, documents, series, answered, decide).await?;
    Ok(moment.id)
}

pub(in crate::contract) async fn remove(
    store: &impl Ports,
    owner: OrganizationId,
    id: OffsetId,
) -> Result<Answer, OffsetError> {
    let moment = offset_moment();
    let decide = |offset: &Offset, pair: &Pair| Ok((undo(offset, pair, &moment)?, answer()));
    store.undo_offset(owner, id, decide).await
}

async fn read(
    store: &impl Ports,
    owner: OrganizationId,
    (invoice, expense): Documents,
) -> (AnyInvoice, SettledExpense) {
    let invoice = store.invoice(owner, invoice).await.expect("an invoice");
    (invoice, store.expense(owner, expense).await.expect("an expense"))
}

async fn listed(
    store: &impl Ports,
    owner: OrganizationId,
    filter: OffsetFilter,
    page: PageNumber,
) -> (Vec<OffsetId>, u64) {
    let page = store.offsets(owner, filter, page).await.expect("a page");
    (page.rows.into_iter().map(|row| row.offset.id).collect(), page.total)
}

pub async fn a_set_off_pays_both_documents(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    let events = subject.events(owner).await.len();
    let first = put(store, owner, documents, dec!(69.99), None).await.expect("set off");
    let (invoice, expense) = read(store, owner, documents).await;
    assert_eq!(
        (invoice.outstanding(), invoice.status),
        (dec!(30.01), InvoiceStatus::PartiallyPaid)
    );
    assert_eq!(expense.expense.outstanding(), dec!(0.01));
    let made = |payments: &[Payment]| {
        assert_eq!(payments.len(), 1);
        (payments[0].amount, payments[0].offset_id, payments[0].method.to_string())
    };
    let expected = (dec!(69.99), Some(first), "offset".to_owned());
    assert_eq!((made(&invoice.payments), made(&expense.payments)), (expected.clone(), expected));
    assert_eq!(subject.events(owner).await.len(), events + 2, "payment.received, invoice.updated");
    let record = store.offset(owner, first).await.expect("kept");
    assert_eq!(record, OffsetRecord::of(record.offset.clone(), &invoice, &expense));
    let before = (record.offset.invoice_outstanding, record.offset.expense_outstanding);
    assert_eq!((before, record.offset.amount), ((dec!(100), dec!(70)), dec!(69.99)));
}

pub async fn a_set_off_is_read_as_it_was_decided(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    let mut request = offset_request(documents.0, documents.1, dec!(1));
    request.reference = Some("Z-1/2026".into());
    request.note = Some("po dohode\ns „nimi“".into());
    let (moment, decided) = (offset_moment(), Mutex::new(None));
    let decide = |pair: &Pair| {
        let change = set_off(&request, pair, &moment)?;
        *decided.lock().expect("no panic") = Some(change.record(pair));
        Ok((change, answer()))
    };
    store.set_off(owner, documents, None, None, decide).await.expect("set off");
    let kept = store.offset(owner, moment.id).await.expect("kept");
    assert_eq!(Some(kept), decided.into_inner().expect("no panic"));
}

pub async fn a_refused_set_off_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    let before = (read(store, owner, documents).await, subject.events(owner).await);
    let over = put(store, owner, documents, dec!(70.01), None).await;
    let exceeds = matches!(over, Err(OffsetError::Refused(OffsetRefused::ExceedsBalance(..))));
    assert!(exceeds, "{over:?}");
    let lost = put(store, owner, documents, dec!(1), Some(&lease("never claimed"))).await;
    assert!(matches!(lost, Err(OffsetError::Store(_))), "{lost:?}");
    let stranger = organization(store).await;
    for (owner, documents, missing) in [
        (stranger, documents, vec!["invoice_id", "expense_id"]),
        (owner, (InvoiceId(id()), documents.1), vec!["invoice_id"]),
        (owner, (documents.0, ExpenseId(id())), vec!["expense_id"]),
    ] {
        let refused = put(store, owner, documents, dec!(1), None).await;
        let Err(OffsetError::Refused(OffsetRefused::Invalid(found))) = refused else {
            panic!("{refused:?}");
        };
        let named: Vec<_> = found.as_slice().iter().map(|v| v.field.as_str()).collect();
        assert_eq!(named, missing);
    }
    assert_eq!((read(store, owner, documents).await, subject.events(owner).await), before);
    assert_eq!(listed(store, owner, OffsetFilter::default(), FIRST).await, (vec![], 0));
}

pub async fn set_offs_at_once_never_exceed_a_balance(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    let tasks: Vec<_> = (0..24)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let (invoice, expense) = documents;
                let moment = PaymentMoment {
                    id: PaymentId(id()),
                    now: NOW,
                    today: NOW.date(),
                    links: Links::default(),
                };
                let amount = dec!(9);
                let method = PaymentMethod::BankTransfer;
                let request = PaymentRequest { amount, date: None, method };
                match n % 3 {
                    0 => pay(&store, (owner, expense), amount).await.is_ok(),
                    1 => {
                        let decide = |settlement: &Settlement| {
                            Ok((settlement.record(request, &moment)?, answer()))
                        };
                        store.change_payments(owner, invoice, None, decide).await.is_ok()
                    }
                    _ => put(&store, owner, documents, amount, None).await.is_ok(),
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    let (invoice, expense) = read(store, owner, documents).await;
    let sum = |payments: &[Payment]| payments.iter().map(|p| p.amount).sum::<Decimal>();
    assert_eq!(invoice.outstanding(), dec!(100) - sum(&invoice.payments));
    assert_eq!(expense.expense.outstanding(), dec!(70) - sum(&expense.payments));
    assert!(invoice.outstanding() >= Decimal::ZERO && expense.expense.outstanding() < dec!(9));
    assert!(expense.expense.outstanding() >= Decimal::ZERO);
}

pub async fn what_is_settled_is_not_deleted(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    put(store, owner, documents, dec!(70), None).await.expect("set off");
    let (invoice, expense) = read(store, owner, documents).await;
    let moment =
        PaymentMoment { id: PaymentId(id()), now: NOW, today: NOW.date(), links: Links::default() };
    let payment = invoice.payments[0].id;
    let decide = |settlement: &Settlement| Ok((settlement.take_back(payment, &moment)?, answer()));
    let alone = store.change_payments(owner, documents.0, None, decide).await;
    assert!(matches!(alone, Err(PaymentError::Refused(PaymentRefused::SetOff(_)))), "{alone:?}");
    let (place, payment) = ((owner, documents.1), expense.payments[0].id);
    change(store, place, None, |expense| expense.take_back(payment)).await.expect_err("alone");
    change(store, place, None, SettledExpense::delete).await.expect_err("it is settled");
    assert_eq!(read(store, owner, documents).await, (invoice, expense));
}

pub async fn a_set_off_is_undone_as_a_whole(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    let before = read(store, owner, documents).await;
    let offset = put(store, owner, documents, dec!(70), None).await.expect("set off");
    let stranger = organization(store).await;
    remove(store, stranger, offset).await.expect_err("not theirs");
    remove(store, owner, offset).await.expect("undone");
    let (invoice, expense) = read(store, owner, documents).await;
    assert_eq!((&invoice.payments, invoice.status), (&before.0.payments, before.0.status));
    assert_eq!((expense.payments, expense.expense.paid_amount), (vec![], Decimal::ZERO));
    assert_eq!(kind(&store.offset(owner, offset).await), "not found");
    remove(store, owner, offset).await.expect_err("it is gone");
}

pub async fn set_offs_are_listed_by_pages(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, customer) = (organization(store).await, contact("Oba"));
    let one = documents(store, owner, &customer, (dec!(100), dec!(100))).await;
    let two = documents(store, owner, &customer, (dec!(100), dec!(100))).await;
    let mut made = Vec::new();
    for (n, documents) in (0..5).zip([one, two, one, (one.0, two.1), one]) {
        let request = offset_request(documents.0, documents.1, dec!(1));
        let now = NOW + Duration::seconds(n);
        let moment = offsets::OffsetMoment { now, ..offset_moment() };
        let decide = |pair: &Pair| Ok((set_off(&request, pair, &moment)?, answer()));
        store.set_off(owner, documents, None, None, decide).await.expect("set off");
        made.insert(0, moment.id);
    }
    let page = |page, per_page| PageNumber { page, per_page };
    let all = OffsetFilter::default;
    for (filter, page, rows, total) in [
        (all(), page(1, 100), made.clone(), 5),
        (all(), page(1, 2), made[..2].to_vec(), 5),
        (all(), page(3, 2), made[4..].to_vec(), 5),
        (all(), page(4, 2), vec![], 5),
        (all(), page(u32::MAX, 100), vec![], 5),
        (OffsetFilter { invoice: Some(two.0), ..all() }, page(1, 9), vec![made[3]], 1),
        (OffsetFilter { expense: Some(two.1), ..all() }, page(1, 9), vec![made[1], made[3]], 2),
        (
            OffsetFilter { invoice: Some(one.0), expense: Some(two.1), ..all() },
            page(1, 9),
            vec![made[1]],
            1,
        ),
    ] {
        assert_eq!(listed(store, owner, filter, page).await, (rows, total), "{filter:?} {page:?}");
    }
    let stranger = organization(store).await;
    assert_eq!(listed(store, stranger, all(), FIRST).await, (vec![], 0));
}

/// Who names no reference gets the next number of a series that has no gaps, whoever comes at once, and skips what
/// somebody took by hand.
pub async fn agreements_are_numbered_without_gaps(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, customer) = (organization(store).await, contact("Oba"));
    let taken = documents(store, owner, &customer, (dec!(100), dec!(100))).await;
    let mut request = offset_request(taken.0, taken.1, dec!(1));
    request.reference = Some(AgreementSeries { year: NOW.year() }.number(2));
    let moment = offset_moment();
    let decide = |pair: &Pair| Ok((set_off(&request, pair, &moment)?, answer()));
    assert_eq!(request.series(NOW.date()), None);
    store.set_off(owner, taken, None, None, decide).await.expect("set off");
    let refused = put(store, owner, taken, dec!(1000), None).await;
    assert!(matches!(refused, Err(OffsetError::Refused(_))), "{refused:?}");
    let mut pairs = Vec::new();
    for _ in 0..6 {
        pairs.push(documents(store, owner, &customer, (dec!(10), dec!(10))).await);
    }
    let at_once: Vec<_> = pairs
        .into_iter()
        .map(|pair| {
            let store = store.clone();
            tokio::spawn(async move { put(&store, owner, pair, dec!(1), None).await })
        })
        .collect();
    for made in at_once {
        made.await.expect("no panic").expect("set off");
    }
    let rows = store.offsets(owner, OffsetFilter::default(), FIRST).await.expect("a page").rows;
    let mut numbers: Vec<_> = rows.into_iter().filter_map(|row| row.offset.reference).collect();
    numbers.sort();
    let of = |count| AgreementSeries { year: NOW.year() }.number(count);
    assert_eq!(numbers, (1..=7).map(of).collect::<Vec<_>>(), "a refused one takes none");
    // those of another company are their own, and an undone one is not drawn again
    let (other, documents) = pair(store).await;
    let first = put(store, other, documents, dec!(1), None).await.expect("set off");
    remove(store, other, first).await.expect("undone");
    let second = put(store, other, documents, dec!(1), None).await.expect("set off");
    let kept = store.offset(other, second).await.expect("kept").offset.reference;
    assert_eq!(kept, Some(of(2)));
}

pub async fn a_set_off_comes_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, documents) = pair(store).await;
    let key = lease("offset-1");
    let first = store.claim(owner.into(), &key, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(first, Decision::Proceed);
    put(store, owner, documents, dec!(5), Some(&key)).await.expect("set off");
    let again = Lease { token: LeaseToken(id()), ..key };
    let replay = store.claim(owner.into(), &again, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(replay, Decision::Replay(answer()));
}

/// Money that came while the invoice was set off is matched once it is not.
pub async fn money_that_waited_is_matched_when_a_set_off_is_undone(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let documents = documents(store, owner, &contact("Oba"), (dec!(100), dec!(100))).await;
    let id = put(store, owner, documents, dec!(100), None).await.expect("set off");
    let (invoice, _) = read(store, owner, documents).await;
    let document = invoice.document.issued().expect("issued here");
    let came = kept(store, owner, vec![line(dec!(100), document.variable_symbol.as_deref())]).await;
    assert_eq!(came.lines[0].state, LineState::Unmatched, "nothing is outstanding");
    remove(store, owner, id).await.expect("undone");
    assert_eq!(match_what_waits(store, owner).await, [documents.0]);
    let (paid, _) = read(store, owner, documents).await;
    let payments: Vec<_> = paid.payments.iter().map(|payment| payment.id).collect();
    assert_eq!((paid.status, payments), (InvoiceStatus::Paid, vec![came.lines[0].id.payment()]));
    let counts = store.statement(owner, came.record.id).await.expect("there").counts;
    assert_eq!((counts.unmatched, counts.recorded), (0, 1));
}
