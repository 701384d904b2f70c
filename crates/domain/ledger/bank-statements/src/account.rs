//! Whose account a statement is of.

use crate::{ImportRefused, Place, Statement};
use invoicing::{BankAccount, BankAccountId};
use money::CurrencyCode;
use party_identifiers::{compact, iban};
use std::borrow::Cow;

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

/// The statement once it is known whose the account is that stands in every line ([`crate::Reading`]):
/// it is the own one if it is the organization's, and the one that the caller names where one is named.
#[must_use]
pub fn told_apart<'a>(
    statement: &'a Statement,
    accounts: &[BankAccount],
    named: Option<BankAccountId>,
) -> Cow<'a, Statement> {
    let Some(written) = &statement.reading.some_account else { return Cow::Borrowed(statement) };
    let mut own = accounts.iter().filter(|account| named.is_none_or(|id| id == account.id));
    if !own.any(|account| same(&account.iban, written)) {
        return Cow::Borrowed(statement);
    }
    let mut told = statement.clone();
    told.account = told.reading.some_account.take();
    for read in &mut told.lines {
        let other = read.line.counterparty_account.take();
        read.line.counterparty_account = other.filter(|other| !same(other, written));
    }
    Cow::Owned(told)
}

/// Why a statement is of no account that could be looked for.
fn nameless(statement: &Statement) -> ImportRefused {
    let unproven = statement.reading.unproven_account.clone();
    unproven.map_or(ImportRefused::NoAccount, |account| ImportRefused::UnprovenAccount { account })
}

fn by_id<'a>(
    statement: &Statement,
    accounts: &'a [BankAccount],
    id: BankAccountId,
) -> Result<&'a BankAccount, ImportRefused> {
    let account = accounts.iter().find(|account| account.id == id);
    let account = account.ok_or(ImportRefused::UnknownAccount)?;
    match &statement.account {
        Some(written) if !same(&account.iban, written) => {
            Err(ImportRefused::OtherAccount { iban: written.clone() })
        }
        _ => Ok(account),
    }
}

/// An IBAN may be kept in several currencies: that of the statement decides, else of its lines, if all say one.
fn by_iban<'a>(
    statement: &Statement,
    accounts: &'a [BankAccount],
) -> Result<&'a BankAccount, ImportRefused> {
    let written = statement.account.as_ref().ok_or_else(|| nameless(statement))?;
    let of_line = statement.lines.iter().find_map(|line| line.currency);
    let currency = statement.currency.or(of_line);
    let own: Vec<_> = accounts.iter().filter(|account| same(&account.iban, written)).collect();
    let fits = |account: &&&BankAccount| currency.is_some_and(|c| c == account.currency);
    let foreign = || ImportRefused::ForeignAccount { iban: written.clone() };
    // a number without its bank may be of two banks
    let first = own.first().ok_or_else(foreign)?;
    if own.iter().any(|account| account.iban != first.iban) {
        return Err(ImportRefused::NoAccount);
    }
    let is_said = statement.currency.is_some()
        || (!statement.lines.is_empty() && statement.lines.iter().all(|it| it.currency.is_some()));
    if !is_said && own.iter().any(|account| account.currency != first.currency) {
        return Err(ImportRefused::SeveralCurrencies { iban: first.iban.clone() });
    }
    Ok(own.iter().find(fits).unwrap_or(first))
}

/// An account as it is compared: an IBAN in its normal form, else a number of the old form, with its
/// prefix and the bank's code where they are written. None when it is no account.
pub(crate) fn written(text: &str) -> Option<String> {
    if let Ok(iban) = iban(text) {
        return Some(iban);
    }
    let text = compact(text);
    let shaped = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'/'));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (shaped && (5..=34).contains(&digits)).then_some(text)
}

/// An account as it is shown: also one that is an IBAN by its form and has wrong check digits.
pub(crate) fn shown(text: &str) -> Option<String> {
    written(text).or_else(|| Some(compact(text)).filter(|text| is_unproven(text)))
}

/// Characters of an IBAN: of Norway's at least, by ISO 13616 at most.
const IBAN_LENGTHS: std::ops::RangeInclusive<usize> = 15..=34;

/// Whether a text is an IBAN by its form, and its length or its check digits are wrong.
pub(crate) fn is_unproven(text: &str) -> bool {
    let text = compact(text);
    let country = text.bytes().take(2).all(|b| b.is_ascii_uppercase());
    let check = text.bytes().skip(2).take(2).all(|b| b.is_ascii_digit());
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric());
    IBAN_LENGTHS.contains(&text.len()) && country && check && plain && iban(&text).is_err()
}

/// Whether two ways of writing name one account: an IBAN and its number at home, `19-2000145399/0800` in
/// Slovakia and Czechia, bank and account elsewhere. What is not written is not compared.
pub(crate) fn same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    match (iban(one), iban(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Ok(iban), Err(_)) => has_number(&iban, other),
        (Err(_), Ok(iban)) => has_number(&iban, one),
        (Err(_), Err(_)) => false,
    }
}

fn has_number(iban: &str, number: &str) -> bool {
    let number = compact(number);
    let Some(bban) = iban.get(4..) else { return false };
    match (&iban[..2], bban.len()) {
        ("SK" | "CZ", 20) => has_prefixed(bban, &number),
        _ => has_plain(bban, &number),
    }
}

/// `prefix-number/bank`; sixteen digits are prefix and number, as GPC has them.
fn has_prefixed(bban: &str, number: &str) -> bool {
    let (account, bank) = number.split_once('/').map_or((number, None), |(a, b)| (a, Some(b)));
    let digits = match account.split_once('-') {
        Some((prefix, number)) => format!("{prefix:0>6}{number:0>10}"),
        None => format!("{account:0>16}"),
    };
    digits == bban[4..] && bank.is_none_or(|bank| bank == &bban[..4])
}

/// `bank/account` or all digits.
fn has_plain(bban: &str, number: &str) -> bool {
    match number.split_once('/') {
        Some((bank, account)) => bban.strip_prefix(bank).is_some_and(|rest| {
            let zeros = |text: &str| text.trim_start_matches('0').to_owned();
            !bank.is_empty() && zeros(rest) == zeros(account)
        }),
        None => bban == number.replace('-', ""),
    }
}

#[cfg(test)]
mod tests;
