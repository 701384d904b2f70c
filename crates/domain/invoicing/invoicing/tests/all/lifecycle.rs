//! Drafts and their ends, days around midnight, and random lives of invoices.

use crate::edit_setup::{edit, moment, on, state_of};
use invoicing::{
    AnyInvoice, InvoiceRequest, InvoiceStatus, Issuance, PaymentId, PaymentMethod,
    drafts::{DraftIssueRefused, InvoiceEdit},
    paying::{PaymentMoment, PaymentRequest, Settlement},
    states::{
        ChangeMoment, HistoryAction, InvoiceMove, InvoiceState, LiveSend, TransitionRefused,
        Trigger,
    },
    terms::{HeaderTexts, Term},
};
use money::Decimal;
use proptest::prelude::*;
use testkit::{
    build::id,
    invoices::{
        NOW, TODAY, checked, contact, counting_ids, item, request, slovak, slovak_customer, unsent,
    },
};
use time::{Date, Duration, OffsetDateTime, macros::date, macros::datetime};
use vat_categories::VatRate;

fn draft_of(request: &InvoiceRequest) -> InvoiceState {
    let draft = checked(request, &slovak()).expect("right");
    let invoice = draft.keep(&moment()).expect("writable").kept.invoice;
    unsent(AnyInvoice::from(invoice))
}

