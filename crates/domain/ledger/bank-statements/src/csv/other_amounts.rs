//! Columns that nobody knows and that hold an amount in each row, as the chosen one does: one of them may be what moved on
//! the account.

use super::{amounts::point_of, columns::Columns, heading::words, rows::Row, signs::whatever};
use crate::{Fault, Needed, Place, ReadError};
use money::Decimal;

/// How words begin that name other amounts: balances, fees, rates, taxes, limits, and what was paid in the currency of the
/// other side.
const OF_SOMETHING_ELSE: [&str; 50] = [
    "zostat",
    "zustat",
    "balanc",
    "saldo",
    "egyenleg",
    "kontostand",
    "stan",
    "solde",
    "disponib",
    "poplat",
    "fee",
    "charg",
    "commis",
    "gebuhr",
    "entgelt",
    "dij",
    "jutalek",
    "oplat",
    "prowiz",
    "proviz",
    "komis",
    "kost",
    "cost",
    "kurz",
    "kurs",
    "rate",
    "arfolyam",
    "dph",
    "vat",
    "mwst",
    "ust",
    "afa",
    "tax",
    "dan",
    "limit",
    "rezerv",
    "blok",
    "povodn",
    "puvodn",
    "orig",
    "foreign",
    "zahranic",
    "cudz",
    "fremd",
    "ursprung",
    "eredeti",
    "oryginal",
    "zlav",
    "slev",
    "uver",
];

/// The columns that may hold the amount.
#[derive(Debug, Default)]
pub(super) struct OtherAmounts(Vec<Other>);

/// What was seen in one of them.
#[derive(Debug)]
struct Other {
    at: usize,
    /// Each row has an amount there.
    all: bool,
    /// One has decimals.
    decimals: bool,
    /// One is neither the chosen amount nor zero.
    differs: bool,
    /// Each is the one of the row above and the amount of this row, or of that above: a balance. None of one row.
    adds_up: Option<[bool; 2]>,
    /// Of the row above: what stands there, and the amount.
    above: Option<(Decimal, Decimal)>,
}

impl OtherAmounts {
    /// Those of the columns that nobody knows by their names, where the chosen one may be another than the account's.
    pub(super) fn of(columns: &Columns) -> Self {
        let asked = if columns.amount_is_sure() { 0 } else { columns.len() };
        let unknown = (0..asked).filter(|at| columns.is_unknown(*at));
        let unknown = unknown.filter(|at| !is_of_something_else(columns.name(*at)));
        Self(unknown.map(Other::nothing).collect())
    }

    /// Looks at the next movement.
    pub(super) fn look(&mut self, row: &Row, amount: Decimal) {
        self.0.iter_mut().for_each(|other| other.look(row, amount.abs()));
        self.0.retain(|other| other.all);
    }

    /// Refuses a file whose amount nobody can be sure of: a person is asked.
    ///
    /// # Errors
    /// [`Fault::UnknownColumns`].
    pub(super) fn none(&self, columns: &Columns) -> Result<(), ReadError> {
        if !self.0.iter().any(Other::may_be_meant) {
            return Ok(());
        }
        let headings = columns.headings();
        let fault = Fault::UnknownColumns { missing: Needed::OneAmount, headings };
        Err(ReadError::new(Place::Whole, fault))
    }
}

impl Other {
    const fn nothing(at: usize) -> Self {
        let (all, decimals, differs) = (true, false, false);
        Self { at, all, decimals, differs, adds_up: None, above: None }
    }

    fn look(&mut self, row: &Row, amount: Decimal) {
        let text = row.text(self.at).unwrap_or_default();
        let Some(here) = whatever(text).map(|read| read.amount) else {
            self.all = false;
            return;
        };
        self.decimals |= point_of(text).is_some();
        self.differs |= here.abs() != amount && !here.is_zero();
        if let Some((before, above)) = self.above {
            let moved = (here - before).abs();
            let [with_this, with_that] = self.adds_up.unwrap_or([true; 2]);
            self.adds_up = Some([with_this && moved == amount, with_that && moved == above]);
        }
        self.above = Some((here, amount));
    }

    fn may_be_meant(&self) -> bool {
        let is_balance = matches!(self.adds_up, Some([true, _] | [_, true]));
        self.all && self.decimals && self.differs && !is_balance
    }
}

fn is_of_something_else(name: &str) -> bool {
    let begins = |word: &String| OF_SOMETHING_ELSE.iter().any(|begin| word.starts_with(begin));
    words(name).iter().any(begins)
}
