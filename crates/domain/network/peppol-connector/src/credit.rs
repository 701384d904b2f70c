//! Credit: reserved when a send is queued, charged when the network takes it, given back when it
//! never does. Pure arithmetic; the store commits an entry together with what caused it.

use crate::identifiers::{LedgerLineId, Network, SubmissionId};
use serde::{Deserialize, Serialize};

/// An amount of credit, in whole sends' worth; never negative.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Credits(pub u64);

/// What a live send costs.
pub const SEND_PRICE: Credits = Credits(1);

/// What a seat costs a month that a plan does not include. Ours.
pub const SEAT_PRICE: Credits = Credits(20);

/// What stands on an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Balance {
    /// Free to be reserved.
    pub available: Credits,
    /// Set aside for sends that are under way.
    pub reserved: Credits,
}

/// What happens to the credit of one send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreditMove {
    /// Credit is reserved.
    Reserve,
    /// The reservation is charged.
    Capture,
    /// The reservation is given back.
    Release,
}

/// What the entries under one key amount to: at most one reservation and one end of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// No entry.
    #[default]
    None,
    /// This many credits are reserved.
    Reserved(Credits),
    /// The reservation was charged.
    Captured(Credits),
    /// The reservation was given back.
    Released(Credits),
}

/// A line of the ledger. Its key is the submission with the move: a store keeps that unique, and
/// so a move that is made twice is kept once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CreditEntry {
    /// The submission that it is for.
    pub submission: SubmissionId,
    /// Whether credit was reserved, captured or released.
    pub kind: CreditMove,
    /// The number of credits.
    pub amount: Credits,
}

/// What a line of the ledger tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LedgerKind {
    /// Credit was bought.
    TopUp,
    /// A seat was paid for.
    Seat,
    /// What happened to the credit of a send.
    Send(CreditMove),
}

impl LedgerKind {
    /// All values.
    pub const ALL: [LedgerKind; 5] = [
        LedgerKind::TopUp,
        LedgerKind::Seat,
        LedgerKind::Send(CreditMove::Reserve),
        LedgerKind::Send(CreditMove::Capture),
        LedgerKind::Send(CreditMove::Release),
    ];

    /// Its name, in the store and in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LedgerKind::TopUp => "top_up",
            LedgerKind::Seat => "seat",
            LedgerKind::Send(CreditMove::Reserve) => "reserve",
            LedgerKind::Send(CreditMove::Capture) => "capture",
            LedgerKind::Send(CreditMove::Release) => "release",
        }
    }
}

/// A line of the ledger as it is kept and shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerLine {
    /// The id of the line.
    pub id: LedgerLineId,
    /// The time of the line.
    pub at: time::OffsetDateTime,
    /// The kind of the ledger line.
    pub kind: LedgerKind,
    /// The number of credits.
    pub amount: Credits,
    /// Of which send; none of a purchase or a seat.
    pub submission: Option<SubmissionId>,
    /// Under which key the credit was bought, or the seat was paid for.
    pub key: Option<String>,
}

persistence::listed!(LedgerLine: at, id);

/// What a move comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posting {
    /// This entry is to be kept with this balance and hold.
    Post {
        /// The new line.
        entry: CreditEntry,
        /// What then stands on the account.
        balance: Balance,
        /// What the key then amounts to.
        hold: Hold,
    },
    /// It was done before: nothing to keep.
    Done,
    /// Nothing was ever reserved under this key (a test send): nothing to keep.
    Free,
}

/// Why a move cannot be made. Nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreditError {
    /// Not enough to reserve (402 `INSUFFICIENT_CREDIT`, or the reason `credit`).
    #[error("not enough Peppol credit: {needed} needed, {available} available", needed = needed.0, available = available.0)]
    Insufficient {
        /// The price.
        needed: Credits,
        /// What there is.
        available: Credits,
    },
    /// A charge after the credit was given back, or the other way round.
    #[error("the credit of this send is settled already: {0:?}")]
    Settled(Hold),
    /// The ledger contradicts itself: less is set aside than this key holds.
    #[error("the ledger holds less than this reservation")]
    Inconsistent,
}

/// What a send costs on this network: the test tier never pays (send rule 6).
#[must_use]
pub const fn price(network: Network) -> Credits {
    match network {
        Network::Test => Credits(0),
        Network::Live => SEND_PRICE,
    }
}

/// Charges what nobody takes back, at once.
///
/// # Errors
/// [`CreditError::Insufficient`].
pub fn spend_credit(balance: Balance, amount: Credits) -> Result<Balance, CreditError> {
    let short = CreditError::Insufficient { needed: amount, available: balance.available };
    let available = balance.available.0.checked_sub(amount.0).ok_or(short)?;
    Ok(Balance { available: Credits(available), ..balance })
}

/// Sets credit aside for a send, once.
///
/// # Errors
/// [`CreditError::Insufficient`].
pub fn reserve_credit(
    balance: Balance,
    hold: Hold,
    submission: SubmissionId,
    amount: Credits,
) -> Result<Posting, CreditError> {
    if hold != Hold::None {
        return Ok(Posting::Done);
    }
    if amount == Credits(0) {
        return Ok(Posting::Free);
    }
    let Balance { available, reserved } = spend_credit(balance, amount)?;
    let reserved = reserved.0.checked_add(amount.0).ok_or(CreditError::Inconsistent)?;
    Ok(Posting::Post {
        entry: CreditEntry { submission, kind: CreditMove::Reserve, amount },
        balance: Balance { available, reserved: Credits(reserved) },
        hold: Hold::Reserved(amount),
    })
}

/// Charges what is set aside for a send, once.
///
/// # Errors
/// [`CreditError::Settled`] when it was given back.
pub fn capture_credit(
    balance: Balance,
    hold: Hold,
    submission: SubmissionId,
) -> Result<Posting, CreditError> {
    end_hold(balance, hold, submission, End::Charged)
}

/// Gives back what is set aside for a send, once.
///
/// # Errors
/// [`CreditError::Settled`] when it was charged.
pub fn release_credit(
    balance: Balance,
    hold: Hold,
    submission: SubmissionId,
) -> Result<Posting, CreditError> {
    end_hold(balance, hold, submission, End::GivenBack)
}

/// How a reservation ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Charged,
    GivenBack,
}

/// Ends a reservation.
fn end_hold(
    balance: Balance,
    hold: Hold,
    submission: SubmissionId,
    end: End,
) -> Result<Posting, CreditError> {
    let amount = match (hold, end) {
        (Hold::None, _) => return Ok(Posting::Free),
        (Hold::Captured(_), End::Charged) | (Hold::Released(_), End::GivenBack) => {
            return Ok(Posting::Done);
        }
        (Hold::Captured(_) | Hold::Released(_), _) => return Err(CreditError::Settled(hold)),
        (Hold::Reserved(amount), _) => amount,
    };
    let (kind, given_back, hold) = match end {
        End::Charged => (CreditMove::Capture, Credits(0), Hold::Captured(amount)),
        End::GivenBack => (CreditMove::Release, amount, Hold::Released(amount)),
    };
    let reserved = balance.reserved.0.checked_sub(amount.0).ok_or(CreditError::Inconsistent)?;
    let available = balance.available.0.checked_add(given_back.0);
    let available = available.ok_or(CreditError::Inconsistent)?;
    Ok(Posting::Post {
        entry: CreditEntry { submission, kind, amount },
        balance: Balance { available: Credits(available), reserved: Credits(reserved) },
        hold,
    })
}
