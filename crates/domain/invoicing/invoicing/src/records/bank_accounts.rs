//! The accounts of an organization: none twice, and of each currency one default at most.

use crate::{
    BankAccount, BankAccountId, Violations,
    checks::text::{Shape, text},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use money::Currency;
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

/// Accounts in use at most: each invoice that is issued chooses among them.
pub const MAX_BANK_ACCOUNTS: usize = 20;

/// Longest name of a bank, in characters.
const MAX_BANK_NAME: usize = 100;

/// An account that the organization keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccountRecord {
    /// The account.
    pub account: BankAccount,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// Since when it is not for new invoices.
    pub retired_at: Option<OffsetDateTime>,
}

persistence::listed!(BankAccountRecord: created_at, account.id);

/// An account as a caller describes it. In a change, what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BankAccountInput {
    pub iban: Option<String>,
    pub bic: Option<String>,
    pub bank_name: Option<String>,
    /// The firm's own unless it says otherwise. An account keeps its currency.
    pub currency: Option<Currency>,
    pub is_default: Option<bool>,
}

/// The filter of a list of bank accounts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BankAccountFilter {
    pub currency: Option<Currency>,
    /// Those that were retired, instead of those in use.
    pub retired: bool,
}

/// Why the accounts stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BankAccountRefusal {
    /// Something is wrong with what was asked for.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// Not among those in use.
    #[error("no such account is in use")]
    NotInUse,
    /// The same account twice.
    #[error("the account {0} is this one already, in {1}")]
    Taken(BankAccountId, Currency),
    /// More than an organization may have.
    #[error("an organization has at most {MAX_BANK_ACCOUNTS} accounts in use; retire one first")]
    TooMany,
}

/// Makes an account of an organization with these accounts in use. The first of its currency is the
/// default unless the caller says otherwise; another default of the currency is none any more.
///
/// # Errors
/// See [`BankAccountRefusal`]; `found` is what reading the input has found wrong already.
pub fn add_bank_account(
    in_use: &[BankAccountRecord],
    input: &BankAccountInput,
    mut found: Violations,
    home: Currency,
    (id, now): (BankAccountId, OffsetDateTime),
) -> Result<Vec<BankAccountRecord>, BankAccountRefusal> {
    if input.iban.is_none() {
        found.add("iban", "is required");
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

/// Changes an account. Invoices that were issued keep what they say.
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

/// Takes an account out of use: it stays on the invoices that have it.
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

/// The account with what the input names.
fn described(
    mut account: BankAccount,
    input: &BankAccountInput,
    mut found: Violations,
) -> Result<BankAccount, Violations> {
    if let Some(iban) = &input.iban {
        let iban = party_identifiers::iban(iban).map_err(|message| found.add("iban", message));
        account.iban = iban.unwrap_or_default();
    }
    if let Some(bic) = &input.bic {
        let given = Some(bic).filter(|bic| !bic.trim().is_empty());
        let bic = given.map(|bic| party_identifiers::bic(bic)).transpose();
        account.bic = bic.map_err(|message| found.add("bic", message)).unwrap_or_default();
    }
    if let Some(name) = &input.bank_name {
        account.bank_name = text("bank_name", name, 0, MAX_BANK_NAME, Shape::Line, &mut found);
    }
    account.is_default = input.is_default.unwrap_or(account.is_default);
    found.into_result().map(|()| account)
}

/// The accounts after one of them was made or changed: it is there once, and if it is the default it
/// is the only one of its currency.
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
    /// Where bank accounts are kept.
    pub trait BankAccountStore: Send + Sync {
        /// Those in use, in the order of their making.
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

        /// Makes the accounts in use what was decided, with the answer under the lease, in one
        /// transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when they are not what the decision rests on any more,
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
