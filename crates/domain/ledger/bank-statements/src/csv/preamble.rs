//! Before the columns a bank names the account and its currency.

use super::{heading::folded, rows::Row};
use crate::{Statement, account};
use party_identifiers::iban;

/// Reads a row above the columns.
pub(super) fn read(row: &Row, statement: &mut Statement) {
    let mut before = String::new();
    for (n, cell) in row.cells.iter().enumerate() {
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
    let named = is_label(before) || is_label(label);
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
