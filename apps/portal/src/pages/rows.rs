//! What pages show of rows: how many, and who is on the other side.

use crate::{blocks::Cell, texts::Texts};
use bank_statements::Line;

/// Rows of a page of a list.
pub(super) const ROWS: u16 = 50;

/// Who is on the other side of a bank's line: the name, else the account.
pub(super) fn counterparty(t: &Texts, line: &Line) -> Cell {
    let (name, account) = (line.counterparty_name.as_deref(), line.counterparty_account.as_deref());
    match (name, account) {
        // an account that cannot be one is told beside the name
        (name, Some(account)) if line.known_account().is_none() => {
            let name = name.map(|name| format!("{name} · ")).unwrap_or_default();
            Cell::text(format!("{name}{account} ({})", t.account_unproven))
        }
        (Some(name), _) => Cell::text(name),
        (None, Some(account)) => Cell::iban(account),
        (None, None) => Cell::Nothing,
    }
}
