//! Sending an invoice that was issued here.

use crate::common::{IDS, NOW, bytes, document, finding, invalid, organization, right, sandbox};
use invoicing::InvoiceId;
use peppol_connector::{
    credit::Credits,
    documents::{DateRefusal, Inspection, Validation},
    identifiers::{Network, SubmissionId},
    registration::{CannotSend, PeppolAccount},
    repair::Severity,
    sending::{
        NativeInvoice, NativeRefusal, NumberUse, OrganizationFacts, QueuedSend, Refusal, SendMode,
        decide_native_send, native_refusal, release_time,
    },
    submissions::State,
};
use time::{
    OffsetDateTime,
    macros::{date, datetime},
};
use uuid::Uuid;

const SENT: SubmissionId = SubmissionId(Uuid::from_u128(17));

const INVOICE: NativeInvoice = NativeInvoice {
    id: InvoiceId(Uuid::from_u128(77)),
    version: 1,
    proforma: false,
    issued: true,
    latest: None,
};

fn send(
    invoice: NativeInvoice,
    organization: &OrganizationFacts,
    mode: SendMode,
    now: OffsetDateTime,
) -> Result<QueuedSend, NativeRefusal> {
    let (release, document, bytes) = (release_time(mode, now), document(), bytes());
    let sending = (&document, &bytes);
    let sent = decide_native_send(invoice, &right(), sending, organization, IDS, release);
    let refusal = native_refusal(invoice, &document, organization, release);
    assert_eq!(sent.as_ref().err(), refusal.as_ref(), "a dry run predicts");
    sent
}

#[test]
fn an_issued_invoice_is_queued_under_its_own_id() {
    let own = OrganizationFacts { number: NumberUse::Native, ..organization() };
    let queued = send(INVOICE, &own, SendMode::Immediate, NOW).expect("queued");
    assert_eq!((queued.submission.invoice, queued.invoice), (INVOICE.id, None));
    assert_eq!((queued.job.run_at, queued.reserve), (NOW, Credits(1)));

    let held = send(INVOICE, &own, SendMode::Manual, NOW).expect("queued");
    assert_eq!(held.job.run_at, datetime!(2026-11-21 20:45 +1));
}

#[test]
fn what_may_not_be_sent_is_refused() {
    let latest = |state| NativeInvoice { latest: Some((SENT, state)), ..INVOICE };
    for (invoice, refusal) in [
        (NativeInvoice { proforma: true, ..INVOICE }, Some(NativeRefusal::Proforma)),
        (NativeInvoice { issued: false, ..INVOICE }, Some(NativeRefusal::NotIssued)),
        (latest(State::Queued), Some(NativeRefusal::UnderWay(SENT, State::Queued))),
        (latest(State::Sent), Some(NativeRefusal::UnderWay(SENT, State::Sent))),
        (latest(State::Delivered), Some(NativeRefusal::UnderWay(SENT, State::Delivered))),
        (latest(State::Failed), None),
    ] {
        let result = send(invoice, &organization(), SendMode::Immediate, NOW);
        assert_eq!(result.err(), refusal, "{invoice:?}");
    }
}

#[test]
fn refusals_of_money_and_date_have_the_flat_form() {
    let broke = OrganizationFacts { available: Credits(0), ..organization() };
    let overdue = OrganizationFacts { prepayment_overdue: true, ..organization() };
    let no_account = OrganizationFacts { account: PeppolAccount::None, ..organization() };
    let december = datetime!(2026-12-15 12:00 UTC);
    let january = datetime!(2027-01-02 12:00 UTC);
    for (organization, now, code) in [
        (broke, NOW, Some("INSUFFICIENT_CREDIT")),
        (overdue, NOW, Some("PREPAYMENT_OVERDUE")),
        (organization(), december, Some("INVOICE_ISSUE_DATE_TOO_OLD")),
        (organization(), january, Some("INVOICE_ISSUE_DATE_NOT_SEND_DATE")),
        (sandbox(), january, Some("INVOICE_ISSUE_DATE_NOT_SEND_DATE")),
        (no_account, NOW, None),
    ] {
        let refusal = send(INVOICE, &organization, SendMode::Immediate, now).expect_err("refused");
        assert_eq!(refusal.flat_code(), code, "{refusal}");
        let is_date = matches!(
            refusal,
            NativeRefusal::Refused(Refusal::Date(
                DateRefusal::TooOld { .. } | DateRefusal::NotSendDate { .. }
            ))
        );
        assert_eq!(is_date, code.is_some_and(|code| code.contains("DATE")));
    }
}

/// Everything is wrong; then one thing after the other is put right.
#[test]
fn refusals_come_in_one_order() {
    let (unknown, broken) =
        (Inspection::unchanged(Validation::Unavailable), Inspection::unchanged(invalid()));
    let mut case = (
        NativeInvoice {
            proforma: true,
            issued: false,
            latest: Some((SENT, State::Sent)),
            ..INVOICE
        },
        unknown,
        OrganizationFacts {
            account: PeppolAccount::Enrolled(Network::Test),
            available: Credits(0),
            prepayment_overdue: true,
            ..organization()
        },
        datetime!(2027-01-02 12:00 UTC),
    );
    let mut refused = Vec::new();
    for repair in 0.. {
        let release = release_time(SendMode::Immediate, case.3);
        let (document, bytes) = (document(), bytes());
        let sending = (&document, &bytes);
        match decide_native_send(case.0, &case.1, sending, &case.2, IDS, release) {
            Ok(_) => break,
            Err(refusal) => refused.push(refusal),
        }
        match repair {
            0 => case.0.proforma = false,
            1 => case.0.issued = true,
            2 => case.0.latest = None,
            3 => case.1 = broken.clone(),
            4 => case.1 = right(),
            5 => case.3 = NOW,
            6 => case.2.account = PeppolAccount::Enrolled(Network::Live),
            7 => case.2.prepayment_overdue = false,
            _ => case.2.available = Credits(1),
        }
    }
    let other = CannotSend::OtherNetwork { registered: Network::Test, key: Network::Live };
    let date =
        DateRefusal::NotSendDate { issued: service_day::date(NOW), today: date!(2027 - 01 - 02) };
    let expected = [
        NativeRefusal::Proforma,
        NativeRefusal::NotIssued,
        NativeRefusal::UnderWay(SENT, State::Sent),
        NativeRefusal::ValidatorUnavailable,
        NativeRefusal::Invalid(vec![finding(Severity::Error)]),
        Refusal::Date(date).into(),
        Refusal::Account(other).into(),
        Refusal::PrepaymentOverdue.into(),
        Refusal::Credit.into(),
    ];
    assert_eq!(refused, expected);
}
