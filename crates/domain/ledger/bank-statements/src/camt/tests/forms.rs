use super::{OWN, document, entry, simple};
use crate::{Fault, Format, Place, ReadError, read};
use rust_decimal::dec;
use time::macros::date;

#[test]
fn values_are_whole_whatever_stands_in_them() {
    let credit = "<CdtDbtInd>CR<!-- c -->DT</CdtDbtInd>";
    for (amount, expected) in [
        ("8<!-- checked -->8.00", dec!(88)),
        ("8<?checked by me?>8.00", dec!(88)),
        ("<![CDATA[88]]>.0&#48;", dec!(88)),
        (".50", dec!(0.5)),
        ("0000000088.00000", dec!(88)),
    ] {
        let text = document("02", &simple(amount, credit))
            .replace(OWN, "SK31<!-- a -->12000000198742637541");
        let statement = read(text.as_bytes(), None).expect("read");
        assert_eq!(statement.account.as_deref(), Some(OWN));
        assert_eq!(statement.lines[0].line.amount, expected, "{amount}");
    }
}

#[test]
fn an_entry_without_a_booking_day_has_that_of_its_value_or_of_the_statement() {
    let booked = "<BookgDt><DtTm>2026-11-21T23:30:00+01:00</DtTm></BookgDt>";
    let balance = |kind: &str, day: &str| {
        format!("<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Dt><Dt>{day}</Dt></Dt></Bal>")
    };
    let both = balance("OPBD", "2026-11-17") + &balance("CLBD", "2026-11-19");
    let made = "<CreDtTm>2026-11-20T06:00:00</CreDtTm>";
    let made_in_utc = made.replace("T06:00:00", "T23:10:00Z");
    for (before, day, expected) in [
        ("", "<ValDt><Dt>2026-11-18</Dt></ValDt>", Some(date!(2026 - 11 - 18))),
        (&*both, "", Some(date!(2026 - 11 - 19))),
        (made, "", Some(date!(2026 - 11 - 20))),
        // days of Bratislava, whatever clock the bank writes by
        ("", "<BookgDt><DtTm>2026-11-20T23:00:00Z</DtTm></BookgDt>", Some(date!(2026 - 11 - 21))),
        ("", "<BookgDt><DtTm>2026-11-20T22:59:59Z</DtTm></BookgDt>", Some(date!(2026 - 11 - 20))),
        ("", "<BookgDt><DtTm>2026-07-20T22:00:00Z</DtTm></BookgDt>", Some(date!(2026 - 07 - 21))),
        (
            "",
            "<ValDt><DtTm>2026-11-20T23:30:00.5+00:00</DtTm></ValDt>",
            Some(date!(2026 - 11 - 21)),
        ),
        (&*made_in_utc, "", Some(date!(2026 - 11 - 21))),
        ("", "", None),
    ] {
        let entry = simple("1", "<CdtDbtInd>CRDT</CdtDbtInd>").replace(booked, day);
        let read = read(document("02", &format!("{before}{entry}")).as_bytes(), None);
        let read = read.map(|statement| statement.lines[0].line.booked_on);
        let missing = Place::Path("BkToCstmrStmt/Stmt[1]/Ntry[1]/BookgDt".into());
        assert_eq!(read, expected.ok_or(ReadError::new(missing, Fault::Missing)));
    }
}

#[test]
fn reports_and_notifications_are_read_like_statements() {
    for (message, name, part, format) in [
        ("camt.052", "BkToCstmrAcctRpt", "Rpt", Format::Camt052),
        ("camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn", Format::Camt054),
    ] {
        let entries = entry("BOOK", "") + &entry("PDNG", "") + &entry("INFO", "");
        let text = document("08", &entries).replace("camt.053", message);
        let text = text.replace("BkToCstmrStmt", name).replace("Stmt>", &format!("{part}>"));
        let text = text.replace(&format!("Bk{part}>"), &format!("{name}>"));
        let statement = read(text.as_bytes(), Some(Format::Camt053)).expect("read");
        assert_eq!((statement.format, statement.lines.len(), statement.pending), (format, 1, 2));
    }
}

#[test]
fn other_encodings_are_read_where_they_are_declared() {
    let named = |encoding: &str| {
        let entry = entry("BOOK", "<Nm>#</Nm>");
        document("02", &entry).replace("UTF-8", encoding)
    };
    for (encoding, name, bytes) in [
        ("ISO-8859-1", "Müller", &b"M\xfcller"[..]),
        ("iso-8859-2", "Žltý", &b"\xaelt\xfd"[..]),
        ("windows-1250", "Žltý", &b"\x8elt\xfd"[..]),
        ("Windows-1252", "Müller", &b"M\xfcller"[..]),
    ] {
        let text = named(encoding).replace("Úhrada", "Uhrada").replace("faktúry", "faktury");
        let (before, behind) = text.split_once('#').expect("there");
        let written = [before.as_bytes(), bytes, behind.as_bytes()].concat();
        let statement = read(&written, None).expect(encoding);
        assert_eq!(statement.lines[0].line.counterparty_name.as_deref(), Some(name), "{encoding}");
    }
    let wide: Vec<u8> = std::iter::once(0xfeff)
        .chain(named("UTF-16").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(read(&wide, None).expect("UTF-16").lines.len(), 1);
}
