//! How pages show rows: how many, and the other party.

use crate::{blocks::Cell, texts::Texts};
use bank_statements::Line;

/// Rows of a page of a list.
pub(super) const ROWS: u16 = 50;

/// The other party of a line of a bank statement: the name, or else the account.
pub(super) fn counterparty(t: &Texts, line: &Line) -> Cell {
    let (name, account) = (line.counterparty_name.as_deref(), line.counterparty_account.as_deref());
    match (name, account) {
        // an account number that is not valid is shown next to the name
        (name, Some(account)) if line.known_account().is_none() => {
            let name = name.map(|name| format!("{name} · ")).unwrap_or_default();
            Cell::text(format!("{name}{account} ({})", t.account_unproven))
        }
        (Some(name), _) => Cell::text(name),
        (None, Some(account)) => Cell::iban(account),
        (None, None) => Cell::Nothing,
    }
}
