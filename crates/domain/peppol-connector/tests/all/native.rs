//! Sending an invoice that was issued here.

use crate::common::{IDS, NOW, bytes, document, organization, sandbox};
use peppol_connector::{
    Credits, DateRefusal, NativeInvoice, NativeRefusal, NumberUse, OrganizationFacts,
    PeppolAccount, QueuedSend, RecordedInvoiceId, Refusal, SendMode, State, decide_native_send,
    release_time,
};
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

const INVOICE: NativeInvoice = NativeInvoice {
    id: RecordedInvoiceId(Uuid::from_u128(77)),
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
    let release = release_time(mode, now);
    decide_native_send(invoice, &document(), &bytes(), organization, IDS, release)
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
    let latest = |state| NativeInvoice { latest: Some(state), ..INVOICE };
    for (invoice, refusal) in [
        (NativeInvoice { proforma: true, ..INVOICE }, Some(NativeRefusal::Proforma)),
        (NativeInvoice { issued: false, ..INVOICE }, Some(NativeRefusal::NotIssued)),
        (latest(State::Queued), Some(NativeRefusal::UnderWay(State::Queued))),
        (latest(State::Sent), Some(NativeRefusal::UnderWay(State::Sent))),
        (latest(State::Delivered), Some(NativeRefusal::UnderWay(State::Delivered))),
        (latest(State::Failed), None),
    ] {
        let result = send(invoice, &organization(), SendMode::Immediate, NOW);
        assert_eq!(result.err(), refusal, "{invoice:?}");
    }
}

#[test]
fn three_refusals_have_the_flat_form() {
    let broke = OrganizationFacts { available: Credits(0), ..organization() };
    let no_account = OrganizationFacts { account: PeppolAccount::None, ..organization() };
    let december = datetime!(2026-12-15 12:00 UTC);
    let january = datetime!(2027-01-02 12:00 UTC);
    for (organization, now, code) in [
        (broke, NOW, Some("INSUFFICIENT_CREDIT")),
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
