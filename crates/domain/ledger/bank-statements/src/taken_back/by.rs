//! By what a movement is found that a line takes back.

use crate::{Line, identity::bank_reference, matching::written_numbers};
use money::Decimal;
use std::fmt::{self, Display, Formatter};

/// The part of what is sent back that a bank has kept at most, where only the account tells which payment it was.
const KEPT_AT_MOST: Decimal = Decimal::from_parts(2, 0, 0, false, 1);

/// By what a movement is found: with its amount, else by what names it whatever the amount is, because banks keep a fee of
/// what they send back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum By {
    Reference(Decimal, String),
    Symbol(Decimal, String),
    Account(Decimal, String),
    AnySymbol(String),
    AnyReference(String),
    /// Of nearly the amount.
    NearAccount(String),
}

impl By {
    /// Whether the amount may be another: then nothing is certain.
    pub(super) const fn is_loose(&self) -> bool {
        matches!(self, Self::AnySymbol(_) | Self::AnyReference(_) | Self::NearAccount(_))
    }
}

impl Display for By {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(amount, text) => write!(f, "reference|{amount}|{text}"),
            Self::Symbol(amount, text) => write!(f, "symbol|{amount}|{text}"),
            Self::Account(amount, text) => write!(f, "account|{amount}|{text}"),
            Self::AnySymbol(text) => write!(f, "any symbol|{text}"),
            Self::AnyReference(text) => write!(f, "any reference|{text}"),
            Self::NearAccount(text) => write!(f, "near account|{text}"),
        }
    }
}

/// By all that a movement says.
pub(crate) fn all_of(line: &Line) -> impl Iterator<Item = By> {
    let amount = line.amount.abs().normalize();
    let reference = bank_reference(line).map(|it| By::Reference(amount, it.to_owned()));
    let symbol = line.variable_symbol.clone().map(|it| By::Symbol(amount, it));
    let account = line.known_account().map(|it| By::Account(amount, it.to_owned()));
    let any = line.variable_symbol.clone().map(By::AnySymbol);
    [reference, symbol, account, any].into_iter().flatten()
}

/// By what a line finds what it takes back, the surest first. A symbol that differs says that it is another payment.
/// What came back to us is one of ours more likely.
pub(crate) fn all_by(line: &Line) -> impl Iterator<Item = By> {
    let by_account = line.amount.is_sign_negative() && line.variable_symbol.is_none();
    let wanted = may_take_back(line).then(|| all_of(line)).into_iter().flatten();
    wanted.filter(move |by| match by {
        By::Reference(..) => true,
        By::Symbol(..) => line.reversal,
        By::Account(..) => line.reversal && by_account,
        By::AnySymbol(_) | By::AnyReference(_) | By::NearAccount(_) => is_sent_back(line),
    })
}

/// By what a line that the bank sends back finds a payment, where nothing has its amount: its reference, a number that was
/// written with it, its account.
pub(super) fn named_by(line: &Line) -> impl Iterator<Item = By> {
    let reference = bank_reference(line).map(|it| By::AnyReference(it.to_owned()));
    let numbers = written_numbers(line).into_iter().map(By::AnySymbol);
    let account = line.known_account().map(|it| By::NearAccount(it.to_owned()));
    let all = reference.into_iter().chain(numbers).chain(account);
    all.filter(move |_| is_sent_back(line))
}

/// Whether the bank says that money that came goes back.
pub(crate) const fn is_sent_back(line: &Line) -> bool {
    line.reversal && line.amount.is_sign_negative()
}

/// It came before, and not from another account under the same reference. Where another amount may be meant, money came; by
/// the account alone it is less what a bank may keep.
pub(super) fn fits(line: &Line, before: &Line, by: &By) -> bool {
    let accounts = line.known_account().zip(before.known_account());
    let of_other = matches!(by, By::Reference(..) | By::AnyReference(_))
        && accounts.is_some_and(|(one, other)| one != other);
    let back = line.amount.abs();
    let amount = match by {
        By::NearAccount(_) => back <= before.amount && before.amount - back <= back * KEPT_AT_MOST,
        by => !by.is_loose() || before.amount > Decimal::ZERO,
    };
    amount && before.booked_on <= line.booked_on && !of_other
}

/// Whether a line may take a payment back: the bank says so, or money went out under a reference of the bank.
pub(crate) fn may_take_back(line: &Line) -> bool {
    let went_out = line.amount.is_sign_negative() && !line.amount.is_zero();
    line.reversal || (went_out && bank_reference(line).is_some())
}
