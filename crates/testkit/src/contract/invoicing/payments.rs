//! Payments: to the cent, under the lock of their invoice, with their events and their answer.

use crate::build::{NOW, draft, fingerprint, id, lease, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization},
};
use access::OrganizationId;
use idempotency::{Answer, Decision, IdempotencyStore, Lease, LeaseToken};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStatus, PaymentId, PaymentMethod,
    paying::{
        PaymentChange, PaymentError, PaymentMoment, PaymentRefused, PaymentRequest, PaymentStore,
        Settlement,
    },
    states::Links,
};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};

fn moment() -> PaymentMoment {
    let links = Links::to("https://billhook.example");
    PaymentMoment { id: PaymentId(id()), now: NOW, today: NOW.date(), links }
}

fn answered(
    change: Result<PaymentChange, PaymentError>,
) -> Result<(PaymentChange, Answer), PaymentError> {
    let change = change?;
    let answer = Answer { status: 201, body: change.payment.id.to_string().into_bytes() };
    Ok((change, answer))
}

async fn pay(
    store: &impl Ports,
    (organization, invoice): (OrganizationId, InvoiceId),
    amount: Decimal,
    lease: Option<&Lease>,
) -> Result<Answer, PaymentError> {
    let request = PaymentRequest { amount, date: None, method: PaymentMethod::BankTransfer };
    let moment = moment();
    let decide = |settlement: &Settlement| answered(settlement.record(request, &moment));
    store.change_payments(organization, invoice, lease.map(|lease| (lease, NOW)), decide).await
}

async fn take_back(
    store: &impl Ports,
    (organization, invoice): (OrganizationId, InvoiceId),
    payment: PaymentId,
) -> Result<Answer, PaymentError> {
    let moment = moment();
    let decide = |settlement: &Settlement| answered(settlement.take_back(payment, &moment));
    store.change_payments(organization, invoice, None, decide).await
}

/// An invoice over 100.00, and whose it is.
async fn hundred(store: &impl Ports) -> (OrganizationId, InvoiceId) {
    let owner = organization(store).await;
    (owner, issue(store, &with_total(draft(owner), dec!(100.00))).await.id)
}

async fn read(store: &impl Ports, (owner, id): (OrganizationId, InvoiceId)) -> AnyInvoice {
    store.invoice(owner, id).await.expect("an invoice")
}

pub async fn payments_settle_an_invoice_to_the_cent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    for (amount, paid, status, events) in [
        (dec!(33.33), dec!(33.33), InvoiceStatus::PartiallyPaid, 2),
        (dec!(66.66), dec!(99.99), InvoiceStatus::PartiallyPaid, 2),
        (dec!(0.01), dec!(100.00), InvoiceStatus::Paid, 3),
    ] {
        let before = subject.events(place.0).await.len();
        pay(store, place, amount, None).await.expect("recorded");
        let invoice = read(store, place).await;
        assert_eq!((invoice.paid_amount, invoice.status), (paid, status));
        assert_eq!(invoice.payments.iter().map(|p| p.amount).sum::<Decimal>(), paid);
        assert_eq!(subject.events(place.0).await.len(), before + events, "{amount}");
    }
    assert_eq!(read(store, place).await.version, 4);
}

pub async fn a_payment_is_read_as_it_was_recorded(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let (request, moment) = (
        PaymentRequest { amount: dec!(7.5), date: Some(NOW.date()), method: PaymentMethod::Cash },
        moment(),
    );
    let settlement = Settlement { invoice: read(store, place).await, was_sent: false };
    let decided = settlement.record(request, &moment).expect("right");
    let decide = |now: &Settlement| {
        assert_eq!(*now, settlement, "the same as is read without a lock");
        answered(now.record(request, &moment))
    };
    store.change_payments(place.0, place.1, None, decide).await.expect("recorded");
    assert_eq!(read(store, place).await, decided.after);
}

pub async fn what_is_refused_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let before = (read(store, place).await, subject.events(place.0).await);
    for amount in [dec!(100.01), dec!(0), dec!(-1)] {
        let refused = pay(store, place, amount, None).await;
        let invalid = matches!(refused, Err(PaymentError::Refused(PaymentRefused::Invalid(_))));
        assert!(invalid, "{amount}: {refused:?}");
    }
    let gone = take_back(store, place, PaymentId(id())).await;
    assert!(matches!(gone, Err(PaymentError::Refused(PaymentRefused::NoSuchPayment))), "{gone:?}");
    let lost = pay(store, place, dec!(1), Some(&lease("never claimed"))).await;
    assert!(matches!(lost, Err(PaymentError::Store(StoreError::LeaseLost))), "{lost:?}");
    let stranger = (organization(store).await, place.1);
    let foreign = pay(store, stranger, dec!(1), None).await;
    assert!(matches!(foreign, Err(PaymentError::Store(StoreError::NotFound))), "{foreign:?}");
    assert_eq!((read(store, place).await, subject.events(place.0).await), before);
}

pub async fn payments_at_once_never_exceed_the_invoice(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { pay(&store, place, dec!(30), None).await.is_ok() })
        })
        .collect();
    let mut recorded = 0;
    for task in tasks {
        recorded += usize::from(task.await.expect("no panic"));
    }
    let invoice = read(store, place).await;
    assert_eq!((recorded, invoice.payments.len(), invoice.outstanding()), (3, 3, dec!(10)));
}

/// Whoever reads while others pay sees the payments that the balance is made of.
pub async fn an_invoice_and_its_payments_are_of_one_moment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let payers: Vec<_> = (0..4)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                for _ in 0..25 {
                    pay(&store, place, dec!(1), None).await.expect("recorded");
                }
            })
        })
        .collect();
    let mut seen = Decimal::ZERO;
    while seen < dec!(100) {
        let invoice = read(store, place).await;
        let paid: Decimal = invoice.payments.iter().map(|payment| payment.amount).sum();
        assert_eq!(invoice.paid_amount, paid);
        seen = paid;
        tokio::task::yield_now().await;
    }
    for payer in payers {
        payer.await.expect("no panic");
    }
}

pub async fn a_payment_is_taken_back_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    pay(store, place, dec!(100), None).await.expect("recorded");
    pay(store, place, dec!(1), None).await.expect_err("it is paid");
    let payment = read(store, place).await.payments[0].id;
    take_back(store, place, payment).await.expect("taken back");
    let invoice = read(store, place).await;
    assert_eq!((invoice.status, invoice.paid_amount), (InvoiceStatus::Issued, Decimal::ZERO));
    assert_eq!(invoice.payments, []);
    take_back(store, place, payment).await.expect_err("it is gone");
}

pub async fn the_answer_comes_with_the_payment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let (key, scope) = (lease("payment-1"), place.0.into());
    let first = store.claim(scope, &key, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(first, Decision::Proceed);
    let answer = pay(store, place, dec!(5), Some(&key)).await.expect("recorded");
    let again = Lease { token: LeaseToken(id()), ..key };
    let replay = store.claim(scope, &again, fingerprint(1), NOW).await;
    assert_eq!(kind(&replay), "ok");
    assert_eq!(replay.expect("asked"), Decision::Replay(answer));
}
