//! Whose account a statement is of.

use crate::{ImportRefused, Place, Statement};
use invoicing::{BankAccount, BankAccountId};
use money::CurrencyCode;

/// The organization's account that a statement is of: the one that it names, or that the caller names.
/// All of its lines are in the currency of the account.
///
/// # Errors
/// [`ImportRefused`].
pub fn choose_account<'a>(
    statement: &Statement,
    accounts: &'a [BankAccount],
    named: Option<BankAccountId>,
) -> Result<&'a BankAccount, ImportRefused> {
    let account = match named {
        Some(id) => by_id(statement, accounts, id)?,
        None => by_iban(statement, accounts)?,
    };
    let other = |place: &Place, found: CurrencyCode| ImportRefused::OtherCurrency {
        place: place.clone(),
        found: found.to_string(),
        account: account.currency,
        iban: account.iban.clone(),
    };
    if let Some(found) = statement.currency.filter(|currency| *currency != account.currency) {
        return Err(other(&Place::Whole, found));
    }
    for line in &statement.lines {
        if let Some(found) = line.currency.filter(|currency| *currency != account.currency) {
            return Err(other(&line.place, found));
        }
    }
    Ok(account)
}

fn by_id<'a>(
    statement: &Statement,
    accounts: &'a [BankAccount],
    id: BankAccountId,
) -> Result<&'a BankAccount, ImportRefused> {
    let account = accounts.iter().find(|account| account.id == id);
    let account = account.ok_or(ImportRefused::UnknownAccount)?;
    match &statement.account {
        Some(iban) if *iban != account.iban => {
            Err(ImportRefused::OtherAccount { iban: iban.clone() })
        }
        _ => Ok(account),
    }
}

/// An IBAN may be kept in several currencies: that of the statement, else of its first line, decides.
fn by_iban<'a>(
    statement: &Statement,
    accounts: &'a [BankAccount],
) -> Result<&'a BankAccount, ImportRefused> {
    let iban = statement.account.as_ref().ok_or(ImportRefused::NoAccount)?;
    let of_line = statement.lines.iter().find_map(|line| line.currency);
    let currency = statement.currency.or(of_line);
    let own: Vec<_> = accounts.iter().filter(|account| account.iban == *iban).collect();
    let fits = |account: &&&BankAccount| currency.is_some_and(|c| c == account.currency);
    let chosen = own.iter().find(fits).or_else(|| own.first());
    chosen.copied().ok_or_else(|| ImportRefused::ForeignAccount { iban: iban.clone() })
}
