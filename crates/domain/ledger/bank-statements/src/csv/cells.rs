//! A row under its columns, as a line of the statement.

use super::{
    amounts::{self, Written},
    columns::{Column, Columns},
    direction::Direction,
    rows::Row,
    survey::Survey,
    words::{Meaning, any_means},
};
use crate::{
    Fault, Line, Place, ReadError, ReadLine, account, date,
    references::Found,
    statement::{message, name, reference},
};
use money::{CurrencyCode, Decimal};
use party_identifiers::{compact, iban};

/// A shorter number is counted within a file, and no reference of the bank.
const MIN_REFERENCE: usize = 6;

/// How much moved.
struct Moved {
    column: Column,
    amount: Decimal,
    /// That is written there.
    currency: Option<CurrencyCode>,
    /// An earlier movement is taken back: a credit is negative.
    reversal: bool,
    /// Nothing says whether it came or went.
    direction_unknown: bool,
}

/// A row under its columns.
pub(super) struct Cells<'a> {
    pub(super) row: &'a Row,
    pub(super) columns: &'a Columns,
    pub(super) survey: &'a Survey,
}

impl Cells<'_> {
    /// What stands in the first column of the kind that is not empty.
    fn text(&self, column: Column) -> Option<&str> {
        self.columns.all(column).find_map(|at| self.row.text(at))
    }

    fn place(&self, column: Column) -> Place {
        self.columns.place(self.row.line, column)
    }

    pub(super) fn error(&self, column: Column, fault: Fault) -> ReadError {
        ReadError::new(self.place(column), fault)
    }

    /// The line that the row is.
    pub(super) fn line(&self) -> Result<ReadLine, ReadError> {
        let day = self.columns.cell(self.row, Column::BookedOn);
        let day = day.and_then(|text| date::day_in(text, self.survey.order));
        let day = day.ok_or_else(|| self.error(Column::BookedOn, Fault::NotADate))?;
        let moved = self.moved()?;
        let mut line = Line::of(day, moved.amount);
        (line.reversal, line.direction_unknown) = (moved.reversal, moved.direction_unknown);
        self.symbols(&mut line);
        line.counterparty_account = self.counterparty();
        line.counterparty_name = self.text(Column::CounterpartyName).and_then(name);
        line.message = self.text(Column::Message).and_then(message);
        line.bank_reference = self
            .text(Column::BankReference)
            .and_then(reference)
            .filter(|reference| reference.chars().count() >= MIN_REFERENCE);
        let currency = self.currency(moved.column, moved.currency)?;
        Ok(ReadLine { place: self.place(moved.column), currency, line })
    }

    /// Signed, or beside a direction, or in one of two columns.
    fn moved(&self) -> Result<Moved, ReadError> {
        let one = [Column::AccountAmount, Column::Amount];
        match one.into_iter().find(|column| self.columns.has(*column)) {
            Some(column) => {
                let written = self.written(column)?;
                let written = written.ok_or_else(|| self.error(column, Fault::Missing))?;
                self.directed(column, written)
            }
            None => self.of_two_columns(),
        }
    }

    fn of_two_columns(&self) -> Result<Moved, ReadError> {
        let (credit, debit) = (self.written(Column::Credit)?, self.written(Column::Debit)?);
        let of = |side: Option<Written>| side.map(|written| written.amount).unwrap_or_default();
        let (column, amount) = match (of(credit).is_zero(), of(debit).is_zero()) {
            (false, false) => return Err(self.error(Column::Debit, Fault::Contradicts)),
            // some banks write what went out with a minus also in its own column
            (true, false) => (Column::Debit, -of(debit).abs()),
            (_, true) => (Column::Credit, of(credit)),
        };
        let currency = credit.and_then(|c| c.currency).or(debit.and_then(|d| d.currency));
        let is_negative = credit.is_some_and(|written| written.is_negative());
        let reversal = is_negative && self.columns.has(Column::Debit);
        Ok(Moved { column, amount, currency, reversal, direction_unknown: false })
    }

    fn written(&self, column: Column) -> Result<Option<Written>, ReadError> {
        let text = self.columns.cell(self.row, column);
        let read = text.map(|text| amounts::written(text, self.survey.point));
        read.transpose().map_err(|fault| self.error(column, fault))
    }

    /// The amount with the sign that the direction beside it gives; a negative credit takes an earlier one back.
    fn directed(&self, column: Column, written: Written) -> Result<Moved, ReadError> {
        let Written { amount, currency, .. } = written;
        let plain = Moved { column, amount, currency, reversal: false, direction_unknown: false };
        let Some((at, _)) = &self.survey.direction else { return Ok(plain) };
        let error = |fault| ReadError::new(self.columns.cell_place(self.row.line, *at), fault);
        let is_signed = self.survey.negative_debits || written.signed;
        match self.survey.said(self.row, self.columns) {
            None => {
                self.undirected(*at, plain, is_signed).ok_or_else(|| error(Fault::NotADirection))
            }
            Some(_) if amount.is_zero() => Ok(plain),
            Some(Direction::Credit) => Ok(Moved { reversal: written.is_negative(), ..plain }),
            Some(Direction::Debit) if is_signed && !written.is_negative() => {
                Err(error(Fault::Contradicts))
            }
            Some(Direction::Debit) => Ok(Moved { amount: -amount.abs(), ..plain }),
        }
    }

    /// Where no direction that is known is said: signs say it where the file has them. The kind of a movement may be
    /// no direction; what the bank takes for itself goes out.
    fn undirected(&self, at: usize, moved: Moved, is_signed: bool) -> Option<Moved> {
        let text = self.row.text(at);
        if is_signed && text.is_none() {
            return Some(moved);
        }
        let is_kind = self.columns.all(Column::Kind).any(|kind| kind == at);
        let is_fee = text.is_some_and(|text| any_means(text, Meaning::Fee));
        match (is_kind, is_signed, is_fee) {
            (false, ..) => None,
            (true, true, _) => Some(moved),
            (true, false, true) => Some(Moved { amount: -moved.amount, ..moved }),
            (true, false, false) => Some(Moved { direction_unknown: true, ..moved }),
        }
    }

    /// Of the amount: the account's beside an amount in the account's currency.
    fn currency(
        &self,
        amount: Column,
        written: Option<CurrencyCode>,
    ) -> Result<Option<CurrencyCode>, ReadError> {
        let is_transaction = self.columns.has(Column::TransactionCurrency);
        let order: &[Column] = match amount {
            _ if self.columns.is_converted => &[Column::AccountCurrency],
            Column::AccountAmount => &[Column::AccountCurrency],
            _ if is_transaction => &[Column::TransactionCurrency, Column::Currency],
            _ => &[Column::Currency, Column::AccountCurrency],
        };
        let column = order.iter().copied().find(|column| self.text(*column).is_some());
        let Some(column) = column else { return Ok(written.or(self.columns.currency)) };
        let text = self.text(column).map(compact).unwrap_or_default();
        let read: CurrencyCode =
            text.parse().map_err(|_| self.error(column, Fault::NotACurrency))?;
        let same = written.or(self.columns.currency).is_none_or(|other| other == read);
        same.then_some(Some(read)).ok_or_else(|| self.error(column, Fault::Contradicts))
    }

    /// From their columns, where they may be named (`VS 123`), from references of the payer, and from what texts name.
    fn symbols(&self, line: &mut Line) {
        const COLUMNS: [(Column, &str); 3] = [
            (Column::ConstantSymbol, "KS"),
            (Column::SpecificSymbol, "SS"),
            (Column::VariableSymbol, "VS"),
        ];
        let texts = |column| self.columns.all(column).filter_map(|at| self.row.text(at));
        let mut found = Found::default();
        for (column, kind) in COLUMNS {
            texts(column).for_each(|text| found.reference(kind, text));
        }
        texts(Column::PayerReference).for_each(|text| found.labelled(text, true));
        texts(Column::Message).for_each(|text| found.labelled(text, false));
        found.into_line(line);
    }

    /// The account of the other side. The column that may be of either side says it where no other does, and may write it as
    /// an IBAN.
    fn counterparty(&self) -> Option<String> {
        let either = self.text(Column::SomeAccount);
        let is_alone = !self.columns.has(Column::CounterpartyAccount);
        let Some(named) = self.text(Column::CounterpartyAccount) else {
            let either = either.filter(|text| is_alone || account::shown(text).is_some());
            return self.account(either?);
        };
        let named = self.account(named)?;
        let iban = either.and_then(|text| iban(text).ok());
        Some(iban.filter(|iban| account::same(iban, &named)).unwrap_or(named))
    }

    /// The IBAN, else prefix and number with the bank's code behind a slash.
    fn account(&self, written: &str) -> Option<String> {
        if let Ok(iban) = iban(written) {
            return Some(iban);
        }
        let account = compact(written);
        if account.contains('/') {
            return reference(&account);
        }
        let prefix = self.text(Column::CounterpartyPrefix).map(compact);
        let prefix = prefix.filter(|prefix| digits(prefix, 6) && !account.contains('-'));
        let prefix = prefix.filter(|prefix| !prefix.trim_start_matches('0').is_empty());
        let account = prefix.map_or(account.clone(), |prefix| format!("{prefix}-{account}"));
        // programs that write tables drop the first zero of `0200`
        let bank = self.text(Column::CounterpartyBank).map(compact).filter(|bank| digits(bank, 4));
        reference(&bank.map_or(account.clone(), |bank| format!("{account}/{bank:0>4}")))
    }
}

fn digits(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}
