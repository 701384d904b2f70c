//! Which column holds what.

use super::{
    heading::{folded, is, with_currency},
    names::{BESIDE, NAMES, SIGNED},
    rows::Row,
};
use crate::{Fault, MappedColumn, Mapping, Needed, Place, ReadError};
use money::CurrencyCode;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Column {
    BookedOn,
    /// In the account's currency, where there is another amount too.
    AccountAmount,
    /// Signed, or beside a direction.
    Amount,
    Credit,
    Debit,
    Direction,
    /// What kind of movement it is, which may be the direction.
    Kind,
    AccountCurrency,
    TransactionCurrency,
    Currency,
    VariableSymbol,
    ConstantSymbol,
    SpecificSymbol,
    CounterpartyAccount,
    CounterpartyPrefix,
    /// The bank's code, where the account is written without it.
    CounterpartyBank,
    CounterpartyName,
    Message,
    /// `/VS…/SS…/KS…`
    PayerReference,
    BankReference,
    OwnAccount,
    /// The own account or that of the other side.
    SomeAccount,
}

impl From<MappedColumn> for Column {
    fn from(column: MappedColumn) -> Self {
        match column {
            MappedColumn::Date => Self::BookedOn,
            MappedColumn::Amount => Self::Amount,
            MappedColumn::Credit => Self::Credit,
            MappedColumn::Debit => Self::Debit,
            MappedColumn::Direction => Self::Direction,
            MappedColumn::Currency => Self::Currency,
            MappedColumn::VariableSymbol => Self::VariableSymbol,
            MappedColumn::ConstantSymbol => Self::ConstantSymbol,
            MappedColumn::SpecificSymbol => Self::SpecificSymbol,
            MappedColumn::CounterpartyAccount => Self::CounterpartyAccount,
            MappedColumn::CounterpartyBank => Self::CounterpartyBank,
            MappedColumn::CounterpartyName => Self::CounterpartyName,
            MappedColumn::Message => Self::Message,
            MappedColumn::Reference => Self::PayerReference,
            MappedColumn::BankReference => Self::BankReference,
            MappedColumn::OwnAccount => Self::OwnAccount,
        }
    }
}

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
struct Name {
    written: String,
    folded: String,
}

/// Where each column is.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    /// The line that names them.
    pub(super) line: u32,
    names: Vec<Name>,
    /// Of each kind the preferred first.
    places: Vec<(Column, usize)>,
    /// That the name of the amount's column says.
    pub(super) currency: Option<CurrencyCode>,
}

impl Columns {
    /// The columns that a row names.
    pub(super) fn of(row: &Row) -> Self {
        let names = row.cells.iter().map(|cell| Name {
            written: cell.trim().trim_start_matches('\u{feff}').chars().take(100).collect(),
            folded: folded(cell),
        });
        let mut columns =
            Self { line: row.line, names: names.collect(), places: Vec::new(), currency: None };
        for (column, known) in NAMES {
            for name in known {
                let found = columns.names.iter().enumerate().filter(|(_, n)| is(&n.folded, name));
                let found: Vec<_> = found.map(|(at, _)| (column, at)).collect();
                columns.places.extend(found);
            }
        }
        columns.with_currencies();
        columns.of_whom();
        columns
    }

    /// By which files of the same form are known.
    pub(super) fn fingerprint(&self) -> String {
        self.names.iter().map(|name| name.folded.as_str()).collect::<Vec<_>>().join("|")
    }

    /// With what a person said of them. A column that is named as the currency stays one: amounts in another are refused.
    pub(super) fn mapped(self, mapping: &Mapping) -> Self {
        let places = mapping.columns.iter().map(|(column, at)| (Column::from(*column), *at));
        let mut places: Vec<_> = places.filter(|(_, at)| *at < self.names.len()).collect();
        if !places.iter().any(|(column, _)| *column == Column::Currency) {
            let free = |at: usize| !places.iter().any(|(_, known)| *known == at);
            let named: Vec<_> = self.all(Column::Currency).filter(|at| free(*at)).collect();
            places.extend(named.into_iter().map(|at| (Column::Currency, at)));
        }
        Self { places, currency: None, ..self }
    }

    /// `Suma v EUR`, where no name without a currency is known.
    fn with_currencies(&mut self) {
        let of_money = |column: &Column| {
            matches!(
                column,
                Column::AccountAmount | Column::Amount | Column::Credit | Column::Debit
            )
        };
        if self.places.iter().any(|(column, _)| of_money(column)) {
            return;
        }
        for (at, name) in self.names.iter().enumerate() {
            let Some((amount, currency)) = with_currency(&name.written) else { continue };
            let mut known = NAMES.iter().filter(|(column, _)| of_money(column));
            let known = known.find(|(_, names)| names.iter().any(|name| is(&amount, name)));
            if let Some((column, _)) = known {
                self.places.push((*column, at));
                self.currency.get_or_insert(currency);
            }
        }
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

    /// Refuses two columns of one name where only one can be meant.
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

    /// The names as they are written.
    pub(super) fn headings(&self) -> Vec<String> {
        self.names.iter().map(|name| name.written.clone()).collect()
    }

    /// The folded name of a column.
    pub(super) fn name(&self, at: usize) -> &str {
        self.names.get(at).map_or("", |name| name.written.as_str())
    }

    /// Whether nothing that its cells say can be the direction.
    pub(super) fn is_understood(&self, at: usize) -> bool {
        let known =
            self.places.iter().any(|(column, known)| *known == at && *column != Column::Kind);
        let name = self.names.get(at).map_or("", |name| name.folded.as_str());
        known || name.is_empty() || BESIDE.iter().any(|beside| is(name, beside))
    }

    /// Whether it holds nothing else than the kind of a movement or a text, as mBank writes `PRICHÁDZAJÚCA
    /// PLATBA` as the description.
    pub(super) fn is_free(&self, at: usize) -> bool {
        let of = self.places.iter().filter(|(_, known)| *known == at);
        of.into_iter().all(|(column, _)| matches!(column, Column::Kind | Column::Message))
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
