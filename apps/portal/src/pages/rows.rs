//! What pages show of rows: how many, and who is on the other side.

use crate::blocks::Cell;

/// Rows of a page of a list.
pub(super) const ROWS: u16 = 50;

/// Who is on the other side of a bank's line: the name, else the account.
pub(super) fn counterparty(name: Option<&str>, account: Option<&str>) -> Cell {
    match (name, account) {
        (Some(name), _) => Cell::text(name),
        (None, Some(account)) => Cell::iban(account),
        (None, None) => Cell::Nothing,
    }
}
