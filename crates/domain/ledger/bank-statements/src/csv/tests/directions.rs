//! Whether money came or went: known by signs or words, refused or doubtful otherwise.

use super::*;

fn amounts(text: &str) -> Vec<Decimal> {
    read_text(text).lines.iter().map(|read| read.line.amount).collect()
}

fn refused(text: &str) -> ReadError {
    read_bytes(text.as_bytes(), None).expect_err("refused")
}

#[test]
fn words_beside_amounts_say_the_direction_whatever_the_column_is_called() {
    for (heading, credit, debit) in [
        ("Kredit / Debet", "Kredit", "Debet"),
        ("Debet/Kredit", "K", "D"),
        ("D / K", "K", "D"),
        ("Typ", "Kredit", "Debet"),
        ("Typ", "K", "D"),
        ("Typ transakcie", "Príjem", "Výdaj"),
        ("Typ pohybu", "Prijatá platba", "Odoslaná platba"),
        ("Druh", "Prichádzajúca platba", "Odchádzajúca platba"),
        ("Smer", "Prichádzajúca", "Odchádzajúca"),
        ("Má dať/Dal", "D", "MD"),
        ("Má dať / Dal", "Dal", "Má dať"),
        ("MD/D", "D", "MD"),
        ("Směr úhrady", "Příchozí", "Odchozí"),
        ("Credit Debit Indicator", "CRDT", "DBIT"),
        ("Soll/Haben", "H", "S"),
        ("Irány", "Jóváírás", "Terhelés"),
        ("Strona", "Uznanie", "Obciążenie"),
        ("Účtovné", "+", "-"),
        ("Ktovie čo", "Incoming", "Outgoing"),
        ("", "Kredit", "Debet"),
    ] {
        let text = format!(
            "Dátum;{heading};Suma;Mena;VS\n28.11.2026;{debit};69,00;EUR;1\n28.11.2026;{credit};12,00;EUR;2\n"
        );
        assert_eq!(amounts(&text), [dec!(-69), dec!(12)], "{heading} {credit}");
        assert!(!is_unsure(&read_text(&text)), "{heading}");
    }
}

#[test]
fn a_direction_alone_means_what_its_column_says() {
    for (heading, word, expected) in [
        ("D/K", "D", dec!(-69)),
        ("MD/D", "D", dec!(69)),
        ("Typ", "Debet", dec!(-69)),
        ("Typ", "Dal", dec!(69)),
    ] {
        let text = format!("Dátum;{heading};Suma\n28.11.2026;{word};69,00\n");
        assert_eq!(amounts(&text), [expected], "{heading} {word}");
    }
}

#[test]
fn what_contradicts_or_is_not_known_is_refused_with_its_cell() {
    let cell = |line, cell, name: &str| Place::Cell { line, cell, name: name.to_owned() };
    for (rows, heading, place, fault) in [
        ("Debet;69\nX;5\n", "Kredit / Debet", cell(3, 2, "Kredit / Debet"), Fault::NotADirection),
        ("Debet;69\n;5\n", "K/D", cell(3, 2, "K/D"), Fault::NotADirection),
        ("D;69\n", "Smer", cell(2, 2, "Smer"), Fault::NotADirection),
        ("Debet;-5\nDebet;69\n", "K/D", cell(3, 2, "K/D"), Fault::Contradicts),
        ("Debet;+69\n", "Typ", cell(2, 2, "Typ"), Fault::Contradicts),
    ] {
        let rows: String = rows.lines().map(|row| format!("28.11.2026;{row}\n")).collect();
        let text = format!("Dátum;{heading};Suma\n{rows}");
        assert_eq!(refused(&text), ReadError::new(place, fault), "{text}");
    }
}

#[test]
fn signs_count_where_a_direction_agrees_or_none_is_there() {
    let signed =
        "Dátum;Směr úhrady;Částka v měně účtu\n1.11.2026;Odchozí;-5,00\n2.11.2026;Příchozí;7,00\n";
    assert_eq!(amounts(signed), [dec!(-5), dec!(7)]);
    let kinds = "Dátum;Typ;Suma\n1.11.2026;Poplatok;-5,00\n2.11.2026;Prevod;7,00\n";
    assert_eq!(amounts(kinds), [dec!(-5), dec!(7)]);
    assert!(!is_unsure(&read_text(kinds)));
}

#[test]
fn without_signs_a_column_that_is_not_understood_leaves_all_in_doubt() {
    for (text, unknown) in [
        ("Dátum;Orientácia;Suma\n1.11.2026;dnu;5,00\n2.11.2026;von;7,00\n", true),
        ("Dátum;Typ;Suma\n1.11.2026;karta;5,00\n2.11.2026;prevod;7,00\n", true),
        ("Dátum;Kód;Suma\n1.11.2026;1;5,00\n2.11.2026;2;7,00\n", true),
        ("Dátum;Orientácia;Suma\n1.11.2026;dnu;+5,00\n2.11.2026;von;7,00\n", true),
        ("Dátum;Suma;Mena;VS;Poznámka\n1.11.2026;5,00;EUR;1;ahoj\n", false),
        ("Dátum;Objem;Typ\n1.11.2026;5,00;Bezhotovostní příjem\n", false),
        ("Dátum;Orientácia;Suma\n1.11.2026;;5,00\n2.11.2026;von;7,00\n", true),
    ] {
        let lines = read_text(text).lines;
        assert!(lines.iter().all(|read| read.line.direction_unknown == unknown), "{text}");
    }
}

/// Amount, whether it takes an earlier one back, and whether its direction is unknown.
fn moved(text: &str) -> Vec<(Decimal, bool, bool)> {
    let of = |line: &Line| (line.amount, line.reversal, line.direction_unknown);
    read_text(text).lines.iter().map(|read| of(&read.line)).collect()
}

#[test]
fn a_kind_that_is_no_direction_leaves_its_own_line_in_doubt() {
    let text = "Dátum;Suma;Mena;Typ\n1.11.2026;69,00;EUR;Debet\n2.11.2026;12,00;EUR;Kredit\n\
                3.11.2026;5,00;EUR;\n4.11.2026;5,00;EUR;Poplatok\n5.11.2026;7,00;EUR;Iné\n";
    let (came, went) = ((dec!(12), false, false), |amount| (amount, false, false));
    let expected =
        [went(dec!(-69)), came, (dec!(5), false, true), went(dec!(-5)), (dec!(7), false, true)];
    assert_eq!(moved(text), expected);
}

#[test]
fn a_negative_credit_takes_an_earlier_one_back() {
    for text in [
        "Dátum;Kredit;Debet\n1.11.2026;-69,00;\n2.11.2026;;5,00\n",
        "Dátum;K/D;Suma\n1.11.2026;Kredit;-69,00\n2.11.2026;Debet;5,00\n",
        "Dátum;Typ;Suma\n1.11.2026;Kredit;(69,00)\n2.11.2026;Debet;5,00\n",
        "Datum;Soll/Haben;Betrag\n1.11.2026;H;-69,00\n2.11.2026;S;5,00\n",
    ] {
        assert_eq!(moved(text), [(dec!(-69), true, false), (dec!(-5), false, false)], "{text}");
    }
    // without a column of debits a minus is what went out
    assert_eq!(moved("Dátum;Kredit\n1.11.2026;-69,00\n"), [(dec!(-69), false, false)]);
}
