//! Before the columns a bank names the account and its currency.

use super::{
    columns::{Column, Columns},
    heading::folded,
    rows::{Row, Rows},
};
use crate::{ReadError, Statement, account};
use money::CurrencyCode;
use party_identifiers::{compact, iban};

/// Reads the rows above the columns. Gives the account's currency: theirs, else that of the first row below.
pub(super) fn read(
    rows: Rows<'_>,
    columns: &Columns,
    statement: &mut Statement,
) -> Result<Option<CurrencyCode>, ReadError> {
    let has_currency = columns.has(Column::AccountCurrency);
    for row in rows {
        let row = row?;
        if row.line < columns.line {
            of_row(&row, statement);
        } else if statement.currency.is_some() || !has_currency {
            break;
        } else if row.line > columns.line
            && let Some(text) = columns.cell(&row, Column::AccountCurrency)
        {
            return Ok(compact(text).parse().ok());
        }
    }
    Ok(statement.currency)
}

fn of_row(row: &Row, statement: &mut Statement) {
    let mut before = String::new();
    for n in 0..row.cells.len() {
        let cell = row.text(n).unwrap_or_default();
        let label = folded(cell.split(':').next().unwrap_or_default());
        let value = cell.rsplit(':').next().unwrap_or_default();
        let is_others = [&before, &label].iter().any(|label| of_other_side(label));
        if !is_others {
            account_of(value, &before, &label, statement);
        }
        let next = row.text(n + 1);
        if label.starts_with("mena") || label == "currency" {
            let named = next.or(Some(value)).and_then(|text| text.trim().parse().ok());
            statement.currency = named.or(statement.currency);
        }
        before = label;
    }
}

/// An IBAN wherever it stands, a number of the old form behind its label.
fn account_of(value: &str, before: &str, label: &str, statement: &mut Statement) {
    if let Ok(iban) = iban(value) {
        let known = statement.account.as_deref().is_some_and(iban_is);
        if !known {
            statement.account = Some(iban);
        }
        return;
    }
    let is_label = |label: &str| {
        ["cislouctu", "ucet", "ucetcislo", "kuctu"].contains(&label)
            || label.starts_with("cislouctu")
    };
    let named = is_label(before) || is_label(label) || [before, label].contains(&"iban");
    if named && account::is_unproven(value) {
        statement.reading.unproven_account = account::shown(value);
    }
    let with_bank = account::written(value).filter(|written| named && written.contains('/'));
    statement.account = statement.account.take().or(with_bank);
}

fn iban_is(text: &str) -> bool {
    iban(text).is_ok()
}

fn of_other_side(label: &str) -> bool {
    ["protiuc", "protistran", "partner", "counterpart", "platitel", "prijemc"]
        .iter()
        .any(|word| label.contains(word))
}
