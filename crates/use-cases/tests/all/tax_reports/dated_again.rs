//! Invoices that get another date after a send has failed: the authority is to count one document.

use super::*;
use peppol_connector::identifiers::InvoiceId;

/// The example with this date.
fn dated(date: &str) -> Vec<u8> {
    let text = String::from_utf8(invoice()).expect("UTF-8");
    let (before, rest) = text.split_once("<cbc:IssueDate>").expect("a date");
    let (_, rest) = rest.split_once('<').expect("its end");
    format!("{before}<cbc:IssueDate>{date}<{rest}").into_bytes()
}

fn invoice_of(ports: &TestPorts, owner: OrganizationId, id: SubmissionId) -> InvoiceId {
    run(ports.store.submission_record(owner, id)).expect("there").submission.invoice
}

/// Sends an invoice once more, with the document that it is now; its report.
fn send_again(
    ports: &TestPorts,
    owner: OrganizationId,
    invoice: InvoiceId,
    document: &[u8],
) -> ReportId {
    let mut again = QueuedSend { invoice: None, ..sends::test_send() };
    again.submission.invoice = invoice;
    let again = queue(ports, owner, document, again);
    deliver(ports, owner, again);
    *reports(ports).last().expect("its report")
}

fn accept(ports: &TestPorts, report: ReportId) {
    take(ports, &status("PSK000099", report, ResponseCode::Accepted));
}

/// The codes of what the authority took: S (submitted), R (replaces), D (deletes).
fn codes(ports: &TestPorts) -> String {
    let code = |(_, document): (_, String)| {
        let (_, rest) = document.split_once("TaxDataTypeCode>").expect("a code");
        rest.chars().next().expect("a code")
    };
    taken(ports).into_iter().map(code).collect()
}

/// Its deletion had nothing to delete while it was given up.
#[test]
fn a_report_under_an_earlier_date_that_is_tried_again_is_deleted() {
    let (ports, owner) = ports(&[Reply::Unreachable, Reply::Accepts], &[Reply::Refuses]);
    let sent = send(&ports, owner, &invoice());
    let given_up = the_report(&ports);
    ports.still.advance(Duration::days(5));
    assert!(matches!(report(&ports, owner, given_up), Reported::Failed(_)));
    let of = invoice_of(&ports, owner, sent);
    let second = send_again(&ports, owner, of, &dated("2026-11-20"));
    assert_eq!(report(&ports, owner, second), Reported::Settled);
    accept(&ports, second);
    let [_, _, needless] = reports(&ports)[..] else { panic!("not two and a deletion") };
    assert_eq!(report(&ports, owner, needless), Reported::Settled);
    let forgotten = run(ports.store.tax_report(owner, needless));
    assert!(matches!(forgotten, Err(StoreError::NotFound)), "{forgotten:?}");

    // an operator has it tried again
    for _ in 0..2 {
        assert_eq!(report(&ports, owner, given_up), Reported::Settled);
    }
    accept(&ports, given_up);
    let all = reports(&ports);
    assert_eq!(all.len(), 4, "one deletion more");
    assert_eq!(report(&ports, owner, all[3]), Reported::Settled);
    assert_eq!(codes(&ports), "SSD");
    // the invoice's own document stays
    assert_eq!(report(&ports, owner, second), Reported::Settled);
    assert_eq!(reports(&ports).len(), 4);
}

#[test]
fn a_document_that_cannot_be_reported_deletes_nothing() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Refuses]);
    let sent = send(&ports, owner, &invoice());
    let first = the_report(&ports);
    report(&ports, owner, first);
    accept(&ports, first);
    let broken = send_again(&ports, owner, invoice_of(&ports, owner, sent), &dated("x2026-11-20"));
    let failed = report(&ports, owner, broken);
    assert!(matches!(failed, Reported::Failed(_)), "{failed:?}");
    assert_eq!(reports(&ports), [first, broken]);
    assert_eq!(codes(&ports), "S");
}

/// Back at its first date, before the report of the second has left.
#[test]
fn an_invoice_that_is_back_at_its_first_date_stays_reported_once() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Refuses]);
    let sent = send(&ports, owner, &invoice());
    let first = the_report(&ports);
    report(&ports, owner, first);
    accept(&ports, first);
    let of = invoice_of(&ports, owner, sent);
    let second = send_again(&ports, owner, of, &dated("2026-11-20"));
    let third = send_again(&ports, owner, of, &invoice());
    for id in [second, third] {
        assert_eq!(report(&ports, owner, id), Reported::Settled);
        accept(&ports, id);
    }
    let [_, _, _, deletion] = reports(&ports)[..] else { panic!("not three and a deletion") };
    assert_eq!(report(&ports, owner, deletion), Reported::Settled);
    assert_eq!(codes(&ports), "SSRD");
    let deletion = run(ports.store.tax_report(owner, deletion)).expect("there");
    let of_second = run(ports.store.tax_report(owner, second)).expect("there");
    assert_eq!(deletion.report.subject(), of_second.report.subject());
}
