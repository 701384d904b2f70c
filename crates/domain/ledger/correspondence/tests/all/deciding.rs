//! Whether a mail goes out, and what is published of it.

use access::Tier;
use correspondence::{
    Correspondence, EMAIL_JOB, EmailEnd, EmailId, EmailKind, EmailRecord, EmailState, MailMoment,
    Mailing, NewEmail, Outcome, REPEAT_AFTER, RecentEmail, Refused,
};
use invoicing::{AnyInvoice, InvoiceStatus, InvoiceType, states::TransitionRefused};
use jobs::{JobId, SubjectId};
use languages::Language;
use notifications::Address;
use testkit::build::{NOW, draft_of, id, organization};
use time::Duration;

fn mailing(kind: EmailKind) -> Mailing {
    Mailing {
        kind,
        tier: Tier::Live,
        recipient: Address::parse("zakaznik@example.sk").expect("an address"),
        language: Language::Sk,
        with_xml: false,
        step: None,
        a_day: 10,
    }
}

fn moment() -> MailMoment {
    MailMoment { id: EmailId(id()), job: JobId(id()), now: NOW }
}

fn invoice(invoice_type: InvoiceType, status: InvoiceStatus) -> AnyInvoice {
    let draft = draft_of(organization().id, invoice_type);
    let issued = draft.issue("FA20260001").expect("writable").invoice;
    AnyInvoice { status, ..issued.into() }
}

fn known(invoice: AnyInvoice) -> Correspondence {
    Correspondence { invoice, recent: Vec::new(), steps: Vec::new(), mails_of_day: 0 }
}

fn open() -> Correspondence {
    known(invoice(InvoiceType::Invoice, InvoiceStatus::Issued))
}

/// Of each kind in each status: whether a reminder, and whether the document, goes out.
#[test]
fn blockers_are_those_of_the_table() {
    use InvoiceStatus::*;
    for status in InvoiceStatus::ALL {
        for invoice_type in InvoiceType::ALL {
            let mut known = known(invoice(invoice_type, status));
            if status == Paid {
                known.invoice.paid_amount = known.invoice.outstanding();
            }
            let goes = |kind| known.decide(&mailing(kind), moment());
            let (reminder, document) = (goes(EmailKind::Reminder), goes(EmailKind::Invoice));
            let shown = format!("{invoice_type:?} {status:?}: {reminder:?} {document:?}");
            let refused = match status {
                Draft | PendingApproval => Some(TransitionRefused::NotIssued(status)),
                Cancelled => Some(TransitionRefused::Cancelled),
                _ => None,
            };
            assert_eq!(document.clone().err(), refused.map(Refused::Status), "{shown}");
            let nothing = (status == Paid).then_some(TransitionRefused::NothingOutstanding);
            let expected = match invoice_type.falls_due() {
                true => refused.or(nothing).map(Refused::Status),
                false => Some(Refused::NothingOwed(correspondence::NothingOwed::CreditNote)),
            };
            assert_eq!(reminder.err(), expected, "{shown}");
        }
    }
}

#[test]
fn nobody_reminds_itself() {
    let draft = {
        let mut draft = draft_of(organization().id, InvoiceType::SelfInvoice);
        draft.document.self_billed = true;
        draft
    };
    let known = known(draft.issue("SF1").expect("writable").invoice.into());
    let refused = known.decide(&mailing(EmailKind::Reminder), moment());
    assert!(matches!(refused, Err(Refused::NothingOwed(_))), "{refused:?}");
}

