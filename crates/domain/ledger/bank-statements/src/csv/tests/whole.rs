//! Nothing of a file is lost in silence: rows that lack what they need, and files that were cut off.

use super::*;

fn refused(text: &str) -> ReadError {
    read_bytes(text.as_bytes(), None).expect_err("refused")
}

fn cell(line: u32, cell: usize, name: &str) -> Place {
    Place::Cell { line, cell, name: name.to_owned() }
}

#[test]
fn a_movement_without_its_amount_or_its_day_is_refused_with_its_line() {
    let heading = "Dátum;Suma;Mena;VS;Protiúčet;Názov protiúčtu;ID transakcie;Popis\n";
    let whole = "27.11.2026;12,00;EUR;1;;;;\n";
    for (row, expected) in [
        ("28.11.2026;;EUR;20260001;;;;", Some(cell(3, 2, "Suma"))),
        ("28.11.2026;;EUR;;SK0809000000000123123123;;;", Some(cell(3, 2, "Suma"))),
        ("28.11.2026;;;;;ACME;;", Some(cell(3, 2, "Suma"))),
        ("28.11.2026;;;;;;T00000001;", Some(cell(3, 2, "Suma"))),
        (";33,00;EUR;20260001;;;;", Some(cell(3, 1, "Dátum"))),
        // remarks, sums and the names once more
        ("28.11.2026;;;;;;;Zmena sadzby", None),
        ("28.11.2026;;;;;Konečný zostatok;;", None),
        ("28.11.2026;;;;;;1;", None),
        (";45,00;EUR;;;;;", None),
        (";45,00;EUR;Spolu;;;;", None),
    ] {
        let text = format!("{heading}{whole}{row}\n{whole}");
        match expected {
            Some(place) => {
                assert_eq!(refused(&text), ReadError::new(place, Fault::Missing), "{row}");
            }
            None => assert_eq!(read_text(&text).lines.len(), 2, "{row}"),
        }
    }
    let two = "Dátum;Kredit;Debet;VS\n28.11.2026;;;20260001\n";
    assert_eq!(refused(two), ReadError::new(cell(2, 2, "Kredit"), Fault::Missing));
}

#[test]
fn what_waits_or_was_refused_needs_no_amount() {
    let text = "Dátum;Suma;VS;Stav\n27.11.2026;12,00;1;Zaúčtovaná\n28.11.2026;;2;Čakajúca\n\
                28.11.2026;;3;Zamietnutá\n";
    let statement = read_text(text);
    assert_eq!((statement.lines.len(), statement.pending), (1, 1));
}

#[test]
fn a_file_that_was_cut_off_is_refused() {
    let whole = "Dátum;Suma;Mena;VS;Popis\n27.11.2026;12,00;EUR;1;a\n28.11.2026;123,45;EUR;2;b";
    assert_eq!(read_text(whole).lines.len(), 2);
    let begin = whole.rfind("28.").expect("there");
    let last_cell = whole.rfind(';').expect("there");
    for at in begin + 2..last_cell {
        let error = refused(&whole[..at]);
        let place = Place::Text { line: 3, column: 1 };
        assert_eq!(error, ReadError::new(place, Fault::CutOff), "{}", &whole[begin..at]);
    }
    for (text, line) in [
        ("Dátum;Suma;VS\n28.11.2026;12", 2),
        ("Účet;Dátum;Suma\nSK3112000000198742637541;28.11.2026;1\nSK3112", 3),
        ("Dátum;Suma;VS\n27.11.2026;12,00;1\n28.11.2026;12\n", 3),
        ("Typ;Dátum;Suma;VS\nPrevod;27.11.2026;12,00;1\nPlatba;28.11.2026;12", 3),
    ] {
        let place = Place::Text { line, column: 1 };
        assert_eq!(refused(text), ReadError::new(place, Fault::CutOff), "{text}");
    }
}

#[test]
fn rows_that_are_short_without_a_loss_are_read() {
    for (text, lines) in [
        // a program that leaves out empty cells at the end
        ("Dátum;Suma;VS;Popis\n26.11.2026;1,00;1\n27.11.2026;2,00;2;a\n28.11.2026;3,00\n", 3),
        ("Dátum;Suma;VS;\n28.11.2026;1,00;1", 1),
        // what stands below the movements
        ("Dátum;Suma;VS\n27.11.2026;12,00;1\nSpolu;12,00", 1),
        ("Dátum;Suma;VS\n27.11.2026;12,00;1\nVytvorené 28.11.2026", 1),
    ] {
        assert_eq!(read_text(text).lines.len(), lines, "{text}");
    }
}

#[test]
fn a_quotation_that_lost_its_end_swallows_no_rows() {
    let text =
        "\"Dátum\";\"Suma\";\"VS\"\n\"27.11.2026\";\"12,00\";\"1\n\"28.11.2026\";\"33,00\";\"2\"\n";
    let place = Place::Text { line: 2, column: 1 };
    assert_eq!(refused(text), ReadError::new(place, Fault::OpenQuote));
    let message = "Dátum;Suma;Popis\n27.11.2026;12,00;\"prvý\ndruhý\"\n28.11.2026;33,00;x\n";
    assert_eq!(read_text(message).lines.len(), 2, "a text of two lines");
}
