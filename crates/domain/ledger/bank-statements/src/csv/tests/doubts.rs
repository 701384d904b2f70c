//! Files that look like files of income alone, and may not be: of what may have gone out nothing is certain.

use super::*;

/// Amount and whether its direction is unknown of each line; none of a file that is refused.
fn said(text: &str) -> Option<Vec<(Decimal, bool)>> {
    let statement = read_bytes(text.as_bytes(), None).ok()?;
    let said = |read: &crate::ReadLine| (read.line.amount, read.line.direction_unknown);
    Some(statement.lines.iter().map(said).collect())
}

fn all_in_doubt(text: &str) -> bool {
    said(text).is_none_or(|lines| lines.iter().all(|(_, unknown)| *unknown))
}

fn certain(text: &str) -> Vec<Decimal> {
    let lines = said(text).expect("a statement");
    lines.iter().filter(|(_, unknown)| !unknown).map(|(amount, _)| *amount).collect()
}

fn file(heading: &str, cells: &[&str]) -> String {
    let row = |(n, cell): (usize, &&str)| format!("28.11.2026;{cell};2026000{n}\n");
    let rows: String = (1..).zip(cells).map(row).collect();
    format!("Dátum;{heading};VS\n{rows}")
}

#[test]
fn one_side_alone_may_be_marked() {
    for (heading, went, came) in [
        ("Suma;Znak", "69,00;-", "12,00;"),
        ("Suma;Orientácia", "69,00;von", "12,00;"),
        ("Betrag;Vorzeichen", "69,00;S", "12,00;"),
        ("Amount;Mark", "69.00;", "12.00;CR"),
        ("Kwota;Znak", "69,00;minus", "12,00;"),
        ("Összeg;Jel", "69,00;T", "12,00;"),
        ("Suma;", "69,00;debet", "12,00;"),
    ] {
        assert!(all_in_doubt(&file(heading, &[went, came])), "{heading}");
        assert!(all_in_doubt(&file(heading, &[came, went, came])), "{heading}");
    }
}

#[test]
fn one_cell_that_is_no_word_hides_no_directions() {
    let long = "Výber z bankomatu na Námestí slobody v Bratislave, karta 1234";
    for other in ["Výber ATM 12", long, ""] {
        for (went, came) in
            [("Odoslaná platba", "Prijatá platba"), ("Ausgang", "Eingang"), ("Von", "Dnu")]
        {
            let cells = [went, came, other].map(|word| format!("69,00;{word}"));
            let cells: Vec<_> = cells.iter().map(String::as_str).collect();
            assert!(all_in_doubt(&file("Suma;Operácia", &cells)), "{went} {other}");
        }
    }
}

#[test]
fn a_heading_of_signs_names_directions() {
    for heading in ["+/-", "±", "(+/-)", "+ / −", "-/+", "Plus/Mínus"] {
        let of = |went: &str, came: &str| {
            let (went, came) = (format!("69,00;{went}"), format!("12,00;{came}"));
            file(&format!("Suma;{heading}"), &[&went, &came])
        };
        assert_eq!(said(&of("von", "dnu")), None, "{heading}");
        let expected = vec![(dec!(-69), false), (dec!(12), false)];
        assert_eq!(said(&of("-", "+")), Some(expected), "{heading}");
    }
    // other signs are a name that nobody knows
    assert!(all_in_doubt(&file("Suma;*", &["69,00;von", "12,00;dnu"])));
    let twice = "Dátum;Suma;+/-;;\n28.11.2026;69,00;-;;\n";
    assert_eq!(certain(twice), [dec!(-69)], "columns without a name are not named alike");
}

#[test]
fn a_description_may_say_the_direction() {
    for heading in ["Popis", "Popis transakcie", "Poznámka", "Detaily transakce", "Description"] {
        for (went, came) in
            [("Odoslaná platba", "Prijatá platba"), ("Outgoing payment", "Incoming payment")]
        {
            let cells = [went, came, "Poplatok"].map(|word| format!("69,00;{word}"));
            let cells: Vec<_> = cells.iter().map(String::as_str).collect();
            let text = file(&format!("Suma;{heading}"), &cells);
            assert!(all_in_doubt(&text), "{heading} {went}");
        }
    }
    // what a payer writes is no direction of the bank
    for message in ["k", "d", "faktúra 12", "ahoj", "C 1"] {
        let text = file("Suma;Poznámka", &[&format!("69,00;{message}"), "12,00;x"]);
        assert_eq!(certain(&text), [dec!(69), dec!(12)], "{message}");
    }
}

