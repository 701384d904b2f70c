//! Which column is which in a CSV whose names are not known: said once by a person, and known again by
//! the names.

use crate::csv::fingerprint;
use invoicing::Violations;
use persistence::typed_id;
use refusals::FieldFault;
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

persistence::named! {
    /// What a column holds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum MappedColumn {
        Date = "date",
        Amount = "amount",
        Credit = "credit",
        Debit = "debit",
        Direction = "direction",
        Currency = "currency",
        VariableSymbol = "variable_symbol",
        ConstantSymbol = "constant_symbol",
        SpecificSymbol = "specific_symbol",
        CounterpartyAccount = "counterparty_account",
        CounterpartyBank = "counterparty_bank",
        CounterpartyName = "counterparty_name",
        Message = "message",
        Reference = "reference",
        BankReference = "bank_reference",
        OwnAccount = "own_account",
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

/// What is wrong with the columns that were chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub(crate) enum MappingFault {
    #[error("must be the names of 2 to 200 columns, each of at most 100 characters")]
    Headings,
    #[error("must be one of the headings")]
    NoHeading,
    #[error("stands more than once among the headings")]
    NotUnique,
    #[error("is chosen for something else already")]
    ChosenTwice,
    #[error("is required, or credit and debit")]
    NoAmount,
    #[error("excludes credit and debit")]
    Exclusive,
    #[error("stands beside an amount")]
    DirectionAlone,
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
            found.add("headings", MappingFault::Headings);
        }
        let mut columns: BTreeMap<MappedColumn, usize> = BTreeMap::new();
        for (column, name) in chosen {
            let named = headings.iter().enumerate().filter(|(_, h)| h.trim() == name.trim());
            let named: Vec<_> = named.map(|(at, _)| at).collect();
            match named.first().copied() {
                None => found.add(column.name(), MappingFault::NoHeading),
                Some(_) if named.len() > 1 => {
                    found.add(column.name(), MappingFault::NotUnique);
                }
                Some(at) if columns.values().any(|known| *known == at) => {
                    found.add(column.name(), MappingFault::ChosenTwice);
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
        found.add("date", FieldFault::Required);
    }
    let sides = has(MappedColumn::Credit) || has(MappedColumn::Debit);
    if !has(MappedColumn::Amount) && !sides {
        found.add("amount", MappingFault::NoAmount);
    }
    if has(MappedColumn::Amount) && sides {
        found.add("amount", MappingFault::Exclusive);
    }
    if has(MappedColumn::Direction) && !has(MappedColumn::Amount) {
        found.add("direction", MappingFault::DirectionAlone);
    }
}

/// A mapping as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingRecord {
    pub id: MappingId,
    pub mapping: Mapping,
    pub created_at: OffsetDateTime,
}

persistence::listed!(MappingRecord: created_at, id);

#[cfg(test)]
mod tests;
