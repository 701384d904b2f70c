//! Which column holds what.

pub(super) use super::column::Column;

use super::{
    currencies::Named,
    heading::{folded, is, is_day},
    names::{BESIDE, NAMES, SIGNED},
    rows::Row,
    seen::Role,
    state::OfStates,
};
use crate::{Fault, Mapping, Needed, Place, ReadError};
use money::CurrencyCode;

/// The columns of which two of one name would leave open what is meant.
const ONCE: [Column; 6] = [
    Column::BookedOn,
    Column::AccountAmount,
    Column::Amount,
    Column::Credit,
    Column::Debit,
    Column::Direction,
];

/// The name of a column, as it is written and folded.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) written: String,
    pub(super) folded: String,
}

/// Where each column is.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    /// The line that names them.
    pub(super) line: u32,
    names: Vec<Name>,
    /// Of each kind the preferred first.
    places: Vec<(Column, usize)>,
    /// By their names alone, whatever a person said of them.
    by_name: Vec<(Column, usize)>,
    /// A person said which column is which.
    is_mapped: bool,
    /// Amounts whose names say a currency.
    named: Named,
    /// That the name of the amount's column says.
    pub(super) currency: Option<CurrencyCode>,
    /// The currency in a column of its own is that of another amount.
    pub(super) is_converted: bool,
    /// Those that say whether a movement took place.
    pub(super) states: Vec<OfStates>,
}

impl Columns {
    /// The columns that a row names.
    pub(super) fn of(row: &Row) -> Self {
        let names = row.cells.iter().map(|cell| Name {
            written: cell.trim().trim_start_matches('\u{feff}').chars().take(100).collect(),
            folded: folded(cell),
        });
        let names: Vec<_> = names.collect();
        let mut places = Vec::new();
        for (column, known) in NAMES {
            let is = if column == Column::BookedOn { is_day } else { is };
            for name in known {
                let found = names.iter().enumerate().filter(|(_, n)| is(&n.folded, name));
                places.extend(found.map(|(at, _)| (column, at)));
            }
        }
        let named = Named::of(&names, places.clone());
        let states = OfStates::all(names.iter().map(|name| &*name.written));
        let mut columns = Self {
            line: row.line,
            names,
            by_name: places.clone(),
            places,
            is_mapped: false,
            named,
            currency: None,
            is_converted: false,
            states,
        };
        columns.keep_in(None);
        columns.of_whom();
        columns
    }

    /// Chooses among amounts in several currencies that of the account, where anything says it.
    pub(super) fn keep_in(&mut self, account: Option<CurrencyCode>) {
        let Some(chosen) = self.named.choose(account) else { return };
        let others = self.places.iter().copied().filter(|(column, _)| !column.is_money());
        self.places = others.chain(chosen.places).collect();
        (self.currency, self.is_converted) = (chosen.currency, chosen.is_converted);
    }

    /// By which files of the same form are known.
    pub(super) fn fingerprint(&self) -> String {
        self.names.iter().map(|name| name.folded.as_str()).collect::<Vec<_>>().join("|")
    }

    /// With what a person said of them. A column that is named as the currency stays one, unless the name of the
    /// amount says another: amounts in another are refused.
    pub(super) fn mapped(self, mapping: &Mapping) -> Self {
        let places = mapping.columns.iter().map(|(column, at)| (Column::from(*column), *at));
        let mut places: Vec<_> = places.filter(|(_, at)| *at < self.names.len()).collect();
        let currency = self.named.currency_of(&places);
        let is_said = currency.is_some() || places.iter().any(|(c, _)| *c == Column::Currency);
        if !is_said {
            let free = |at: usize| !places.iter().any(|(_, known)| *known == at);
            let named: Vec<_> = self.all(Column::Currency).filter(|at| free(*at)).collect();
            places.extend(named.into_iter().map(|at| (Column::Currency, at)));
        }
        let (named, is_converted) = (Named::default(), false);
        Self { places, is_mapped: true, named, currency, is_converted, ..self }
    }

    /// An `IBAN` is the other side's beside the own account, or beside the code of its bank.
    fn of_whom(&mut self) {
        let has = |column| self.has(column);
        let other_is_named = has(Column::CounterpartyAccount);
        let is_others = has(Column::OwnAccount)
            || has(Column::CounterpartyBank)
            || has(Column::CounterpartyPrefix);
        if !other_is_named && is_others {
            for (column, _) in &mut self.places {
                if *column == Column::SomeAccount {
                    *column = Column::CounterpartyAccount;
                }
            }
        }
    }

    /// What is missing of what a statement needs.
    pub(super) fn missing(&self) -> Option<Needed> {
        let amount = [Column::AccountAmount, Column::Amount, Column::Credit, Column::Debit];
        let amount = amount.iter().any(|column| self.has(*column));
        match (self.has(Column::BookedOn), amount) {
            (true, true) => None,
            (true, false) => Some(Needed::Amount),
            (false, true) => Some(Needed::Date),
            (false, false) => Some(Needed::Both),
        }
    }

