//! The forms of banks, and what is wrong with them.

mod accounts;
mod banks;
mod days;
mod directions;
mod doubts;
mod headings;
mod more_banks;
mod references;
mod several_amounts;
mod states;
mod whole;

use super::*;
use crate::{Line, Needed, read as read_bytes};
use money::Decimal;
use rust_decimal::dec;
use time::macros::date;

const OWN: &str = "SK3112000000198742637541";
const PAYER: &str = "SK0809000000000123123123";

fn read_text(text: &str) -> Statement {
    read_bytes(text.as_bytes(), None).expect("a statement")
}

/// Whether the direction of any line is not known.
fn is_unsure(statement: &Statement) -> bool {
    statement.lines.iter().any(|read| read.line.direction_unknown)
}

/// Forms of banks, each with the same incoming payment first and an outgoing one second.
fn forms() -> [(&'static str, String); 7] {
    [
        ("Tatra banka", tatra_banka()),
        ("Slovenská sporiteľňa", slovenska_sporitelna()),
        ("VÚB", vub()),
        ("ČSOB", csob()),
        ("mBank", mbank()),
        ("Fio", fio()),
        ("two columns", two_columns()),
    ]
}

fn tatra_banka() -> String {
    format!(
        "Účet;Dátum zaúčtovania;Suma;Mena;Protiúčet;Názov protiúčtu;Variabilný symbol;\
         Konštantný symbol;Špecifický symbol;Informácia pre príjemcu\n\
         {OWN};21.11.2026;1 234,56;EUR;{PAYER};ACME Slovakia, a. s.;20260001;0308;;Úhrada faktúry\n\
         {OWN};22.11.2026;-50,00;EUR;;Poplatok;;;;\n"
    )
}

fn slovenska_sporitelna() -> String {
    format!(
        "\"Dátum zaúčtovania\",\"Názov partnera\",\"IBAN partnera\",\"Suma\",\"Mena\",\
         \"Referencia platiteľa\",\"Poznámka\",\"IBAN účtu\"\r\n\
         \"21.11.2026\",\"ACME Slovakia, a. s.\",\"{PAYER}\",\"1.234,56\",\"EUR\",\
         \"/VS0020260001/SS/KS0308\",\"Úhrada faktúry\",\"{OWN}\"\r\n\
         \"22.11.2026\",\"Poplatok\",\"\",\"-50,00\",\"EUR\",\"\",\"\",\"{OWN}\"\r\n"
    )
}

fn vub() -> String {
    format!(
        "Výpis z účtu {OWN}\nIBAN:;{OWN}\n\n\
         Dátum zaúčtovania;Suma transakcie;Mena;Kredit/Debet;Názov protiúčtu;Protiúčet;\
         Var. symbol;Konšt. symbol;Popis transakcie\n\
         21.11.2026;1234,56;EUR;Kredit;ACME Slovakia, a. s.;{PAYER};20260001;308;Úhrada faktúry\n\
         22.11.2026;50,00;EUR;Debet;Poplatok;;;;\n"
    )
}

fn csob() -> String {
    format!(
        "iban;{OWN}\n\
         datum zauctovania;suma;mena;referencia platitela;cislo uctu protistrany;\
         banka protistrany;nazov protistrany;informacia pre prijemcu\n\
         2026-11-21;+1234.56;EUR;/VS20260001/SS/KS308;{PAYER};CEKOSKBX;\
         ACME Slovakia, a. s.;Úhrada faktúry\n\
         2026-11-22;-50.00;EUR;;;;Poplatok;\n"
    )
}

fn mbank() -> String {
    format!(
        "mBank\n#Klient;Firma\n#Číslo účtu:;{OWN}\n#Mena účtu:;EUR\n\n\
         #Dátum uskutočnenia transakcie;#Dátum zaúčtovania transakcie;#Popis transakcie;\
         #Správa pre prijímateľa;#Platiteľ/Príjemca;#Číslo účtu platiteľa/príjemcu;#KS;#VS;\
         #SS;#Suma transakcie;#Účtovný zostatok po transakcii;\n\
         20-11-2026;21-11-2026;PRICHÁDZAJÚCA PLATBA;\"Úhrada faktúry\";\
         \"ACME Slovakia, a. s.\";'{PAYER}';308;20260001;;1 234,56;2 000,00;\n\
         22-11-2026;22-11-2026;POPLATOK;;Poplatok;;;;;-50,00;1 950,00;\n\
         ;;;;;;;;#Konečný zostatok:;1 950,00;\n"
    )
}

fn fio() -> String {
    format!(
        "\"accountId\";\"2900000000\"\n\"iban\";\"{OWN}\"\n\"currency\";\"EUR\"\n\n\
         \"Dátum\";\"Objem\";\"Mena\";\"Protiúčet\";\"Názov protiúčtu\";\"Kód banky\";\
         \"KS\";\"VS\";\"ŠS\";\"Správa pre príjemcu\"\n\
         \"21.11.2026\";\"1234,56\";\"EUR\";\"{PAYER}\";\"ACME Slovakia, a. s.\";\"0900\";\
         \"0308\";\"20260001\";\"\";\"Úhrada faktúry\"\n\
         \"22.11.2026\";\"-50,00\";\"EUR\";\"\";\"Poplatok\";\"\";\"\";\"\";\"\";\"\"\n"
    )
}

fn two_columns() -> String {
    format!(
        "{OWN}\nDátum\tPríjem\tVýdaj\tVS\tKS\tIBAN partnera\tNázov partnera\tPopis\n\
         21.11.2026\t1 234,56\t\t20260001\t308\t{PAYER}\tACME Slovakia, a. s.\tÚhrada faktúry\n\
         22.11.2026\t\t50,00\t\t\t\tPoplatok\t\n"
    )
}

#[test]
fn the_forms_of_slovak_banks_say_the_same() {
    for (bank, text) in forms() {
        let statement = read_text(&text);
        assert_eq!(statement.account.as_deref(), Some(OWN), "{bank}");
        let [paid, fee] = &statement.lines[..] else { panic!("{bank}: {statement:?}") };
        let expected = Line {
            variable_symbol: Some("20260001".into()),
            constant_symbol: Some("308".into()),
            counterparty_account: Some(PAYER.into()),
            counterparty_name: Some("ACME Slovakia, a. s.".into()),
            message: Some("Úhrada faktúry".into()),
            ..Line::of(date!(2026 - 11 - 21), dec!(1234.56))
        };
        assert_eq!(paid.line, expected, "{bank}");
        assert_eq!(
            (fee.line.booked_on, fee.line.amount),
            (date!(2026 - 11 - 22), dec!(-50)),
            "{bank}"
        );
        let currency = paid.currency.or(statement.currency);
        assert!(bank == "two columns" || currency == Some(money::Currency::Eur.into()), "{bank}");
    }
}

#[test]
fn windows_1250_says_the_same() {
    let text = "D\u{e1}tum;Suma;VS;Popis\n21.11.2026;5,00;1;\u{10d}aj\n";
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| match c {
            'á' => 0xe1,
            'č' => 0xe8,
            c => u8::try_from(c).expect("one byte"),
        })
        .collect();
    assert_eq!(read_bytes(&bytes, None).expect("read"), read_text(text));
}

