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

/// An element: as many of them as fit into a statement are let in.
const NODE: &str = "<abcdefghijkl/>";

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
    let entry = "<Ntry><Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>\
                 <BookgDt><Dt>2026-11-28</Dt></BookgDt></Ntry>";
    let utf16 = |text: &[u8]| -> Vec<u8> {
        let half = &text[..text.len() / 2 - 1];
        [0xFF, 0xFE].into_iter().chain(half.iter().flat_map(|byte| [*byte, 0])).collect()
    };
    let mt940 = format!(":20:STARTUMS\r\n:25:{own}\r\n:28C:1/1\r\n:60F:C261128EUR0,00\r\n");
    let moved = ":61:2611281128C1,00NTRFNONREF//B4711\r\n";
    let said = format!("{mt940}{moved}:86:");
    let ended = "\r\n:62F:C261128EUR1,00\r\n-";
    let head = format!(
        "074{account}Kamenina s.r.o.     301126{:014}+{:014}+{:014}0{:014}0007011226\r\n",
        0, 0, 0, 0
    );
    let record = format!(
        "075{account}{:016}0026000004711000000123456{}002026000100{:4}0308{:010}301126{:20}00203011226\r\n",
        0, 2, "0800", 77, "STUDNICKA"
    );
    let row = format!("{own};2026-11-28;1,00;123;úhrada faktúry\n");
    let rows = filled("Účet;Dátum;Suma;VS;Poznámka\n", &row, "");
    let tail = "</Stmt></BkToCstmrStmt></Document>";
    let within = |begin: &str, part: &str, end: &str| {
        filled(&format!("{camt}{begin}"), part, &format!("{end}{tail}"))
    };
    let open = entry.trim_end_matches("</Ntry>");
    let details = format!("{open}<NtryDtls>");
    let part = format!("<TxDtls><Amt Ccy=\"EUR\">1</Amt>{NODE}</TxDtls>");
    let large = format!("<TxDtls>{}</TxDtls>", NODE.repeat(4_500));
    let close = "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>";
    let text = format!("{details}<TxDtls><RmtInf><Ustrd>");
    let whole_text = format!("{camt}{text}");
    let quotes = |before: &[u8], behind: &str| -> Vec<u8> {
        let length = bank_statements::MAX_BYTES - before.len() - behind.len();
        [before, &vec![0x84; length], behind.as_bytes()].concat()
    };
    let declared = format!("<?xml version=\"1.0\" encoding=\"windows-1250\"?>{whole_text}");
    vec![
        ("separators", filled("", ";", "")),
        ("rows of separators", filled("Účet;Dátum;Suma;VS\n", ";;;;;;;;\n", "")),
        ("empty rows", filled("Účet;Dátum;Suma;VS\n", "\n", "")),
        ("quotes", filled("Účet;Dátum;Suma;VS\n", "\"\";", "")),
        ("rows", rows),
        ("UTF-16", utf16(&filled("Ucet;Datum;Suma;VS\n", ";1;;\n", ""))),
        ("windows-1250", quotes(b"D\xe1tum;Suma\n", "")),
        ("nodes", filled(&camt, NODE, tail)),
        ("attributes", filled(&camt, "<a b=\"\" c=\"\" d=\"\" e=\"\"/>", tail)),
        ("equals signs", within(&text, "=", close)),
        ("words", within(&text, "a ", close)),
        ("entries", filled(&camt, entry, tail)),
        ("quotes in windows-1250", quotes(declared.as_bytes(), &format!("{close}{tail}"))),
        ("entries that wait", filled(&camt, "<Ntry><Sts>PDNG</Sts></Ntry>", tail)),
        ("empty entries", filled(&camt, "<Ntry/>", tail)),
        ("parts of an entry", within(&details, &part, "</NtryDtls></Ntry>")),
        ("large parts of an entry", within(&details, &large, "</NtryDtls></Ntry>")),
        ("nodes of an entry", within(open, NODE, "</Ntry>")),
        (
            "statements",
            filled(
                &camt,
                &format!("</Stmt><Stmt><Acct><Id><IBAN>{own}</IBAN></Id></Acct>{entry}"),
                tail,
            ),
        ),
        ("MT940", filled(&mt940, moved, ended)),
        ("empty lines of MT940", filled(&said, "\n", ended)),
        ("parts of a field of MT940", filled(&said, "/BIC", ended)),
        ("numbered parts of a field of MT940", filled(&said, "?20", ended)),
        ("GPC", filled(&head, &record, "")),
        (
            "short records of GPC",
            filled(&format!("{head}{record}"), &format!("078{}\n", "a".repeat(200)), ""),
        ),
    ]
}

/// As many movements as a statement may have, each with as much said of it as banks say, in as many bytes as it may have.
fn full_statement() -> Vec<u8> {
    let text = "Úhrada faktúry za dodaný tovar &amp; služby. ".repeat(15);
    let party = |name: &str| {
        format!(
            "\n<{name}><Nm>Kamenina, s. r. o.</Nm><PstlAdr><StrtNm>Hlavná</StrtNm><BldgNb>1</BldgNb>\
             <PstCd>811 01</PstCd><TwnNm>Bratislava</TwnNm><Ctry>SK</Ctry></PstlAdr></{name}>\
             <{name}Acct><Id><IBAN>SK0809000000000123123123</IBAN></Id></{name}Acct>"
        )
    };
    let entry = format!(
        "\n<Ntry>\n<Amt Ccy=\"EUR\">1234.56</Amt>\n<CdtDbtInd>CRDT</CdtDbtInd>\n<Sts>BOOK</Sts>\n\
         <BookgDt><Dt>2026-11-28</Dt></BookgDt>\n<ValDt><Dt>2026-11-28</Dt></ValDt>\n\
         <AcctSvcrRef>REF-20261128-0001</AcctSvcrRef>\n<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd>\
         <SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>\n<NtryDtls><TxDtls><Refs><EndToEndId>/VS2026000100/SS77/KS0308\
         </EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy=\"EUR\">1234.56</Amt></TxAmt></AmtDtls><RltdPties>{}{}</RltdPties>\
         <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>",
        party("Dbtr"),
        party("Cdtr"),
    );
    let begin = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Acct><Id>\
                 <IBAN>SK3112000000198742637541</IBAN></Id></Acct>";
    let count = (bank_statements::MAX_BYTES - 400) / entry.len();
    format!("{begin}{}</Stmt></BkToCstmrStmt></Document>", entry.repeat(count)).into_bytes()
}

fn said(read: &Result<(), bank_statements::ReadError>) -> String {
    read.as_ref().map_or_else(ToString::to_string, |()| "read".to_owned())
}

/// The bounds of S9, 64 MiB for one and 128 MiB for four at once, whatever the gate lets in.
fn reading_statements() {
    let full = full_statement();
    let (one, lines) = most(|| bank_statements::read(&full, None).expect("read").lines.len());
    eprintln!("{} bytes with {lines} movements are read with {one} bytes", full.len());
    assert!(lines > 4_000 && full.len() > 7 * MIB && one < 16 * MIB, "{lines} lines, {one} bytes");
    for (what, bytes) in statements() {
        assert!(
            bytes.len() > bank_statements::MAX_BYTES - 70 * 1024,
            "{what}: {} bytes",
            bytes.len()
        );
        let (one, read) = most(|| bank_statements::read_all(&bytes, None, &[]).map(drop));
        eprintln!("8 MiB of {what} are read with {one} bytes: {}", said(&read));
        assert!(one < 32 * MIB, "{what}: {one} bytes");
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
