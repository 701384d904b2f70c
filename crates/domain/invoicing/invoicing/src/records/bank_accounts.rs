//! The bank accounts of an organization: each is there once, and each currency has at most one default.

use crate::{
    BankAccount, BankAccountId, Violations,
    checks::text::{Shape, text},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use money::Currency;
use persistence::{Cursor, Page, StoreError, port};
use refusals::FieldFault;
use time::OffsetDateTime;

/// The most accounts in use: each new invoice chooses among them.
pub const MAX_BANK_ACCOUNTS: usize = 20;

/// Longest name of a bank, in characters.
const MAX_BANK_NAME: usize = 100;

/// A stored bank account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccountRecord {
    /// The account.
    pub account: BankAccount,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// When it was retired: it is not used for new invoices since then.
    pub retired_at: Option<OffsetDateTime>,
}

persistence::listed!(BankAccountRecord: created_at, account.id);

/// A bank account as a caller describes it. In a change, `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BankAccountInput {
    pub iban: Option<String>,
    pub bic: Option<String>,
    pub bank_name: Option<String>,
    /// The organization's own currency when it is left out. The currency of an account never changes.
    pub currency: Option<Currency>,
    pub is_default: Option<bool>,
}

/// The filter of a list of bank accounts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BankAccountFilter {
    pub currency: Option<Currency>,
    /// Only retired accounts, instead of those in use.
    pub retired: bool,
}

/// Why the accounts are not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum BankAccountRefusal {
    /// The request is invalid.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The account is not in use.
    #[error("no such account is in use")]
    NotInUse,
    /// Another account in use has the same number.
    #[error("the account {account} is this one already, in {currency}", account = .0, currency = .1)]
    Taken(BankAccountId, Currency),
    /// The organization has as many accounts as it may have.
    #[error("an organization has at most {most} accounts in use; retire one first", most = MAX_BANK_ACCOUNTS)]
    TooMany,
}

/// Adds an account to those in use of an organization. The first one of its currency becomes the default unless the
/// caller says otherwise; a new default replaces the former one of its currency.
///
/// # Errors
/// See [`BankAccountRefusal`]; `found` has the violations that parsing the input has found already.
pub fn add_bank_account(
    in_use: &[BankAccountRecord],
    input: &BankAccountInput,
    mut found: Violations,
    home: Currency,
    (id, now): (BankAccountId, OffsetDateTime),
) -> Result<Vec<BankAccountRecord>, BankAccountRefusal> {
    if input.iban.is_none() {
        found.add("iban", FieldFault::Required);
    }
    let currency = input.currency.unwrap_or(home);
    let has_default =
        |r: &BankAccountRecord| r.account.currency == currency && r.account.is_default;
    let blank = BankAccount {
        id,
        currency,
        iban: String::new(),
        bic: None,
        bank_name: None,
        is_default: !in_use.iter().any(has_default),
    };
    let account = described(blank, input, found)?;
    if in_use.len() >= MAX_BANK_ACCOUNTS {
        return Err(BankAccountRefusal::TooMany);
    }
    let mut after = in_use.to_vec();
    after.push(BankAccountRecord { account, created_at: now, retired_at: None });
    settled(after, id)
}

/// Changes an account. Issued invoices do not change.
///
/// # Errors
/// See [`BankAccountRefusal`].
pub fn change_bank_account(
    in_use: &[BankAccountRecord],
    id: BankAccountId,
    input: &BankAccountInput,
    found: Violations,
) -> Result<Vec<BankAccountRecord>, BankAccountRefusal> {
    let mut after = in_use.to_vec();
    let record = after.iter_mut().find(|record| record.account.id == id);
    let record = record.ok_or(BankAccountRefusal::NotInUse)?;
    record.account = described(record.account.clone(), input, found)?;
    settled(after, id)
}

/// Retires an account. The invoices that name it do not change.
///
/// # Errors
/// [`BankAccountRefusal::NotInUse`].
pub fn retire_bank_account(
    in_use: &[BankAccountRecord],
    id: BankAccountId,
    now: OffsetDateTime,
) -> Result<Vec<BankAccountRecord>, BankAccountRefusal> {
    let mut after = in_use.to_vec();
    let record = after.iter_mut().find(|record| record.account.id == id);
    let record = record.ok_or(BankAccountRefusal::NotInUse)?;
    record.account.is_default = false;
    record.retired_at = Some(now);
    Ok(after)
}

/// The account with the fields that the input names.
fn described(
    mut account: BankAccount,
    input: &BankAccountInput,
    mut found: Violations,
) -> Result<BankAccount, Violations> {
    if let Some(iban) = &input.iban {
        let iban = party_identifiers::iban(iban).map_err(|fault| found.add("iban", fault));
        account.iban = iban.unwrap_or_default();
    }
    if let Some(bic) = &input.bic {
        let given = Some(bic).filter(|bic| !bic.trim().is_empty());
        let bic = given.map(|bic| party_identifiers::bic(bic)).transpose();
        account.bic = bic.map_err(|fault| found.add("bic", fault)).unwrap_or_default();
    }
    if let Some(name) = &input.bank_name {
        account.bank_name = text("bank_name", name, 0, MAX_BANK_NAME, Shape::Line, &mut found);
    }
    account.is_default = input.is_default.unwrap_or(account.is_default);
    found.into_result().map(|()| account)
}

