//! Names of columns that banks share, and what stands in and around them.

use super::*;

#[test]
fn the_amount_in_the_accounts_currency_goes_first() {
    for (heading, cells) in [
        ("#Čiastka;#Mena účtu;#Čiastka v mene účtu", "450,00;EUR;18,00"),
        ("Suma;Mena;Suma v mene účtu;Mena účtu", "450,00;CZK;18,00;EUR"),
        ("Suma transakcie;Mena transakcie;Suma v mene účtu;Mena účtu", "450,00;CZK;18,00;EUR"),
        ("Mena účtu;Zaúčtovaná suma;Suma", "EUR;18,00;450,00"),
        ("Suma v EUR", "18,00"),
        ("Betrag (EUR)", "18,00"),
        ("Suma;Mena;Suma v EUR", "450,00;CZK;18,00"),
        ("Suma v EUR;Suma;Mena", "18,00;450,00;CZK"),
        ("Betrag;Währung;EUR Betrag", "450,00;CZK;18,00"),
        ("Kredit;Debet;Mena;Kredit v EUR;Debet v EUR", "450,00;;CZK;18,00;"),
        ("Suma v CZK;Suma v EUR;Mena účtu", "450,00;18,00;EUR"),
        ("Suma;Suma v CZK;Mena účtu", "18,00;450,00;EUR"),
        ("Čiastka", "EUR 18,00"),
    ] {
        let text = format!("Dátum;{heading}\n28.11.2026;{cells}\n");
        let read = &read_text(&text).lines[0];
        assert_eq!(read.line.amount, dec!(18), "{heading}");
        assert_eq!(read.currency, Some(money::Currency::Eur.into()), "{heading}");
    }
    let preamble = "Mena účtu: EUR\nDátum;Suma v CZK;Suma v EUR\n28.11.2026;450,00;18,00\n";
    assert_eq!(read_text(preamble).lines[0].line.amount, dec!(18));
    let other = "Dátum;Suma transakcie;Mena transakcie;Mena účtu\n28.11.2026;450,00;CZK;EUR\n";
    assert_eq!(read_text(other).lines[0].currency, Some(money::Currency::Czk.into()));
}

#[test]
fn two_columns_hold_what_came_and_what_went() {
    for heading in [
        "Na ťarchu účtu;V prospech účtu",
        "Výdaj;Príjem",
        "Debet;Kredit",
        "Soll;Haben",
        "Terhelés;Jóváírás",
        "Obciążenia;Uznania",
        "Money out;Money in",
        "MD;Dal",
    ] {
        let text = format!(
            "Dátum;{heading};Mena\n16.11.2026;;250,50;EUR\n17.11.2026;5,00;;EUR\n18.11.2026;-5,00;0,00;EUR\n"
        );
        let amounts: Vec<_> = read_text(&text).lines.iter().map(|read| read.line.amount).collect();
        assert_eq!(amounts, [dec!(250.5), dec!(-5), dec!(-5)], "{heading}");
    }
}

#[test]
fn an_account_that_may_be_of_either_side_is_left_open() {
    let accounts = |heading: &str, rows: &[&str]| {
        let rows: String = rows.iter().map(|row| format!("28.11.2026;5,00;{row}\n")).collect();
        let statement = read_text(&format!("Dátum;Suma;{heading}\n{rows}"));
        let other = statement.lines[0].line.counterparty_account.clone();
        (statement.account, statement.reading.some_account, other)
    };
    let (own, payer) = (Some(OWN.to_owned()), Some(PAYER.to_owned()));
    assert_eq!(
        accounts("IBAN;Protistrana", &[&format!("{PAYER};ACME")]),
        (None, payer.clone(), payer.clone())
    );
    let two = [format!("{PAYER};ACME"), format!("{OWN};ACME")];
    let two: Vec<_> = two.iter().map(String::as_str).collect();
    assert_eq!(accounts("IBAN;Protistrana", &two), (None, None, payer.clone()));
    let both = format!("{OWN};{PAYER}");
    assert_eq!(accounts("IBAN;Protiúčet", &[&both, &both]), (own.clone(), None, payer.clone()));
    assert_eq!(accounts("IBAN;Protiúčet", &[&both]), (None, own, payer));
}

#[test]
fn what_is_around_the_movements_is_left_out() {
    let text = "Dátum;Suma;VS\n28.11.2026;1.000;1\n28.11.2026;12,00;2\nDátum;Suma;VS\n28.11.2026;33,0000;3\n\
                Spolu;1.045,00;\n;1.045,00;\nKonečný zostatok k 28.11.2026;9,00;\n";
    let amounts: Vec<_> = read_text(text).lines.iter().map(|read| read.line.amount).collect();
    assert_eq!(amounts, [dec!(1000), dec!(12), dec!(33)]);
    let summary =
        "Dátum;Kredit;Debet\n28.11.2026;99,00;1,00\n\nDátum;Kredit;Debet;VS\n28.11.2026;5,00;;1\n";
    assert_eq!(read_text(summary).lines.len(), 1);
}

#[test]
fn numbers_counted_within_a_file_are_no_reference_of_the_bank() {
    let reference = |number: &str| {
        let text = format!("Číslo transakcie;Dátum;Suma\n{number};28.11.2026;53,00\n");
        read_text(&text).lines[0].line.bank_reference.clone()
    };
    assert_eq!(reference("1"), None);
    assert_eq!(reference("26000004711").as_deref(), Some("26000004711"));
}

#[test]
fn the_day_of_booking_has_many_names() {
    for heading in [
        "Deň zúčtovania",
        "Deň zaúčtovania",
        "Dátum prijatia",
        "Deň prijatia",
        "Den zaúčtování",
        "Den zúčtování",
        "Datum přijetí",
        "Den připsání",
        "Settlement date",
        "Date received",
        "Posting day",
        "Tag der Buchung",
        "Eingangsdatum",
        "Abrechnungstag",
        "Data zaksięgowania",
    ] {
        // before the day of value, wherever it stands
        let text = format!("Dátum valuty;{heading};Suma\n27.11.2026;28.11.2026;5,00\n");
        assert_eq!(read_text(&text).lines[0].line.booked_on, date!(2026 - 11 - 28), "{heading}");
    }
}

#[test]
fn a_symbol_may_be_named_in_its_column() {
    for (cell, expected) in [
        ("VS 123", (Some("123"), None)),
        ("VS:123", (Some("123"), None)),
        ("vs=0000000123", (Some("123"), None)),
        ("/VS123/SS/KS0308", (Some("123"), Some("308"))),
        ("VS 123 KS 0308", (Some("123"), Some("308"))),
        ("'0000000123'", (Some("123"), None)),
        ("KS 308", (None, Some("308"))),
        ("faktúra 123", (None, None)),
    ] {
        let text = format!("Dátum;Suma;VS;KS\n28.11.2026;5,00;{cell};\n");
        let line = &read_text(&text).lines[0].line;
        let found = (line.variable_symbol.as_deref(), line.constant_symbol.as_deref());
        assert_eq!(found, expected, "{cell}");
    }
}

#[test]
fn brackets_stand_for_a_minus() {
    let text = "Dátum;Suma;Mena\n28.11.2026;(327,37);EUR\n28.11.2026;12,00;EUR\n";
    let amounts: Vec<_> = read_text(text).lines.iter().map(|read| read.line.amount).collect();
    assert_eq!(amounts, [dec!(-327.37), dec!(12)]);
    assert!(!is_unsure(&read_text(text)));
}
