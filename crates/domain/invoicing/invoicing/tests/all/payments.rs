//! Payments: what is refused, where an invoice stands after them, and what they publish.

use events::EventName;
use invoicing::{
    AnyInvoice, Invoice, InvoiceStatus, PaymentId, PaymentMethod,
    paying::{PaymentError, PaymentMoment, PaymentRefused, PaymentRequest, Settlement},
    states::{Links, TransitionRefused},
};
use money::Decimal;
use proptest::prelude::*;
use rust_decimal::dec;
use testkit::{
    build::{NOW, draft, id, with_total},
    invoices::slovak,
};
use time::{Date, Duration};

/// An invoice over 100.00 that is due on the day of the tests.
fn settlement(was_sent: bool) -> Settlement {
    let mut draft = with_total(draft(slovak().organization.id), dec!(100));
    draft.document.due_date = NOW.date();
    let issued = draft.issue("FA20260001").expect("it can be issued").invoice;
    let status = if was_sent { InvoiceStatus::Sent } else { InvoiceStatus::Issued };
    Settlement { invoice: AnyInvoice::from(Invoice { status, ..issued }), was_sent }
}

fn on(today: Date) -> PaymentMoment {
    let links = Links::to("https://billhook.example");
    PaymentMoment { id: PaymentId(id()), now: NOW, today, links }
}

fn cash(amount: Decimal) -> PaymentRequest {
    PaymentRequest { amount, date: None, method: PaymentMethod::Cash }
}

fn paid(before: &Settlement, amount: Decimal, today: Date) -> Settlement {
    let change = before.record(cash(amount), &on(today)).expect("it can be paid");
    Settlement { invoice: change.after, ..before.clone() }
}

#[test]
fn an_invoice_stands_where_its_payments_and_its_due_date_put_it() {
    use InvoiceStatus::{Issued, Overdue, Paid, PartiallyPaid, Sent};
    let (today, late) = (NOW.date(), NOW.date() + Duration::days(1));
    for (was_sent, day, amounts, taken_back, status) in [
        (false, today, vec![dec!(40)], false, PartiallyPaid),
        (false, today, vec![dec!(40), dec!(60)], false, Paid),
        (false, late, vec![dec!(40)], false, Overdue),
        (false, late, vec![dec!(100)], false, Paid),
        (false, today, vec![dec!(100)], true, Issued),
        (true, today, vec![dec!(100)], true, Sent),
        (true, late, vec![dec!(100)], true, Overdue),
        (true, today, vec![dec!(1), dec!(99)], true, PartiallyPaid),
    ] {
        let mut now = settlement(was_sent);
        for amount in &amounts {
            now = paid(&now, *amount, day);
        }
        if taken_back {
            let last = now.invoice.payments.last().expect("a payment").id;
            now.invoice = now.take_back(last, &on(day)).expect("it is there").after;
        }
        assert_eq!(now.invoice.status, status, "{was_sent} {day} {amounts:?} {taken_back}");
    }
}

#[test]
fn what_is_not_issued_or_void_takes_no_payment() {
    for status in InvoiceStatus::ALL {
        let mut one = settlement(false);
        one.invoice.status = status;
        let refused = one.record(cash(dec!(1)), &on(NOW.date())).err();
        match status {
            InvoiceStatus::Draft | InvoiceStatus::PendingApproval => {
                let Some(PaymentError::Refused(why)) = refused else { panic!("{status:?}") };
                assert_eq!(why, PaymentRefused::Status(TransitionRefused::NotIssued(status)));
                assert!(why.to_string().contains("issue the invoice first"));
            }
            InvoiceStatus::Cancelled => {
                let Some(PaymentError::Refused(why)) = refused else { panic!("{status:?}") };
                assert_eq!(why, PaymentRefused::Status(TransitionRefused::Cancelled));
            }
            _ => assert!(refused.is_none(), "{status:?}"),
        }
    }
}

#[test]
fn wrong_amounts_and_days_are_named() {
    let one = settlement(false);
    let tomorrow = NOW.date() + Duration::days(1);
    for (amount, date, fields) in [
        (dec!(100.01), None, vec!["amount"]),
        (dec!(0), None, vec!["amount"]),
        (dec!(-1), Some(tomorrow), vec!["amount", "date"]),
        (dec!(100), Some(tomorrow), vec!["date"]),
        (dec!(100), Some(NOW.date()), vec![]),
    ] {
        let request = PaymentRequest { date, ..cash(amount) };
        let named = match one.record(request, &on(NOW.date())) {
            Ok(_) => Vec::new(),
            Err(PaymentError::Refused(PaymentRefused::Invalid(found))) => {
                found.as_slice().iter().map(|one| one.field.clone()).collect()
            }
            Err(other) => panic!("{other}"),
        };
        assert_eq!(named, fields, "{amount} {date:?}");
    }
}

#[test]
fn a_payment_publishes_what_it_makes_of_the_invoice() {
    let one = settlement(true);
    let names = |amount| {
        let change = one.record(cash(amount), &on(NOW.date())).expect("right");
        change
            .events
            .into_iter()
            .map(|event| (event.name, event.body.as_str().to_owned()))
            .collect()
    };
    let part: Vec<(EventName, String)> = names(dec!(40));
    assert_eq!(
        part.iter().map(|e| e.0).collect::<Vec<_>>(),
        [EventName::PaymentReceived, EventName::InvoiceUpdated]
    );
    assert!(part[0].1.contains(r#""outstanding":"60.00""#), "{}", part[0].1);
    assert!(part[1].1.contains(r#""previousStatus":"sent""#), "{}", part[1].1);
    let whole: Vec<(EventName, String)> = names(dec!(100));
    assert_eq!(
        whole.iter().map(|e| e.0).collect::<Vec<_>>(),
        [EventName::PaymentReceived, EventName::InvoicePaid, EventName::InvoiceUpdated]
    );
    assert!(whole[1].1.contains(r#""paidDate":"2026-11-21""#), "{}", whole[1].1);
}

proptest! {
    /// After any sequence of payments and take-backs the balance is the total less the payments, and
    /// never negative.
    #[test]
    fn the_balance_is_the_total_less_the_payments(
        steps in prop::collection::vec((1_u32..6_000, any::<bool>(), any::<prop::sample::Index>()), 1..40)
    ) {
        let mut now = settlement(false);
        for (cents, back, which) in steps {
            let payments = &now.invoice.payments;
            let change = if back && !payments.is_empty() {
                now.take_back(payments[which.index(payments.len())].id, &on(NOW.date()))
            } else {
                now.record(cash(Decimal::new(cents.into(), 2)), &on(NOW.date()))
            };
            let before = now.invoice.outstanding();
            match change {
                Ok(change) => now.invoice = change.after,
                Err(_) => prop_assert!(Decimal::new(cents.into(), 2) > before),
            }
            let sum: Decimal = now.invoice.payments.iter().map(|payment| payment.amount).sum();
            prop_assert_eq!(now.invoice.paid_amount, sum);
            prop_assert_eq!(now.invoice.outstanding(), dec!(100) - sum);
            prop_assert!(now.invoice.outstanding() >= Decimal::ZERO);
            let is_paid = now.invoice.status == InvoiceStatus::Paid;
            prop_assert_eq!(is_paid, now.invoice.outstanding().is_zero());
        }
    }
}
