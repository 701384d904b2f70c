//! Amounts in several columns: which one moved on the account is said, or asked.

use super::*;

fn asked(text: &str) -> bool {
    let refused = read_bytes(text.as_bytes(), None).err().map(|error| error.fault);
    let headings = text.lines().find(|line| line.contains("Dátum")).unwrap_or_default();
    let headings = headings.split(';').map(str::to_owned).collect();
    refused == Some(Fault::UnknownColumns { missing: Needed::OneAmount, headings })
}

#[test]
fn another_column_of_amounts_is_asked_about() {
    for other in [
        "Prepočítaná suma",
        "Suma účtu",
        "Účtovaná suma",
        "Billing amount",
        "Account currency amount",
        "Protihodnota",
        "Ellenérték",
        "EUR",
    ] {
        for currency in ["Mena účtu", "Mena", "Klient"] {
            let text = format!(
                "Dátum;Suma;{other};{currency};VS\n28.11.2026;450,00;18,00;EUR;1\n\
                 29.11.2026;7,00;7,00;EUR;2\n"
            );
            assert!(asked(&text), "{other} {currency}");
            let text = text.replace("Suma;", "Kredit;");
            assert!(asked(&text), "{other} {currency}");
        }
    }
}

#[test]
fn amounts_of_something_else_are_left_alone() {
    for (other, cells) in [
        ("Zostatok na účte", ["500,00", "507,00"]),
        ("Disponibilný zůstatek", ["500,00", "507,00"]),
        ("Running balance", ["500,00", "507,00"]),
        ("Kontostand", ["500,00", "507,00"]),
        ("Stan konta", ["500,00", "507,00"]),
        ("Poplatok za platbu", ["0,10", "0,20"]),
        ("Transaction fee", ["0,10", "0,20"]),
        ("Pôvodná suma", ["20,00", "8,00"]),
        ("Original amount", ["20,00", "8,00"]),
        ("Výmenný kurz", ["25,30", "25,40"]),
        // whatever it is called, the balance before or behind each
        ("Po pohybe", ["950,00", "957,00"]),
        ("Stav", ["957,00", "950,00"]),
        // the same, nothing at all, not in each row
        ("Obdržané", ["450,00", "7,00"]),
        ("Zľava", ["0,00", "0,00"]),
        ("Preplatok", ["1,00", ""]),
        ("Doklad", ["12", "13"]),
        ("Verzia", ["1.2", "1.3b"]),
    ] {
        let text = format!(
            "Dátum;Suma;{other};Mena;VS\n28.11.2026;450,00;{};EUR;1\n29.11.2026;7,00;{};EUR;2\n",
            cells[0], cells[1]
        );
        let amounts: Vec<_> = read_text(&text).lines.iter().map(|read| read.line.amount).collect();
        assert_eq!(amounts, [dec!(450), dec!(7)], "{other}");
    }
}

#[test]
fn the_amount_of_the_account_needs_no_question() {
    for heading in ["Suma v mene účtu;Suma;Prepočet", "Suma v EUR;Suma;Prepočet"] {
        let text = format!("Dátum;{heading};Mena účtu\n28.11.2026;18,00;450,00;449,00;EUR\n");
        assert_eq!(read_text(&text).lines[0].line.amount, dec!(18), "{heading}");
    }
}
