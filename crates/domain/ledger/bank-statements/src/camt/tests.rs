use crate::{Fault, Format, Line, Place, ReadError, read, read_all};
use rust_decimal::dec;
use time::macros::date;

mod batches;
mod details;
mod forms;

const OWN: &str = "SK3112000000198742637541";
const PAYER: &str = "SK0809000000000123123123";

/// A document of a version with these entries.
fn document(version: &str, entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}\"><BkToCstmrStmt>\
         <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>2026/11</Id>\
         <Acct><Id><IBAN>{OWN}</IBAN></Id><Ccy>EUR</Ccy></Acct>{entries}</Stmt>\
         </BkToCstmrStmt></Document>"
    )
}

fn entry(status: &str, party: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">1234.56</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>{status}</Sts>\
         <BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>R-1</AcctSvcrRef><NtryDtls><TxDtls>\
         <Refs><EndToEndId>/VS0020260001/SS7/KS0308</EndToEndId></Refs>\
         <RltdPties><Dbtr>{party}</Dbtr><DbtrAcct><Id><IBAN>{PAYER}</IBAN></Id></DbtrAcct></RltdPties>\
         <RmtInf><Ustrd>Úhrada</Ustrd><Ustrd>faktúry</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
    )
}

fn simple(amount: &str, rest: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt>{rest}<Sts>BOOK</Sts>\
         <BookgDt><DtTm>2026-11-21T23:30:00+01:00</DtTm></BookgDt></Ntry>"
    )
}

#[test]
fn every_version_says_the_same() {
    let old = entry("BOOK", "<Nm>ACME Slovakia, a. s.</Nm>");
    let new = entry("<Cd>BOOK</Cd>", "<Pty><Nm>ACME Slovakia, a. s.</Nm></Pty>");
    for (version, entries) in [("02", &old), ("04", &old), ("06", &old), ("08", &new), ("13", &new)]
    {
        let statement = read(document(version, entries).as_bytes(), None).expect("a statement");
        assert_eq!(statement.format, Format::Camt053);
        assert_eq!(statement.account.as_deref(), Some(OWN), "{version}");
        assert_eq!(statement.number.as_deref(), Some("2026/11"));
        assert_eq!(statement.currency, Some(money::Currency::Eur.into()));
        let expected = Line {
            variable_symbol: Some("20260001".into()),
            constant_symbol: Some("308".into()),
            specific_symbol: Some("7".into()),
            counterparty_account: Some(PAYER.into()),
            counterparty_name: Some("ACME Slovakia, a. s.".into()),
            message: Some("Úhrada faktúry".into()),
            bank_reference: Some("R-1".into()),
            ..Line::of(date!(2026 - 11 - 21), dec!(1234.56))
        };
        assert_eq!(statement.lines.len(), 1);
        assert_eq!(statement.lines[0].line, expected, "{version}");
    }
}

#[test]
fn what_went_out_is_negative_and_what_is_pending_is_left_out() {
    let entries = [
        simple("5.00", "<CdtDbtInd>DBIT</CdtDbtInd>"),
        entry("PDNG", "").replace("<Dbtr></Dbtr>", ""),
        entry("<Cd>PDNG</Cd>", ""),
        simple("7", "<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd>"),
    ];
    let statement = read(document("08", &entries.concat()).as_bytes(), None).expect("read");
    assert_eq!(statement.pending, 2);
    let lines: Vec<_> =
        statement.lines.iter().map(|read| (read.line.amount, read.line.reversal)).collect();
    assert_eq!(lines, [(dec!(-5), false), (dec!(7), true)]);
    assert_eq!(statement.lines[0].line.booked_on, date!(2026 - 11 - 21));
}

#[test]
fn statements_of_one_account_are_one_and_of_several_several() {
    let one = document("02", &simple("1", "<CdtDbtInd>CRDT</CdtDbtInd>"));
    let from = one.find("<Stmt>").expect("there");
    let to = one.find("</BkToCstmrStmt>").expect("there");
    let twice = format!("{}{}{}", &one[..to], &one[from..to], &one[to..]);
    assert_eq!(read(twice.as_bytes(), None).expect("read").lines.len(), 2);
    for (from, to) in [(OWN, PAYER), ("<Ccy>EUR</Ccy>", "<Ccy>USD</Ccy>")] {
        let at = twice.rfind(from).expect("there");
        let other = format!("{}{}", &twice[..at], twice[at..].replacen(from, to, 1));
        let error = ReadError::new(Place::Whole, Fault::SeveralAccounts);
        assert_eq!(read(other.as_bytes(), None), Err(error));
        let both = read_all(other.as_bytes(), None, &[]).expect("read");
        let counts: Vec<_> = both.iter().map(|statement| statement.lines.len()).collect();
        assert_eq!(counts, [1, 1]);
    }
}

