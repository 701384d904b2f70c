//! Movements that wait, were refused or taken back stand in files beside those that took place.

use super::*;

/// Lines with (reversal, whether the state is not known), and how many wait.
fn states(heading: &str, cells: &[&str]) -> (Vec<(bool, bool)>, u32) {
    let mut text = format!("Dátum;Suma;VS;{heading}\n27.11.2026;-5,70;1;\n");
    for cell in cells {
        text += &format!("28.11.2026;701,37;20260001;{cell}\n");
    }
    let statement = read_text(&text);
    let shown = statement.lines.iter().skip(1);
    let is_unknown = |line: &Line| line.unproven == Some(Unproven::StateUnknown);
    let shown = shown.map(|read| (read.line.reversal, is_unknown(&read.line)));
    (shown.collect(), statement.pending)
}

#[test]
fn what_did_not_take_place_is_no_payment() {
    let (booked, undone, unclear) = ((false, false), (true, false), (false, true));
    for (heading, cell, expected) in [
        ("Stav", "Zaúčtovaná", Some(booked)),
        ("Stav", "Úspešná", Some(booked)),
        ("Status", "COMPLETED", Some(booked)),
        ("Stav", "Zamietnutá", Some(undone)),
        ("Stav platby", "Neúspešná", Some(undone)),
        ("Stav", "Zrušená", Some(undone)),
        ("State", "REVERTED", Some(undone)),
        ("Status", "Rejected", Some(undone)),
        ("Storno", "Áno", Some(undone)),
        ("Storno", "nie", Some(booked)),
        ("Typ", "Storno platby", Some(undone)),
        ("Typ", "Vrátená platba", Some(undone)),
        ("Stav", "Čakajúca", None),
        ("Stav", "Blokovaná", None),
        ("State", "PENDING", None),
        // what is still to come
        ("Stav", "V spracovaní", None),
        ("Stav", "Spracováva sa", None),
        ("Stav", "Na zaúčtovanie", None),
        ("Stav", "Bude zaúčtovaná", None),
        ("Stav", "nie je zaúčtovaná", None),
        ("Status", "Not booked", None),
        ("Status", "To be booked", None),
        ("Status", "Not completed", None),
        ("Status", "nicht gebucht", None),
        ("Zaúčtovaná", "Nie", None),
        ("Zaúčtovaná", "Áno", Some(booked)),
        ("Booked", "No", None),
        ("Booked", "Yes", Some(booked)),
        ("Typ", "Blokácia", None),
        ("Typ transakcie", "Predautorizácia", None),
        ("Stav", "Xyz", Some(unclear)),
        // balances and other columns are no states
        ("Stav účtu", "1 200,00", Some(booked)),
        ("Poznámka", "Zrušená objednávka", Some(booked)),
    ] {
        let (lines, pending) = states(heading, &[cell]);
        assert_eq!(
            (lines.first().copied(), pending),
            (expected, u32::from(expected.is_none())),
            "{heading} {cell}"
        );
    }
}