/// The accounts after one of them was added or changed. It is there once, and a new default is the only one of its
/// currency.
fn settled(
    mut accounts: Vec<BankAccountRecord>,
    id: BankAccountId,
) -> Result<Vec<BankAccountRecord>, BankAccountRefusal> {
    let own = accounts.iter().find(|record| record.account.id == id);
    let own = own.map(|record| record.account.clone()).ok_or(BankAccountRefusal::NotInUse)?;
    for BankAccountRecord { account, .. } in &mut accounts {
        if account.id == id || account.currency != own.currency {
            continue;
        }
        if account.iban == own.iban {
            return Err(BankAccountRefusal::Taken(account.id, account.currency));
        }
        account.is_default &= !own.is_default;
    }
    Ok(accounts)
}

port! {
    /// The store of bank accounts.
    pub trait BankAccountStore: Send + Sync {
        /// The accounts in use, the oldest first.
        async fn bank_accounts_in_use(
            &self, organization: OrganizationId
        ) -> Result<Vec<BankAccountRecord>, StoreError>;

        /// One account, in use or retired.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn bank_account(
            &self, organization: OrganizationId, id: BankAccountId
        ) -> Result<BankAccountRecord, StoreError>;

        /// A page of accounts, the newest first.
        async fn bank_accounts(
            &self, organization: OrganizationId, filter: &BankAccountFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<BankAccountRecord>, StoreError>;

        /// Replaces the accounts in use, and stores the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the accounts have changed since the decision was made,
        /// [`StoreError::NotFound`] when there is no such organization, [`StoreError::LeaseLost`].
        async fn change_bank_accounts(
            &self, organization: OrganizationId, before: &[BankAccountRecord],
            after: &[BankAccountRecord], answered: Option<(&Lease, &Answer)>, now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-22 10:00 UTC);
    const TATRA: &str = "SK31 1200 0000 1987 4263 7541";
    const BRNO: &str = "CZ65 0800 0000 1920 0014 5399";

    const fn account(id: u128) -> BankAccountId {
        BankAccountId(uuid::Uuid::from_u128(id))
    }

    fn input(iban: &str) -> BankAccountInput {
        BankAccountInput { iban: Some(iban.to_owned()), ..BankAccountInput::default() }
    }

    fn added(
        in_use: &[BankAccountRecord],
        input: &BankAccountInput,
        id: u128,
    ) -> Result<Vec<BankAccountRecord>, BankAccountRefusal> {
        let new = (account(id), NOW);
        add_bank_account(in_use, input, Violations::new(), Currency::Eur, new)
    }

    fn defaults(accounts: &[BankAccountRecord]) -> Vec<bool> {
        accounts.iter().map(|record| record.account.is_default).collect()
    }

    #[test]
    fn the_first_of_a_currency_is_its_default() {
        let one = added(&[], &input(TATRA), 1).expect("made");
        assert_eq!(one[0].account.iban, "SK3112000000198742637541");
        assert_eq!((one[0].account.currency, one[0].created_at), (Currency::Eur, NOW));
        let two = added(&one, &input(BRNO), 2).expect("made");
        assert_eq!(defaults(&two), [true, false]);
        let czech = BankAccountInput { currency: Some(Currency::Czk), ..input(BRNO) };
        let three = added(&two, &czech, 3).expect("made");
        assert_eq!(defaults(&three), [true, false, true]);
        let default = BankAccountInput { is_default: Some(true), ..BankAccountInput::default() };
        let moved = change_bank_account(&three, account(2), &default, Violations::new());
        assert_eq!(defaults(&moved.expect("changed")), [false, true, true]);
    }

    #[test]
    fn an_account_is_there_once_in_a_currency() {
        let one = added(&[], &input(TATRA), 1).expect("made");
        let again = added(&one, &input("sk3112000000198742637541"), 2);
        assert_eq!(again, Err(BankAccountRefusal::Taken(account(1), Currency::Eur)));
        let dollars = BankAccountInput { currency: Some(Currency::Usd), ..input(TATRA) };
        let two = added(&one, &dollars, 2).expect("made");
        let retired = retire_bank_account(&two, account(1), NOW).expect("retired");
        assert_eq!((retired[0].retired_at, retired[0].account.is_default), (Some(NOW), false));
        let in_use: Vec<_> = retired.into_iter().filter(|r| r.retired_at.is_none()).collect();
        added(&in_use, &input(TATRA), 3).expect("it may be made again");
        let gone = retire_bank_account(&in_use, account(1), NOW);
        assert_eq!(gone, Err(BankAccountRefusal::NotInUse));
    }

    #[test]
    fn what_is_wrong_is_said_at_once() {
        let wrong = BankAccountInput {
            bic: Some("x".into()),
            bank_name: Some("a\nb".into()),
            ..input("SK00")
        };
        let Err(BankAccountRefusal::Invalid(violations)) = added(&[], &wrong, 1) else {
            panic!("it is wrong")
        };
        let fields: Vec<_> = violations.as_slice().iter().map(|v| v.field.as_str()).collect();
        assert_eq!(fields, ["iban", "bic", "bank_name"]);
        let nothing = added(&[], &BankAccountInput::default(), 1);
        assert!(matches!(nothing, Err(BankAccountRefusal::Invalid(_))), "{nothing:?}");
        let bare = BankAccountInput { bic: Some(" ".into()), ..input(TATRA) };
        assert_eq!(added(&[], &bare, 1).expect("made")[0].account.bic, None);
    }

    #[test]
    fn there_are_only_so_many() {
        let one = added(&[], &input(TATRA), 1).expect("made");
        let many = vec![one[0].clone(); MAX_BANK_ACCOUNTS];
        assert_eq!(added(&many, &input(BRNO), 9), Err(BankAccountRefusal::TooMany));
    }
}
