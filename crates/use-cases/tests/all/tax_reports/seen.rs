//! The report of a document as its key sees it.

use super::*;
use ::tax_reports::ShownState;
use use_cases::receiving::documents::{Documented, fs_report};

#[test]
fn a_report_is_seen_with_its_document_in_its_network() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Delivers]);
    let sent = send(&ports, owner, &invoice());
    let of = run(ports.store.submission_record(owner, sent)).expect("there").submission.invoice;
    let seen = |organization, of| {
        let report = run(fs_report(&ports.context(organization), of)).expect("asked");
        report.map(|report| report.state)
    };
    let invoice_of = Documented::Invoice(of);
    assert_eq!(seen(owner, invoice_of), Some(ShownState::Queued));
    let id = the_report(&ports);
    report(&ports, owner, id);
    assert_eq!(seen(owner, invoice_of), Some(ShownState::Sent));
    take(&ports, &status("PSK000099", id, ResponseCode::Accepted));
    assert_eq!(seen(owner, invoice_of), Some(ShownState::Accepted));

    let live = use_cases::Context::new(&ports, owner, access::Tier::Live);
    assert_eq!(run(fs_report(&live, invoice_of)).expect("asked"), None, "of the other network");
    let stranger = ports.with_organization().id;
    assert_eq!(seen(stranger, invoice_of), None);

    let record = received_record();
    let arriving = ArrivingDocument {
        sender: record.sender,
        receiver: participant(RECEIVER),
        document_type: record.document_type,
        process: record.process,
        document: invoice().into(),
        ..status("PAT000002", ReportId(uuid::Uuid::nil()), ResponseCode::Accepted)
    };
    take(&ports, &arriving);
    let inbox = run(ports.store.received(owner, &ReceivedFilter::default(), None, 9));
    let received = Documented::Received(inbox.expect("a page").rows[0].id);
    assert_eq!(seen(owner, received), Some(ShownState::Queued));
    assert_eq!(seen(stranger, received), None);
}