#[test]
fn accounts_of_old_form_keep_the_code_of_the_bank() {
    let text = |cells: &str| format!("Dátum;Suma;Protiúčet;Kód banky\n21.11.2026;5;{cells}\n");
    for (cells, expected) in [
        ("123456789;0900", "123456789/0900"),
        ("123456789/0200;0900", "123456789/0200"),
        ("000000-123;", "000000-123"),
        ("sk08 0900 0000 0001 2312 3123;0900", PAYER),
    ] {
        let line = &read_text(&text(cells)).lines[0].line;
        assert_eq!(line.counterparty_account.as_deref(), Some(expected), "{cells}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let cell = |line, cell, name: &str| Place::Cell { line, cell, name: name.to_owned() };
    for (text, place, fault) in [
        ("", Place::Whole, Fault::NotAStatement),
        ("a;b\n1;2\n", Place::Whole, Fault::NotAStatement),
        (
            "Dátum;Popis\n1.1.2026;x\n",
            Place::Whole,
            Fault::UnknownColumns {
                missing: Needed::Amount,
                headings: ["Dátum", "Popis"].map(str::to_owned).to_vec(),
            },
        ),
        ("Dátum;Suma;Mena;Suma\n1.1.2026;1;EUR;2\n", cell(1, 4, "Suma"), Fault::NamedTwice),
        ("Dátum;Suma;Mena\n1.1.2026;1 CZK;EUR\n", cell(2, 3, "Mena"), Fault::Contradicts),
        ("Dátum;Kredit;Debet\n1.1.2026;1;2\n", cell(2, 3, "Debet"), Fault::Contradicts),
        ("Dátum;Suma\n32.1.2026;1,00\n", cell(2, 1, "Dátum"), Fault::NotADate),
        ("Dátum;Suma\nneznámy;1,00\n", cell(2, 1, "Dátum"), Fault::NotADate),
        ("Dátum;Suma\n\n1.1.2026;1,000\n", cell(3, 2, "Suma"), Fault::NotAnAmount),
        ("Dátum;Suma;Mena\n1.1.2026;1;eu\n", cell(2, 3, "Mena"), Fault::NotACurrency),
        ("Dátum;Suma;K/D\n1.1.2026;1;X\n", cell(2, 3, "K/D"), Fault::NotADirection),
        (
            "Účet;Dátum;Suma\nSK3112000000198742637541;1.1.2026;1\nSK0809000000000123123123;1.1.2026;1\n",
            cell(3, 1, "Účet"),
            Fault::SeveralAccounts,
        ),
        ("Dátum;Suma;VS\n1.1.2026;1;\"1\n", Place::Text { line: 2, column: 1 }, Fault::OpenQuote),
        ("Dátum;Suma\0\n", Place::Text { line: 1, column: 11 }, Fault::Encoding),
    ] {
        assert_eq!(read_bytes(text.as_bytes(), None), Err(ReadError::new(place, fault)), "{text}");
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let many = format!("Dátum;Suma\n{}", "1.1.2026;1\n".repeat(MAX_LINES + 1));
    assert_eq!(read_bytes(many.as_bytes(), None).expect_err("many").fault, Fault::TooManyLines);
    let place = |line, column| Place::Text { line, column };
    let cells = read_bytes(&vec![b';'; crate::MAX_BYTES], None).expect_err("cells");
    assert_eq!(cells, ReadError::new(place(1, 200), Fault::TooManyCells));
    let long = format!("Dátum;Suma;VS\n1.1.2026;1;{}\n", "1".repeat(crate::MAX_CELL_BYTES + 1));
    let error = read_bytes(long.as_bytes(), None).expect_err("a long cell");
    assert_eq!(error, ReadError::new(place(2, 4_108), Fault::CellTooLong));
    let large = vec![b' '; crate::MAX_BYTES + 1];
    assert_eq!(read_bytes(&large, None).expect_err("large").fault, Fault::TooLarge);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        let _ = read_bytes(&bytes, None);
        let text = [b"D\xe1tum;Suma;VS;Mena;Protiucet;Typ;IBAN\n".as_slice(), &bytes].concat();
        for format in Format::ALL {
            let _ = read_bytes(&text, Some(format));
        }
    }

    #[test]
    fn any_rows_are_read_or_refused(cells in "([0-9DK.,;\"\n -]|21\\.11\\.2026;|Debet;|EUR){0,120}") {
        let text = format!("Dátum;Suma;Typ;Mena;IBAN;VS\n{cells}");
        let _ = read_bytes(text.as_bytes(), None);
    }
}