#[test]
fn what_is_wrong_is_said_with_its_path() {
    let credit = "<CdtDbtInd>CRDT</CdtDbtInd>";
    let right = simple("1.00", credit);
    for (entry, path, fault) in [
        (simple("-1.00", credit), "Amt", Fault::Negative),
        (simple("1.001", credit), "Amt", Fault::NotAnAmount),
        (simple("1,00", credit), "Amt", Fault::NotAnAmount),
        (simple("1e2", credit), "Amt", Fault::NotAnAmount),
        (simple("", credit), "Amt", Fault::NotAnAmount),
        (simple("1", ""), "CdtDbtInd", Fault::NotADirection),
        (right.replace("2026-11-21", "2026-11-31"), "BookgDt", Fault::NotADate),
        (right.replace("<Sts>BOOK</Sts>", ""), "Sts", Fault::Missing),
        (right.replace("\"EUR\"", "\"€\""), "Amt/@Ccy", Fault::NotACurrency),
    ] {
        let path = format!("BkToCstmrStmt/Stmt[1]/Ntry[2]/{path}");
        let document = document("02", &format!("{right}{entry}"));
        let error = ReadError::new(Place::Path(path), fault);
        assert_eq!(read(document.as_bytes(), None), Err(error), "{entry}");
    }
    let nobodys = document("02", "").replace("<IBAN>", "<X>").replace("</IBAN>", "</X>");
    let path = Place::Path("BkToCstmrStmt/Stmt[1]/Acct/Id/IBAN".into());
    assert_eq!(read(nobodys.as_bytes(), None), Err(ReadError::new(path, Fault::Missing)));
}

#[test]
fn other_and_hostile_documents_are_refused() {
    for (message, name) in [
        ("camt.054.001.01", "camt.054.001.01"),
        ("pain.001.001.03", "pain.001.001.03"),
        ("camt.053.001.01", "camt.053.001.01"),
        ("camt.053.001.x", "camt.053.001.x"),
    ] {
        let text = document("02", "").replace("camt.053.001.02", message);
        let error = ReadError::new(Place::Whole, Fault::OtherMessage(name.into()));
        assert_eq!(read(text.as_bytes(), None), Err(error));
    }
    let invoice = b"<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\"/>";
    assert_eq!(read(invoice, None).expect_err("other").fault, Fault::NotAStatement);
    let right = document("02", &simple("1", "<CdtDbtInd>CRDT</CdtDbtInd>"));
    let bomb = right.replace(
        "<Document",
        "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><Document",
    );
    let marked = right.replace("UTF-8", "x-unknown").replace("2026/11", "v#pis");
    let latin = marked.bytes().map(|byte| if byte == b'#' { 0xfd } else { byte }).collect();
    let deep = format!("{}{}", "<a>".repeat(5_000), "</a>".repeat(5_000)).into_bytes();
    for bytes in [bomb.into_bytes(), latin, deep] {
        let error = read(&bytes, None).expect_err("refused");
        assert!(matches!(error.fault, Fault::Xml(_)), "{error}");
    }
}

#[test]
fn a_document_that_was_cut_off_or_broken_says_so_in_plain_words() {
    let right = document("02", &simple("1", "<CdtDbtInd>CRDT</CdtDbtInd>"));
    let begin = right.find("<Document").expect("there") + 1;
    for at in begin..right.len() {
        let fault = read(&right.as_bytes()[..at], None).expect_err("cut off").fault;
        let is_said = fault == Fault::XmlCutOff
            || (fault == Fault::NotWellFormed && !right[..at].ends_with('>'));
        assert!(is_said, "{fault:?}: {}", &right[..at]);
    }
    let broken = |from: &str, to: &str| {
        read(right.replacen(from, to, 1).as_bytes(), None).expect_err("broken").fault
    };
    assert_eq!(broken("<Sts>", "<1Sts>"), Fault::NotWellFormed);
    assert_eq!(broken("<Sts>", "<Sts a=b>"), Fault::NotWellFormed);
    assert!(matches!(broken("</Sts>", "</Stz>"), Fault::Xml(said) if said.contains("element Sts")));
    assert!(matches!(broken("BOOK", "B&K"), Fault::Xml(said) if said.contains("amp;")));
}
