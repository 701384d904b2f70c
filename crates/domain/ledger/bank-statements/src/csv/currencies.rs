//! Amounts whose names say a currency: `Suma v EUR`, beside `Suma`, which is in that of the transaction.

use super::{
    column::Column,
    columns::Name,
    heading::{is, with_currency},
    names::NAMES,
};
use money::CurrencyCode;

/// The columns of amounts, and which of them are named after a currency.
#[derive(Debug, Clone, Default)]
pub(super) struct Named {
    plain: Vec<(Column, usize)>,
    with_currency: Vec<(Column, usize, CurrencyCode)>,
}

/// The columns of the amounts that are read.
pub(super) struct Chosen {
    pub(super) places: Vec<(Column, usize)>,
    /// That their names say.
    pub(super) currency: Option<CurrencyCode>,
    /// There is an amount in another currency.
    pub(super) is_converted: bool,
}

impl Named {
    /// `places` are the columns that are known without a currency.
    pub(super) fn of(names: &[Name], places: Vec<(Column, usize)>) -> Self {
        let known = |(at, name): (usize, &Name)| {
            let (amount, currency) = with_currency(&name.written)?;
            let mut money = NAMES.iter().filter(|(column, _)| column.is_money());
            let (column, _) = money.find(|(_, names)| names.iter().any(|n| is(&amount, n)))?;
            Some((*column, at, currency))
        };
        Self {
            plain: places.into_iter().filter(|(column, _)| column.is_money()).collect(),
            with_currency: names.iter().enumerate().filter_map(known).collect(),
        }
    }

    /// The amounts in the account's currency: those whose names say it, the first where nobody says which it is. None
    /// where the plain ones stay: no name says a currency, or only another than the account's.
    pub(super) fn choose(&self, account: Option<CurrencyCode>) -> Option<Chosen> {
        let of_account = self.plain.iter().any(|(column, _)| *column == Column::AccountAmount);
        let fits = |known: &&(Column, usize, CurrencyCode)| account.is_none_or(|it| it == known.2);
        let first = self.with_currency.iter().find(fits);
        let is_converted = !self.plain.is_empty();
        let plain = || Chosen { places: self.plain.clone(), currency: None, is_converted: false };
        let Some((_, _, currency)) = first.filter(|_| !of_account) else {
            return (account.is_some() && is_converted).then(plain);
        };
        let same = self.with_currency.iter().filter(|(.., other)| other == currency);
        let places = same.map(|(column, at, _)| (*column, *at)).collect();
        Some(Chosen { places, currency: Some(*currency), is_converted })
    }

    /// Whether the name of this column says a currency.
    pub(super) fn has(&self, at: usize) -> bool {
        self.with_currency.iter().any(|(_, named, _)| *named == at)
    }

    /// That the names of these columns say.
    pub(super) fn currency_of(&self, places: &[(Column, usize)]) -> Option<CurrencyCode> {
        let chosen = |at: &usize| places.iter().any(|(column, of)| column.is_money() && of == at);
        self.with_currency.iter().find(|(_, at, _)| chosen(at)).map(|(.., currency)| *currency)
    }
}