#[test]
fn columns_that_nobody_named_are_looked_at() {
    let text = "Dátum;Suma;VS\n28.11.2026;69,00;1;Debet\n28.11.2026;12,00;2;Kredit\n";
    assert_eq!(certain(text), [dec!(-69), dec!(12)]);
    assert!(all_in_doubt(&text.replace("Debet", "von").replace("Kredit", "dnu")));
    assert!(all_in_doubt(&text.replace(";Kredit", "")));
    let text = "Dátum;Suma;VS;\n28.11.2026;69,00;1;\n28.11.2026;12,00;2;\n";
    assert_eq!(certain(text), [dec!(69), dec!(12)]);
}

#[test]
fn one_sign_makes_no_file_of_signed_amounts() {
    for other in ["Storno;-12,00", "Poplatok;-5,00", "Storno;+12,00", "Úrok;+1,00"] {
        let text = file("Typ;Suma", &["Debet;69,00", "Kredit;12,00", other]);
        assert!(!certain(&text).contains(&dec!(69)), "{other}");
        let text = file("Operácia;Suma", &["Debet;69,00", "Kredit;12,00", other]);
        assert!(!certain(&text).contains(&dec!(69)), "{other}");
    }
    for heading in ["Typ", "Orientácia", "Popis"] {
        let text = file(&format!("{heading};Suma"), &["dnu;+5,00", "von;7,00"]);
        assert!(!certain(&text).contains(&dec!(7)), "{heading}");
    }
    // without another column too: the plus may be what tells both apart
    assert!(!certain(&file("Suma", &["+5,00", "7,00"])).contains(&dec!(7)));
    assert_eq!(certain(&file("Suma", &["+5,00", "+7,00"])), [dec!(5), dec!(7)]);
    assert_eq!(certain(&file("Suma", &["5,00", "-7,00"])), [dec!(5), dec!(-7)]);
}

#[test]
fn signs_are_believed_where_the_words_agree() {
    for (heading, rows) in [
        ("Typ", ["Prijatá platba;69,00", "Odoslaná platba;-12,00", "Poplatok;-5,00"]),
        ("Popis", ["Prijatá platba;69,00", "Odoslaná platba;-12,00", "Poplatok;-5,00"]),
        ("Operácia", ["Eingang;69,00", "Ausgang;-12,00", "Karte 12;-5,00"]),
        ("Kategória", ["Predaj;69,00", "Nákup;-12,00", ";-5,00"]),
        ("Nick", ["-;69,00", "-;-12,00", "-;-5,00"]),
    ] {
        let text = file(&format!("{heading};Suma"), &rows);
        assert_eq!(certain(&text), [dec!(69), dec!(-12), dec!(-5)], "{heading}");
    }
    // one that does not agree is in doubt alone
    let rows = ["Lastschrift;-12,00", "Lastschrift;69,00", "Gehalt;7,00"];
    assert_eq!(certain(&file("Vorgang;Betrag", &rows)), [dec!(-12), dec!(7)]);
    let rows = ["odoslaná platba;69,00", "Nájom;7,00", "Nákup;-12,00"];
    assert_eq!(certain(&file("Poznámka;Suma", &rows)), [dec!(7), dec!(-12)]);
}

#[test]
fn a_lonely_minus_stands_for_nothing() {
    let text = file("Referent;Suma", &["-;69,00", "-;12,00"]);
    assert!(all_in_doubt(&text), "{:?}", said(&text));
}

#[test]
fn a_name_alone_signs_no_amounts() {
    for (went, came) in [("Debetný zápis", "Kreditný zápis"), ("von", "dnu")] {
        let (went, came) = (format!("69,00;{went}"), format!("12,00;{came}"));
        for heading in ["Objem;Typ", "Objem;Orientácia", "Suma;Orientácia"] {
            let text = file(heading, &[&went, &came]);
            assert!(!certain(&text).contains(&dec!(69)), "{heading} {went}");
        }
    }
    let fio = "ID pohybu;Datum;Objem;Měna;Protiúčet;VS;Typ\n26000004711;28.11.2026;69,00;CZK;1;1;Platba kartou\n";
    assert_eq!(certain(fio), [dec!(69)]);
}