#[test]
fn a_repeat_waits_ten_minutes() {
    let at = |before: Duration, kind, recipient: &str| RecentEmail {
        kind,
        recipient: recipient.to_owned(),
        at: NOW - before,
    };
    let short = REPEAT_AFTER - Duration::MICROSECOND;
    let (reminder, document) = (EmailKind::Reminder, EmailKind::Invoice);
    for (recent, kind, goes) in [
        (at(short, reminder, "zakaznik@example.sk"), reminder, false),
        (at(Duration::ZERO, reminder, "iny@example.sk"), reminder, false),
        (at(REPEAT_AFTER, reminder, "zakaznik@example.sk"), reminder, true),
        (at(short, document, "zakaznik@example.sk"), reminder, true),
        (at(short, document, "zakaznik@example.sk"), document, false),
        (at(short, document, "Zakaznik@Example.sk"), document, false),
        (at(short, document, "iny@example.sk"), document, true),
        (at(REPEAT_AFTER, document, "zakaznik@example.sk"), document, true),
        (at(short, reminder, "zakaznik@example.sk"), document, true),
    ] {
        let known = Correspondence { recent: vec![recent.clone()], ..open() };
        let decided = known.decide(&mailing(kind), moment()).expect("decided");
        match decided {
            Outcome::Queued(_) => assert!(goes, "{recent:?} {kind:?}"),
            other => assert_eq!((other, goes), (Outcome::Recent(recent), false), "{kind:?}"),
        }
    }
}

#[test]
fn so_many_mails_go_out_a_day() {
    for (mails_of_day, goes) in [(0, true), (9, true), (10, false), (11, false)] {
        let known = Correspondence { mails_of_day, ..open() };
        let decided = known.decide(&mailing(EmailKind::Reminder), moment());
        assert_eq!(decided.is_ok(), goes, "{mails_of_day}");
        assert_eq!(decided == Err(Refused::TooMany(10)), !goes, "{mails_of_day}");
    }
}

#[test]
fn a_mail_has_one_job_which_is_known_by_it() {
    let moment = moment();
    let Ok(Outcome::Queued(queued)) = open().decide(&mailing(EmailKind::Reminder), moment) else {
        panic!("it goes out")
    };
    assert_eq!((queued.job.id, queued.job.kind), (moment.job, EMAIL_JOB));
    assert_eq!(queued.job.subject, Some(SubjectId(queued.email.id.0)));
    assert_eq!(queued.job.key, Some(format!("email-{}", moment.id)));
}

fn record(kind: EmailKind, tier: Tier) -> EmailRecord {
    let email = NewEmail {
        id: EmailId(id()),
        invoice: invoicing::InvoiceId(id()),
        kind,
        tier,
        recipient: "zakaznik@example.sk".into(),
        language: Language::De,
        with_xml: false,
        step: Some(3),
        created_at: NOW,
    };
    EmailRecord { email, state: EmailState::Queued, ended_at: None, error: None }
}

#[test]
fn only_a_reminder_is_published() {
    let invoice = open().invoice;
    let end = |kind, tier| record(kind, tier).went_out(&invoice, NOW, NOW.date());
    assert_eq!(
        end(EmailKind::Invoice, Tier::Live).expect("writable"),
        EmailEnd::Sent { event: None }
    );
    for (tier, mode) in [(Tier::Live, false), (Tier::Test, true)] {
        let Ok(EmailEnd::Sent { event: Some(event) }) = end(EmailKind::Reminder, tier) else {
            panic!("published")
        };
        let body = event.body.as_str();
        assert!(event.id.is_some(), "once");
        // due on 2026-12-05
        for part in ["\"language\":\"de\"", "\"daysOverdue\":-14", "\"automatic\":true"] {
            assert!(body.contains(part), "{body}");
        }
        assert_eq!(body.contains("\"mode\":\"test\""), mode, "{body}");
    }
}

#[test]
fn what_was_settled_before_it_left_is_withdrawn() {
    let reminder = record(EmailKind::Reminder, Tier::Live);
    let mut paid = open().invoice;
    assert!(reminder.is_wanted(&paid));
    paid.paid_amount = paid.outstanding();
    assert!(!reminder.is_wanted(&paid));
    assert!(record(EmailKind::Invoice, Tier::Live).is_wanted(&paid));
    let cancelled = AnyInvoice { status: InvoiceStatus::Cancelled, ..open().invoice };
    for kind in EmailKind::ALL {
        assert!(!record(kind, Tier::Live).is_wanted(&cancelled));
    }
}
