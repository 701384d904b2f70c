//! A row under its columns, as a line of the statement.

use super::{
    amounts::{self, Written},
    columns::{Column, Columns},
    direction::{Direction, direction, word},
    rows::Row,
    survey::Survey,
};
use crate::{
    Fault, Line, Place, ReadError, ReadLine, date,
    statement::{message, name, reference},
    symbols::{named, symbol},
};
use money::{CurrencyCode, Decimal};
use party_identifiers::{compact, iban};

/// A shorter number is counted within a file, and no reference of the bank.
const MIN_REFERENCE: usize = 6;

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
        let day = self.columns.cell(self.row, Column::BookedOn).and_then(date::day);
        let day = day.ok_or_else(|| self.error(Column::BookedOn, Fault::NotADate))?;
        let (column, amount, written) = self.amount()?;
        let mut line = Line::of(day, amount);
        self.symbols(&mut line);
        line.counterparty_account = self.counterparty();
        line.counterparty_name = self.text(Column::CounterpartyName).and_then(name);
        line.message = self.text(Column::Message).and_then(message);
        line.bank_reference = self
            .text(Column::BankReference)
            .and_then(reference)
            .filter(|reference| reference.chars().count() >= MIN_REFERENCE);
        Ok(ReadLine { place: self.place(column), currency: self.currency(column, written)?, line })
    }

    /// Signed, or beside a direction, or in one of two columns; with the currency written there.
    fn amount(&self) -> Result<(Column, Decimal, Option<CurrencyCode>), ReadError> {
        let one = [Column::AccountAmount, Column::Amount];
        if let Some(column) = one.into_iter().find(|column| self.columns.has(*column)) {
            let written = self.written(column)?;
            let written = written.ok_or_else(|| self.error(column, Fault::Missing))?;
            return Ok((column, self.directed(column, written)?, written.currency));
        }
        let (credit, debit) = (self.written(Column::Credit)?, self.written(Column::Debit)?);
        let of = |side: Option<Written>| side.map(|written| written.amount).unwrap_or_default();
        if of(credit).is_sign_negative() && !of(credit).is_zero() {
            return Err(self.error(Column::Credit, Fault::Negative));
        }
        let (column, amount) = match (of(credit).is_zero(), of(debit).is_zero()) {
            (false, false) => return Err(self.error(Column::Debit, Fault::Contradicts)),
            // some banks write what went out with a minus also in its own column
            (true, false) => (Column::Debit, -of(debit).abs()),
            (_, true) => (Column::Credit, of(credit)),
        };
        let currency = credit.and_then(|c| c.currency).or(debit.and_then(|d| d.currency));
        Ok((column, amount, currency))
    }

    fn written(&self, column: Column) -> Result<Option<Written>, ReadError> {
        let text = self.columns.cell(self.row, column);
        let read = text.map(|text| amounts::written(text, self.survey.point));
        read.transpose().map_err(|fault| self.error(column, fault))
    }

    /// The amount with the sign that the direction beside it gives.
    fn directed(&self, column: Column, written: Written) -> Result<Decimal, ReadError> {
        let amount = written.amount;
        let Some((at, words)) = &self.survey.direction else { return Ok(amount) };
        let error = |fault| ReadError::new(self.columns.cell_place(self.row.line, *at), fault);
        let Some(text) = self.row.text(*at) else {
            // signs say it where the file has them
            return if self.survey.negative {
                Ok(amount)
            } else {
                Err(error(Fault::NotADirection))
            };
        };
        let direction = direction(&word(text), self.columns.name(*at), words);
        let direction = direction.ok_or_else(|| error(Fault::NotADirection))?;
        let positive = self.survey.negative || written.signed;
        match (direction, amount.is_sign_negative()) {
            _ if amount.is_zero() => Ok(amount),
            (Direction::Credit, true) => Err(self.error(column, Fault::Negative)),
            (Direction::Credit, false) => Ok(amount),
            (Direction::Debit, false) if positive => Err(error(Fault::Contradicts)),
            (Direction::Debit, _) => Ok(-amount.abs()),
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

    /// From their columns, else from what the payer's reference or message names.
    fn symbols(&self, line: &mut Line) {
        let texts = [Column::PayerReference, Column::Message];
        let texts: Vec<_> = texts
            .into_iter()
            .flat_map(|column| self.columns.all(column))
            .filter_map(|at| self.row.text(at))
            .collect();
        let find = |column: Column, name: &str| {
            let own = self.text(column).and_then(symbol);
            own.or_else(|| texts.iter().find_map(|text| named(text, name)))
        };
        line.variable_symbol = find(Column::VariableSymbol, "VS");
        line.constant_symbol = find(Column::ConstantSymbol, "KS");
        line.specific_symbol = find(Column::SpecificSymbol, "SS");
    }

    /// The IBAN, else prefix and number with the bank's code behind a slash.
    fn counterparty(&self) -> Option<String> {
        let unnamed = !self.columns.has(Column::CounterpartyAccount);
        let either = self.text(Column::SomeAccount).filter(|_| unnamed);
        let account = self.text(Column::CounterpartyAccount).or(either)?;
        if let Ok(iban) = iban(account) {
            return Some(iban);
        }
        let account = compact(account);
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
