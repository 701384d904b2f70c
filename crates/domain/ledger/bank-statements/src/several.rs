//! A file with statements of several accounts.

use crate::{ImportRefused, Statement, choose_account, told_apart};
use invoicing::{BankAccount, BankAccountId};
use money::CurrencyCode;
use std::collections::{HashMap, HashSet};

/// One statement for each account and currency, in the order in which they begin. One that has no movement and no
/// currency is none of its own beside others of its account.
pub(crate) fn of_accounts(statements: Vec<Statement>) -> Vec<Statement> {
    let said = |it: &Statement| !it.lines.is_empty() || it.currency.is_some();
    let known = statements.iter().filter(|it| said(it)).map(|it| it.account.clone());
    let known: HashSet<_> = known.collect();
    let mut places: HashMap<(Option<String>, Option<CurrencyCode>), usize> = HashMap::new();
    let mut each: Vec<Statement> = Vec::new();
    for statement in statements {
        if !said(&statement) && known.contains(&statement.account) {
            continue;
        }
        let place = places.entry((statement.account.clone(), currency(&statement)));
        let at = *place.or_insert(each.len());
        match each.get_mut(at) {
            Some(begun) => {
                begun.lines.extend(statement.lines);
                begun.number = begun.number.take().or(statement.number);
            }
            None => each.push(statement),
        }
    }
    each
}

/// Of the statement, else of all of its lines.
fn currency(statement: &Statement) -> Option<CurrencyCode> {
    let of_lines = statement.lines.first().and_then(|line| line.currency);
    let same = |currency: &CurrencyCode| {
        statement.lines.iter().all(|line| line.currency == Some(*currency))
    };
    statement.currency.or_else(|| of_lines.filter(same))
}

/// Statements with their places in a file, and the accounts of those that are left out.
pub type OwnStatements<'s> = (Vec<(usize, &'s Statement)>, Vec<String>);

/// The statements of a file that are of the organization's accounts, each with its place in the file, and the
/// accounts of the others. Where the caller names an account, only its statements are taken.
///
/// # Errors
/// Why the first is refused, when none is of an account of the organization; or what else is wrong with one.
pub fn own_statements<'s>(
    statements: &'s [Statement],
    accounts: &[BankAccount],
    named: Option<BankAccountId>,
) -> Result<OwnStatements<'s>, ImportRefused> {
    let (mut own, mut others, mut refused) = (Vec::new(), Vec::new(), None);
    for (n, statement) in statements.iter().enumerate() {
        let told = told_apart(statement, accounts, named);
        match choose_account(&told, accounts, named) {
            Ok(_) => own.push((n, statement)),
            Err(error) => {
                let iban = of_another(&error).ok_or_else(|| error.clone())?;
                others.push(iban.to_owned());
                refused = refused.or(Some(error));
            }
        }
    }
    match refused.filter(|_| own.is_empty()) {
        Some(error) => Err(error),
        None => Ok((own, others)),
    }
}

/// The account, if a statement is only of another one.
fn of_another(refused: &ImportRefused) -> Option<&str> {
    match refused {
        ImportRefused::ForeignAccount { iban } | ImportRefused::OtherAccount { iban } => Some(iban),
        _ => None,
    }
}

/// The hash by which a statement of a file is kept once: that of the file, told apart by its place in it.
#[must_use]
pub fn nth_hash(file: [u8; 32], n: usize) -> [u8; 32] {
    let mut hash = file;
    for (byte, of_place) in hash.iter_mut().zip(n.to_le_bytes()) {
        *byte ^= of_place;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use money::Currency;
    use uuid::Uuid;

    const OWN: &str = "SK3112000000198742637541";
    const OTHER: &str = "SK0809000000000123123123";

    fn account(n: u128, iban: &str) -> BankAccount {
        BankAccount {
            id: BankAccountId(Uuid::from_u128(n)),
            currency: Currency::Eur,
            iban: iban.into(),
            bic: None,
            bank_name: None,
            is_default: true,
        }
    }

    fn of(iban: &str) -> Statement {
        Statement {
            format: Format::Camt053,
            account: Some(iban.to_owned()),
            currency: None,
            number: None,
            pending: 0,
            lines: Vec::new(),
            reading: crate::Reading::default(),
        }
    }

    #[test]
    fn each_statement_is_of_its_own_account() {
        let file = [of(OTHER), of(OWN), of("SK89")];
        let places = |accounts: &[BankAccount], named| {
            let found = own_statements(&file, accounts, named);
            found.map(|(own, others)| (own.iter().map(|(n, _)| *n).collect::<Vec<_>>(), others))
        };
        let (own, other) = (account(1, OWN), account(2, OTHER));
        let both = [own.clone(), other];
        assert_eq!(places(&both, None), Ok((vec![0, 1], vec!["SK89".to_owned()])));
        let left = || vec![OTHER.to_owned(), "SK89".to_owned()];
        assert_eq!(places(&both[..1], None), Ok((vec![1], left())));
        assert_eq!(places(&both, Some(own.id)), Ok((vec![1], left())));
        let refused = ImportRefused::ForeignAccount { iban: OTHER.into() };
        assert_eq!(places(&[], None), Err(refused));
        let unknown = Some(BankAccountId(Uuid::nil()));
        assert_eq!(places(&both, unknown), Err(ImportRefused::UnknownAccount));
    }

    /// As in GPC, where the digits of an account may be read in two orders.
    #[test]
    fn a_statement_is_told_apart_first() {
        let mut file = [of(OTHER), of("77")];
        file[1].reading.some_account = Some(OWN.to_owned());
        let accounts = [account(1, OWN)];
        let (own, others) = own_statements(&file, &accounts, None).expect("one is ours");
        assert_eq!(own.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1]);
        assert_eq!(others, [OTHER]);
    }

    #[test]
    fn each_statement_of_a_file_has_a_hash_of_its_own() {
        let hashes: std::collections::HashSet<_> =
            (0..5_000).map(|n| nth_hash([7; 32], n)).collect();
        assert_eq!(hashes.len(), 5_000);
        assert_eq!(nth_hash([7; 32], 0), [7; 32], "of the only one it is that of the file");
    }
}
