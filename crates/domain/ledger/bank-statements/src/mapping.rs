//! Which column is which in a CSV whose names are not known: said once by a person, and known again by
//! the names.

use crate::csv::fingerprint;
use invoicing::Violations;
use persistence::{Cursor, Listed, typed_id};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use time::OffsetDateTime;

typed_id!(
    /// A mapping of columns.
    MappingId
);

/// Mappings of an organization at most.
pub const MAX_MAPPINGS: u16 = 100;

/// Columns of a file at most.
const MAX_HEADINGS: usize = crate::MAX_CELLS;

/// Characters of a name at most.
const MAX_NAME: usize = 100;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MappedColumn {
    Date,
    Amount,
    Credit,
    Debit,
    Direction,
    Currency,
    VariableSymbol,
    ConstantSymbol,
    SpecificSymbol,
    CounterpartyAccount,
    CounterpartyBank,
    CounterpartyName,
    Message,
    Reference,
    BankReference,
    OwnAccount,
}

impl MappedColumn {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Date,
        Self::Amount,
        Self::Credit,
        Self::Debit,
        Self::Direction,
        Self::Currency,
        Self::VariableSymbol,
        Self::ConstantSymbol,
        Self::SpecificSymbol,
        Self::CounterpartyAccount,
        Self::CounterpartyBank,
        Self::CounterpartyName,
        Self::Message,
        Self::Reference,
        Self::BankReference,
        Self::OwnAccount,
    ];

    /// The name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Amount => "amount",
            Self::Credit => "credit",
            Self::Debit => "debit",
            Self::Direction => "direction",
            Self::Currency => "currency",
            Self::VariableSymbol => "variable_symbol",
            Self::ConstantSymbol => "constant_symbol",
            Self::SpecificSymbol => "specific_symbol",
            Self::CounterpartyAccount => "counterparty_account",
            Self::CounterpartyBank => "counterparty_bank",
            Self::CounterpartyName => "counterparty_name",
            Self::Message => "message",
            Self::Reference => "reference",
            Self::BankReference => "bank_reference",
            Self::OwnAccount => "own_account",
        }
    }
}

/// What a person chose: the names of all columns as the file has them, and the name of the column for each
/// kind.
pub type ChosenColumns = BTreeMap<MappedColumn, String>;

/// Which column is which in files with these names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapping {
    pub headings: Vec<String>,
    /// Counted from 0.
    pub columns: BTreeMap<MappedColumn, usize>,
}

impl Mapping {
    /// The mapping that was chosen.
    ///
    /// # Errors
    /// What is missing, stands in no file, or contradicts itself.
    pub fn of(headings: Vec<String>, chosen: &ChosenColumns) -> Result<Self, Violations> {
        let mut found = Violations::new();
        let short = |name: &String| name.chars().count() <= MAX_NAME;
        if !(2..=MAX_HEADINGS).contains(&headings.len()) || !headings.iter().all(short) {
            found.add(
                "headings",
                "must be the names of 2 to 200 columns, each of at most 100 characters",
            );
        }
        let mut columns: BTreeMap<MappedColumn, usize> = BTreeMap::new();
        for (column, name) in chosen {
            match headings.iter().position(|heading| heading.trim() == name.trim()) {
                None => found.add(column.name(), "must be one of the headings"),
                Some(at) if columns.values().any(|known| *known == at) => {
                    found.add(column.name(), "is chosen for something else already");
                }
                Some(at) => _ = columns.insert(*column, at),
            }
        }
        needed(chosen, &mut found);
        if found.is_empty() { Ok(Self { headings, columns }) } else { Err(found) }
    }

    /// By which files of the same form are known: the names of their columns, however they are written.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.headings)
    }
}

fn needed(chosen: &ChosenColumns, found: &mut Violations) {
    let has = |column| chosen.contains_key(&column);
    if !has(MappedColumn::Date) {
        found.add("date", "is required");
    }
    let sides = has(MappedColumn::Credit) || has(MappedColumn::Debit);
    if !has(MappedColumn::Amount) && !sides {
        found.add("amount", "is required, or credit and debit");
    }
    if has(MappedColumn::Amount) && sides {
        found.add("amount", "excludes credit and debit");
    }
    if has(MappedColumn::Direction) && !has(MappedColumn::Amount) {
        found.add("direction", "stands beside an amount");
    }
}

/// A mapping as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingRecord {
    pub id: MappingId,
    pub mapping: Mapping,
    pub created_at: OffsetDateTime,
}

impl Listed for MappingRecord {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.created_at, self.id)
    }
}

#[cfg(test)]
mod tests {
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
        let read_by =
            |text: &str| read_mapped(text.as_bytes(), None, std::slice::from_ref(&mapping));
        let statement = read_by(FILE).expect("a statement");
        let said = statement
            .lines
            .iter()
            .map(|read| (read.line.amount, read.line.variable_symbol.as_deref()));
        assert_eq!(said.collect::<Vec<_>>(), [(dec!(69), Some("1")), (dec!(12), Some("2"))]);
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
        let one = Mapping::of(vec!["a".to_owned()], &ChosenColumns::new()).expect_err("refused");
        assert!(one.as_slice().iter().any(|violation| violation.field == "headings"));
    }
}
