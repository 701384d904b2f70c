//! What keeping a document of megabytes takes of memory, beside the document. A binary of its own: it counts what the
//! whole process allocates.

#[allow(dead_code, unused_imports)] // more than is needed here
#[path = "all/setup.rs"]
mod setup;

use peak_alloc::PeakAlloc;
use peppol_connector::{
    identifiers::Network,
    inbox::{Arrival, ArrivingDocument, DocumentHead, ReceivedMessage, StatusRequest},
};
use setup::{TestPorts, run};
use tax_reports::Reporting;
use testkit::{
    fixtures,
    peppol::{participant, received_record},
};
use use_cases::receiving::receive_document::receive_document;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;

/// An invoice with lines, of about so many bytes.
fn invoice(size: usize) -> Vec<u8> {
    let text = fixtures::text("documents/ubl/invoice.xml");
    let close = "</cac:InvoiceLine>";
    let begin = text.find("<cac:InvoiceLine>").expect("a line");
    let end = begin + text[begin..].find(close).expect("its end") + close.len();
    let lines = text[begin..end].repeat((size - text.len()) / (end - begin));
    [&text[..end], &lines, &text[end..]].concat().into_bytes()
}

/// The most that was there while something was done, beyond what was there before.
fn most<T>(work: impl FnOnce() -> T) -> (usize, T) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let done = work();
    (MEMORY.peak_usage().saturating_sub(before), done)
}

/// What it takes to make the head of a document, and to keep the document.
fn receiving(size: usize) -> (usize, usize) {
    let reporting = Some(Reporting {
        authority: participant("0242:000099"),
        provider: participant("0242:000001"),
    });
    let ports = TestPorts { reporting, ..TestPorts::default() };
    ports.with_enrolled();
    let document = invoice(size);
    let (making, head) = most(|| DocumentHead::of(&document));
    let record = received_record();
    let message = ReceivedMessage {
        provider: "PAT000002".to_owned(),
        message_id: "1@x".to_owned(),
        instance: "one".to_owned(),
        status: StatusRequest::default(),
    };
    let arriving = ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "receipt-1@billhook".to_owned(),
        sender: record.sender,
        receiver: record.receiver,
        document_type: record.document_type,
        process: record.process,
        document: document.into(),
        head,
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    };
    let (keeping, kept) = most(|| run(receive_document(&ports, "PSK000001", &arriving)));
    assert_eq!(kept.expect("kept"), Arrival::Kept);
    (making, keeping)
}

/// Five times the lines take nothing more: they are in no tree.
#[test]
fn keeping_a_document_builds_no_tree_of_its_lines() {
    let ((_, small), (making, large)) = (receiving(MIB), receiving(5 * MIB));
    eprintln!("1 MiB is kept with {small} bytes, 5 MiB with {large}, its head made with {making}");
    assert!(making < MIB, "{making} bytes for the head of 5 MiB");
    assert!(large < MIB && large < small + 256 * 1024, "{small} for 1 MiB, {large} for 5 MiB");
}