    /// Refuses two columns of one name where one can be meant.
    pub(super) fn named_once(&self) -> Result<(), ReadError> {
        for column in ONCE {
            let Some(first) = self.place_of(column) else { continue };
            let second = (0..self.names.len())
                .find(|at| *at != first && self.names[*at].folded == self.names[first].folded);
            if let Some(second) = second {
                return Err(ReadError::new(self.cell_place(self.line, second), Fault::NamedTwice));
            }
        }
        Ok(())
    }

    /// How many are known.
    pub(super) fn known(&self) -> usize {
        (0..self.len()).filter(|at| self.places.iter().any(|(_, known)| known == at)).count()
    }

    pub(super) const fn len(&self) -> usize {
        self.names.len()
    }

    /// How many cells a row has that is whole: empty names at the end are of no column.
    pub(super) fn named(&self) -> usize {
        self.names.iter().rposition(|name| !name.folded.is_empty()).map_or(0, |at| at + 1)
    }

    /// The names as they are written.
    pub(super) fn headings(&self) -> Vec<String> {
        self.names.iter().map(|name| name.written.clone()).collect()
    }

    /// The folded name of a column.
    pub(super) fn name(&self, at: usize) -> &str {
        self.names.get(at).map_or("", |name| name.written.as_str())
    }

    /// What a column is that may say whether money came or went, as mBank writes `PRICHÁDZAJÚCA PLATBA` as the description.
    /// None of one that says something else. What a person said goes first, then the name.
    pub(super) fn role(&self, at: usize) -> Option<Role> {
        let of = |places: &[(Column, usize)]| {
            let here = places.iter().filter(|(_, known)| *known == at);
            here.map(|(column, _)| *column).collect::<Vec<_>>()
        };
        let said = of(&self.places);
        let known = if said.is_empty() { of(&self.by_name) } else { said.clone() };
        let is_text = |column: &Column| matches!(column, Column::Kind | Column::Message);
        match &known[..] {
            [] if self.is_beside(at) => Some(Role::Beside),
            [] => Some(Role::Unknown),
            // a person said nothing of it
            [Column::Direction] if said.is_empty() => Some(Role::Unknown),
            [Column::Kind] => Some(Role::Kind),
            known if known.iter().all(is_text) => Some(Role::Text),
            _ => None,
        }
    }

    fn is_beside(&self, at: usize) -> bool {
        self.names.get(at).is_some_and(|name| BESIDE.iter().any(|it| is(&name.folded, it)))
    }

    /// Whether nobody knows what it holds.
    pub(super) fn is_unknown(&self, at: usize) -> bool {
        self.role(at) == Some(Role::Unknown) && !self.named.has(at)
    }

    /// Whether the amount is in the account's currency by its name, or a person said which it is.
    pub(super) fn amount_is_sure(&self) -> bool {
        self.is_mapped || self.currency.is_some() || self.has(Column::AccountAmount)
    }

    /// Whether the names are those of a bank that writes a minus before what went out.
    pub(super) fn are_of_signed_amounts(&self) -> bool {
        let has = |name: &&str| self.names.iter().any(|known| is(&known.folded, name));
        SIGNED.iter().any(|names| names.iter().all(&has))
    }

    /// Whether the row names the columns once more.
    pub(super) fn are_named_by(&self, row: &Row) -> bool {
        let same =
            |at: usize| row.cells.get(at).is_some_and(|c| folded(c) == self.names[at].folded);
        self.place_of(Column::BookedOn).is_some_and(same) && (0..self.len()).all(same)
    }

    pub(super) fn has(&self, column: Column) -> bool {
        self.place_of(column).is_some()
    }

    /// The preferred one.
    pub(super) fn place_of(&self, column: Column) -> Option<usize> {
        self.all(column).next()
    }

    /// The preferred one first.
    pub(super) fn all(&self, column: Column) -> impl Iterator<Item = usize> + '_ {
        self.places.iter().filter(move |(known, _)| *known == column).map(|(_, at)| *at)
    }

    /// What stands in the column, if anything does.
    pub(super) fn cell<'a>(&self, row: &'a Row, column: Column) -> Option<&'a str> {
        self.place_of(column).and_then(|at| row.text(at))
    }

    /// A place in the preferred column.
    pub(super) fn place(&self, line: u32, column: Column) -> Place {
        let at = self.place_of(column);
        at.map_or(Place::Text { line, column: 1 }, |at| self.cell_place(line, at))
    }

    pub(super) fn cell_place(&self, line: u32, at: usize) -> Place {
        Place::Cell { line, cell: at + 1, name: self.name(at).to_owned() }
    }
}