#[track_caller]
fn made(state: &InvoiceState, asked: InvoiceMove) -> (InvoiceState, Vec<(&'static str, String)>) {
    let change = state.make(asked, &moment()).expect("right").expect("a change");
    let events = change.events.iter();
    let events = events.map(|e| (e.name.as_str(), e.body.as_str().to_owned())).collect();
    (InvoiceState { invoice: change.after.expect("kept"), ..state.clone() }, events)
}

/// The records of the day, with the customer as it is by now.
fn records(name: &str) -> invoicing::IssuingRecords {
    let mut customer = contact(slovak_customer());
    customer.party.name = name.to_owned();
    let mut records = slovak();
    records.customer = Some(customer);
    records.organization.name = "Dnešný názov, s. r. o.".into();
    records
}

#[test]
fn a_draft_is_published_without_number_and_link() {
    let draft = checked(&request(), &slovak()).expect("right");
    let drafted = draft.keep(&moment()).expect("writable");
    let invoice = &drafted.kept.invoice;
    assert_eq!((invoice.status, invoice.document.number.as_str()), (InvoiceStatus::Draft, ""));
    assert_eq!(drafted.entry.action, HistoryAction::Drafted);
    let [created] = drafted.kept.events.as_slice() else { panic!("one event") };
    assert_eq!(created.name.as_str(), "invoice.created");
    for says in [r#""invoiceNumber":null"#, r#""status":"draft""#, r#""pdfUrl":null"#] {
        assert!(created.body.as_str().contains(says), "{}", created.body.as_str());
    }
    let paid = InvoiceRequest { already_paid: Some(true), ..request() };
    assert_eq!(draft_of(&paid).invoice.payments, [], "nothing is paid before it is issued");
    let numbered =
        InvoiceRequest { draft: Some(true), invoice_number: Some("X-1".into()), ..request() };
    assert_eq!(testkit::invoices::refused_at(&numbered, &slovak()), ["invoice_number"]);
}

#[test]
fn a_draft_goes_its_way() {
    let draft = draft_of(&request());
    let (pending, events) = made(&draft, InvoiceMove::Submit);
    assert_eq!(pending.invoice.status, InvoiceStatus::PendingApproval);
    assert_eq!(events[0].0, "invoice.updated");
    assert!(events[0].1.contains(r#""previousStatus":"draft""#), "{}", events[0].1);
    let (returned, _) = made(&pending, InvoiceMove::Return);
    assert_eq!(returned.invoice.status, InvoiceStatus::Draft);
    let changed = InvoiceEdit { texts: HeaderTexts::one(Term::Note, "inak"), ..edit() };
    let changed = on(&pending, &changed, &slovak()).expect("right").expect("a change");
    let changed = changed.after.expect("kept");
    assert_eq!(changed.status, InvoiceStatus::Draft, "what was changed is submitted again");
    let deleted = pending.delete(&moment()).expect("a draft");
    assert_eq!((&deleted.after, deleted.entry.action), (&None, HistoryAction::Deleted));
    assert_eq!(deleted.events[0].name.as_str(), "invoice.deleted");
}

#[test]
fn a_draft_is_issued_by_the_records_of_the_day() {
    let paid = InvoiceRequest { already_paid: Some(true), ..request() };
    for (trigger, state, action) in [
        (Trigger::Issue, draft_of(&paid), HistoryAction::Issued),
        (Trigger::Approve, made(&draft_of(&paid), InvoiceMove::Submit).0, HistoryAction::Approved),
    ] {
        let mut issuance = Issuance::at(NOW, counting_ids());
        let today = records("Nábytok po novom, a. s.");
        let issue = state.check_issue(trigger, &today, &mut issuance, &moment());
        let issue = issue.expect("whole");
        let issued = issue.issue("FA20260007").expect("writable");
        let invoice = &issued.kept.invoice;
        assert_eq!((invoice.status, invoice.payments.len()), (InvoiceStatus::Paid, 1));
        assert_eq!(invoice.id, state.invoice.id);
        assert_eq!(invoice.version, state.invoice.version + 1);
        assert_eq!(invoice.document.number, "FA20260007");
        assert_eq!(invoice.document.variable_symbol.as_deref(), Some("20260007"));
        assert_eq!(invoice.document.buyer.name, "Nábytok po novom, a. s.");
        assert_eq!(invoice.document.seller.name, "Dnešný názov, s. r. o.");
        assert_eq!(issued.entry.action, action);
        assert_eq!(issued.entry.after["invoice_number"], "FA20260007");
        let names: Vec<_> = issued.kept.events.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["invoice.paid", "invoice.updated"]);
    }
}

#[test]
fn what_is_missing_keeps_a_draft_from_being_issued() {
    let draft = draft_of(&request());
    let mut issuance = Issuance::at(NOW, counting_ids());
    let mut gone = records("x");
    gone.customer = None;
    gone.bank_accounts.clear();
    let refused = draft.check_issue(Trigger::Issue, &gone, &mut issuance, &moment());
    let Err(DraftIssueRefused::Invalid(found)) = refused else { panic!("{refused:?}") };
    let fields: Vec<_> = found.as_slice().iter().map(|one| one.field.as_str()).collect();
    assert_eq!(fields, ["bank_account_id", "customer_id"]);
    let refused = draft.check_issue(Trigger::Approve, &records("x"), &mut issuance, &moment());
    let Err(DraftIssueRefused::Status(why)) = refused else { panic!("{refused:?}") };
    assert_eq!(why, TransitionRefused::NotSubmitted);
}

#[test]
fn archiving_twice_changes_nothing() {
    let state = state_of(&request(), &slovak());
    let (archived, events) = made(&state, InvoiceMove::Archive);
    assert_eq!((archived.invoice.holds.archived_at, events.len()), (Some(NOW), 0));
    assert_eq!(archived.make(InvoiceMove::Archive, &moment()).expect("right"), None);
    let (back, _) = made(&archived, InvoiceMove::Unarchive);
    assert_eq!(back.invoice.holds, state.invoice.holds);
    assert_eq!(back.make(InvoiceMove::Unlock, &moment()).expect("right"), None);
}

/// A day begins at midnight in Bratislava, in winter and in summer.
#[test]
fn days_change_at_midnight_in_bratislava() {
    let due = date!(2026 - 03 - 28);
    for (due, now, status) in [
        (due, datetime!(2026-03-28 22:59:59 UTC), InvoiceStatus::Issued),
        (due, datetime!(2026-03-28 23:00 UTC), InvoiceStatus::Overdue),
        // summer time begins on the 29th: its midnight comes an hour earlier in UTC from then on
        (date!(2026 - 03 - 29), datetime!(2026-03-29 21:59:59 UTC), InvoiceStatus::Issued),
        (date!(2026 - 03 - 29), datetime!(2026-03-29 22:00 UTC), InvoiceStatus::Overdue),
        (date!(2026 - 10 - 24), datetime!(2026-10-24 21:59:59 UTC), InvoiceStatus::Issued),
        (date!(2026 - 10 - 24), datetime!(2026-10-24 22:00 UTC), InvoiceStatus::Overdue),
        // and ends on the 25th, which has 25 hours
        (date!(2026 - 10 - 25), datetime!(2026-10-25 22:59:59 UTC), InvoiceStatus::Issued),
        (date!(2026 - 10 - 25), datetime!(2026-10-25 23:00 UTC), InvoiceStatus::Overdue),
        (date!(2026 - 12 - 31), datetime!(2026-12-31 22:59:59 UTC), InvoiceStatus::Issued),
        (date!(2026 - 12 - 31), datetime!(2026-12-31 23:00 UTC), InvoiceStatus::Overdue),
    ] {
        let today = service_day::date(now);
        let issued = InvoiceRequest {
            issue_date: Some(date!(2026 - 01 - 02)),
            due_date: Some(date!(2027 - 01 - 31)),
            ..request()
        };
        let state = state_of(&issued, &slovak());
        let moment = ChangeMoment { now, today, ..moment() };
        let edit = InvoiceEdit { due_date: Some(due), ..edit() };
        let mut issuance = Issuance::at(now, counting_ids());
        let checked = state.check_edit(&edit, Default::default(), slovak(), &mut issuance);
        let change = state.decide_edit(&edit, checked.expect("right"), &moment);
        let after = change.expect("right").expect("a change").after.expect("kept");
        assert_eq!(after.status, status, "{due} at {now}");
    }
}

#[test]
fn a_draft_without_a_date_is_of_the_day_in_bratislava() {
    for (now, day) in [
        (datetime!(2026-12-31 22:59:59 UTC), date!(2026 - 12 - 31)),
        (datetime!(2026-12-31 23:00 UTC), date!(2027 - 01 - 01)),
        (datetime!(2026-03-28 23:30 UTC), date!(2026 - 03 - 29)),
        (datetime!(2026-03-29 22:30 UTC), date!(2026 - 03 - 30)),
        (datetime!(2026-10-25 00:30 UTC), date!(2026 - 10 - 25)),
        (datetime!(2026-10-25 01:30 UTC), date!(2026 - 10 - 25)),
        (datetime!(2026-10-25 23:00 UTC), date!(2026 - 10 - 26)),
    ] {
        let mut issuance = Issuance::at(now, counting_ids());
        let draft = invoicing::check(&request(), &slovak(), &mut issuance).expect("right");
        assert_eq!(draft.document.issue_date, day, "{now}");
    }
}

/// One thing that may happen.
#[derive(Debug, Clone, Copy)]
enum Step {
    Pay(u32),
    TakeBack(prop::sample::Index),
    Edit(u32),
    Due(i8),
    Cancel,
    Move(InvoiceMove),
    Sent(LiveSend),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => (1_u32..60_000).prop_map(Step::Pay),
        3 => any::<prop::sample::Index>().prop_map(Step::TakeBack),
        4 => (0_u32..60_000).prop_map(Step::Edit),
        1 => (-20_i8..20).prop_map(Step::Due),
        1 => Just(Step::Cancel),
        1 => prop::sample::select(&InvoiceMove::ALL[..]).prop_map(Step::Move),
        1 => prop::sample::select(vec![LiveSend::None, LiveSend::UnderWay, LiveSend::Taken])
            .prop_map(Step::Sent),
    ]
}

fn at(now: OffsetDateTime, today: Date) -> PaymentMoment {
    PaymentMoment { id: PaymentId(id()), now, today, links: moment().links }
}

/// The state after a step; the same when it is refused.
fn after(state: &InvoiceState, step: Step) -> InvoiceState {
    let settlement = || Settlement {
        invoice: state.invoice.clone(),
        was_sent: state.live_send == LiveSend::Taken,
    };
    let edits = |edit: InvoiceEdit| on(state, &edit, &slovak()).ok().flatten()?.after;
    let invoice = match step {
        Step::Pay(cents) => {
            let amount = Decimal::new(cents.into(), 2);
            let request = PaymentRequest { amount, date: None, method: PaymentMethod::Cash };
            settlement().record(request, &at(NOW, TODAY)).ok().map(|change| change.after)
        }
        Step::TakeBack(_) if state.invoice.payments.is_empty() => None,
        Step::TakeBack(which) => {
            let payments = &state.invoice.payments;
            let payment = payments[which.index(payments.len())].id;
            settlement().take_back(payment, &at(NOW, TODAY)).ok().map(|change| change.after)
        }
        Step::Edit(cents) => {
            let price = Decimal::new(cents.into(), 2);
            let items = vec![item("Práca", 1.into(), price, VatRate::TwentyThree)];
            edits(InvoiceEdit { items: Some(items), ..edit() })
        }
        Step::Due(days) => {
            let due_date = Some(TODAY + Duration::days(days.into()));
            edits(InvoiceEdit { due_date, ..edit() })
        }
        Step::Cancel => {
            state.make(InvoiceMove::Cancel, &moment()).ok().flatten().and_then(|c| c.after)
        }
        Step::Move(asked) => state.make(asked, &moment()).ok().flatten().and_then(|c| c.after),
        Step::Sent(live_send) => return InvoiceState { live_send, ..state.clone() },
    };
    match invoice {
        Some(invoice) => InvoiceState { invoice, ..state.clone() },
        None => state.clone(),
    }
}

proptest! {
    /// After any sequence the balance is the total less the payments, and never negative; the
    /// status says how it stands; nothing void is paid.
    #[test]
    fn the_balance_is_the_total_less_the_payments(steps in prop::collection::vec(step(), 1..60)) {
        let mut now = state_of(
            &InvoiceRequest { issue_date: Some(TODAY - Duration::days(30)), due_days: Some(40), ..request() },
            &slovak(),
        );
        for step in steps {
            let next = after(&now, step);
            let invoice = &next.invoice;
            let sum: Decimal = invoice.payments.iter().map(|payment| payment.amount).sum();
            prop_assert_eq!(invoice.paid_amount, sum);
            prop_assert!(invoice.outstanding() >= Decimal::ZERO, "{:?}", step);
            let is_void = invoice.status == InvoiceStatus::Cancelled;
            prop_assert!(!is_void || sum.is_zero());
            let is_paid = invoice.status == InvoiceStatus::Paid;
            prop_assert!(is_void || is_paid == invoice.outstanding().is_zero(), "{:?}", step);
            prop_assert!(invoice.version - now.invoice.version <= 1);
            now = next;
        }
    }
}
