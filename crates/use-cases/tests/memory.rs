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

/// As much as may be sent of a statement, of what takes the most to read.
fn statements() -> Vec<(&'static str, Vec<u8>)> {
    let filled = |head: &str, part: &str, tail: &str| {
        let count = (bank_statements::MAX_BYTES - head.len() - tail.len()) / part.len();
        format!("{head}{}{tail}", part.repeat(count)).into_bytes()
    };
    let (own, account) = ("SK3112000000198742637541", "0000192000145399");
    let camt = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Acct><Id>\
         <IBAN>{own}</IBAN></Id></Acct>"
    );
    let entry = "<Ntry><Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>";
    let utf16 = |text: &[u8]| -> Vec<u8> {
        let half = &text[..text.len() / 2 - 1];
        [0xFF, 0xFE].into_iter().chain(half.iter().flat_map(|byte| [*byte, 0])).collect()
    };
    let mt940 = format!(":20:STARTUMS\r\n:25:{own}\r\n:28C:1/1\r\n:60F:C261128EUR0,00\r\n");
    let gpc = format!(
        "074{account}Kamenina s.r.o.     301126{:014}+{:014}+{:014}0{:014}0007011226\r\n",
        0, 0, 0, 0
    );
    let moved = format!(
        "075{account}{:016}0026000004711000000123456{}002026000100{:4}0308{:010}301126{:20}00203011226\r\n",
        0, 2, "0800", 77, "STUDNICKA"
    );
    let row = format!("{own};2026-11-28;1,00;123;úhrada faktúry\n");
    let rows = filled("Účet;Dátum;Suma;VS;Poznámka\n", &row, "");
    vec![
        ("separators", filled("", ";", "")),
        ("rows of separators", filled("Účet;Dátum;Suma;VS\n", ";;;;;;;;\n", "")),
        ("empty rows", filled("Účet;Dátum;Suma;VS\n", "\n", "")),
        ("quotes", filled("Účet;Dátum;Suma;VS\n", "\"\";", "")),
        ("rows", rows),
        ("UTF-16", utf16(&filled("Ucet;Datum;Suma;VS\n", ";1;;\n", ""))),
        ("nodes", filled(&camt, "<a/>", "</Stmt></BkToCstmrStmt></Document>")),
        ("entries", filled(&camt, entry, "</Stmt></BkToCstmrStmt></Document>")),
        (
            "MT940",
            filled(&mt940, ":61:2611281128C1,00NTRFNONREF//B4711\r\n", ":62F:C261128EUR1,00\r\n-"),
        ),
        ("GPC", filled(&gpc, &moved, "")),
    ]
}

/// Bytes that the gate lets in at once (`runtime::intake`).
const LET_IN: usize = 24 * MIB;

/// The bounds of S9: 64 MiB for one, 128 MiB for four at once, of which the gate has some wait. A tree of as many nodes as 5,000
/// movements may have takes 120 MiB: it is read alone.
fn reading_statements() {
    for (what, bytes) in statements() {
        assert!(bytes.len() > bank_statements::MAX_BYTES - 1024, "{what}: {} bytes", bytes.len());
        let at_once = (LET_IN / bank_statements::weight(&bytes)).clamp(1, 4);
        let (one, _) = most(|| bank_statements::read_all(&bytes, None, &[]).map(drop));
        eprintln!("8 MiB of {what} are read with {one} bytes, {at_once} at once");
        assert!(one < 64 * MIB || at_once == 1, "{what}: {one} bytes");
        assert!(one * at_once < 128 * MIB, "{what}: {one} bytes, {at_once} at once");
    }
}

/// Five times the lines take nothing more: they are in no tree. One test, because what is allocated meanwhile would be
/// counted too.
#[test]
fn documents_and_statements_take_no_more_than_their_bounds() {
    reading_statements();
    let ((_, small), (making, large)) = (receiving(MIB), receiving(5 * MIB));
    eprintln!("1 MiB is kept with {small} bytes, 5 MiB with {large}, its head made with {making}");
    assert!(making < MIB, "{making} bytes for the head of 5 MiB");
    assert!(large < MIB && large < small + 256 * 1024, "{small} for 1 MiB, {large} for 5 MiB");
}
