use super::*;
use crate::{Fault, Format, ReadError, Statement, read, read_all};
use rust_decimal::dec;

fn read_mapped(
    bytes: &[u8],
    format: Option<Format>,
    mappings: &[Mapping],
) -> Result<Statement, ReadError> {
    read_all(bytes, format, mappings).map(|mut statements| statements.remove(0))
}

const FILE: &str =
    "výpis\nTag;Wert !;+/-;Kennung\n28.11.2026;69,00;von;1\n28.11.2026;12,00;dnu;2\n";

fn headings() -> Vec<String> {
    ["Tag", "Wert !", "+/-", "Kennung"].map(str::to_owned).to_vec()
}

fn chosen(columns: &[(MappedColumn, &str)]) -> ChosenColumns {
    columns.iter().map(|(column, name)| (*column, (*name).to_owned())).collect()
}

#[test]
fn a_file_that_nobody_knows_is_read_by_its_mapping() {
    let error = read(FILE.as_bytes(), None).expect_err("not known");
    let Fault::UnknownColumns { headings: seen, .. } = error.fault else { panic!("{error}") };
    assert_eq!(seen, headings());
    let columns = chosen(&[
        (MappedColumn::Date, "Tag"),
        (MappedColumn::Amount, "Wert !"),
        (MappedColumn::VariableSymbol, "Kennung"),
    ]);
    let mapping = Mapping::of(seen, &columns).expect("a mapping");
    let read_by = |text: &str| read_mapped(text.as_bytes(), None, std::slice::from_ref(&mapping));
    let statement = read_by(FILE).expect("a statement");
    let said =
        statement.lines.iter().map(|read| (read.line.amount, read.line.variable_symbol.as_deref()));
    assert_eq!(said.collect::<Vec<_>>(), [(dec!(69), Some("1")), (dec!(12), Some("2"))]);
    let in_doubt =
        |statement: &Statement| statement.lines.iter().all(|read| read.line.direction_unknown);
    assert!(in_doubt(&statement), "nobody said what the column of signs says");
    // however the names are written, and by any separator
    assert!(read_by(&FILE.replace("Tag;Wert !", "TAG;#wert").replace(';', "\t")).is_ok());
    assert!(read_by(&FILE.replace("Kennung", "Andere")).is_err());
    let directed = chosen(&[
        (MappedColumn::Date, "Tag"),
        (MappedColumn::Amount, "Wert !"),
        (MappedColumn::Direction, "+/-"),
    ]);
    let mapping = Mapping::of(headings(), &directed).expect("a mapping");
    let known = FILE.replace("von", "Debet").replace("dnu", "Kredit");
    let statement = read_mapped(known.as_bytes(), None, std::slice::from_ref(&mapping));
    assert_eq!(statement.expect("a statement").lines[0].line.amount, dec!(-69));
    let error = read_mapped(FILE.as_bytes(), None, &[mapping]).expect_err("unknown words");
    assert_eq!(error.fault, Fault::NotADirection);
}

#[test]
fn a_mapping_of_a_file_that_is_known_goes_first() {
    let text = "Dátum;Suma;Poplatok\n28.11.2026;69,00;1,00\n";
    let names = ["Dátum", "Suma", "Poplatok"].map(str::to_owned).to_vec();
    let columns = chosen(&[(MappedColumn::Date, "Dátum"), (MappedColumn::Amount, "Poplatok")]);
    let mapping = Mapping::of(names, &columns).expect("a mapping");
    let statement = read_mapped(text.as_bytes(), None, &[mapping]).expect("a statement");
    assert_eq!(statement.lines[0].line.amount, dec!(1));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    use MappedColumn::{Amount, Credit, Date, Direction};
    for (columns, field) in [
        (vec![(Amount, "Wert !")], "date"),
        (vec![(Date, "Tag")], "amount"),
        (vec![(Date, "Tag"), (Amount, "Betrag")], "amount"),
        (vec![(Date, "Tag"), (Amount, "Tag")], "amount"),
        (vec![(Date, "Tag"), (Amount, "Wert !"), (Credit, "+/-")], "amount"),
        (vec![(Date, "Tag"), (Credit, "Wert !"), (Direction, "+/-")], "direction"),
    ] {
        let found = Mapping::of(headings(), &chosen(&columns)).expect_err("refused");
        assert!(
            found.as_slice().iter().any(|violation| violation.field == field),
            "{field}: {found:?}"
        );
    }
    let twice = ["A", "A ", "B"].map(str::to_owned).to_vec();
    let found = Mapping::of(twice.clone(), &chosen(&[(Date, "B"), (Amount, "A")]));
    let found = found.expect_err("which of both is not said");
    assert_eq!(found.as_slice()[0].field, "amount");
    let twice = [twice, vec!["C".to_owned()]].concat();
    let other = Mapping::of(twice, &chosen(&[(Date, "B"), (Amount, "C")]));
    assert_eq!(other.expect("of nothing that is asked for").columns[&Amount], 3);
    let one = Mapping::of(vec!["a".to_owned()], &ChosenColumns::new()).expect_err("refused");
    assert!(one.as_slice().iter().any(|violation| violation.field == "headings"));
}

#[test]
fn a_chosen_amount_is_in_the_currency_that_its_name_says() {
    let text = "Dátum;Suma;Mena;Suma v EUR\n28.11.2026;450,00;CZK;18,00\n";
    let names = ["Dátum", "Suma", "Mena", "Suma v EUR"].map(str::to_owned).to_vec();
    for (amount, expected, currency) in
        [("Suma v EUR", dec!(18), "EUR"), ("Suma", dec!(450), "CZK")]
    {
        let columns = chosen(&[(MappedColumn::Date, "Dátum"), (MappedColumn::Amount, amount)]);
        let mapping = Mapping::of(names.clone(), &columns).expect("a mapping");
        let read = read_mapped(text.as_bytes(), None, &[mapping]).expect("a statement");
        let line = &read.lines[0];
        assert_eq!(line.line.amount, expected, "{amount}");
        assert_eq!(line.currency.map(|it| it.to_string()).as_deref(), Some(currency));
    }
}
