//! Credit: reserved when a send is queued, captured when the network takes the document, released when it never does.
//! Pure arithmetic; the store commits an entry together with its cause.

use crate::identifiers::{LedgerLineId, Network, SubmissionId};
use serde::{Deserialize, Serialize};

/// An amount of credit, in sends; never negative.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Credits(pub u64);

/// The price of a live send.
pub const SEND_PRICE: Credits = Credits(1);

/// The monthly price of a seat that the plan does not include. Our own choice.
pub const SEAT_PRICE: Credits = Credits(20);

/// The balance of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Balance {
    /// Available for new reservations.
    pub available: Credits,
    /// Reserved for sends in progress.
    pub reserved: Credits,
}

/// A change of the credit of one send.
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

/// The state of a send's reservation, from its ledger entries: at most one reservation and one end of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// No reservation was made.
    #[default]
    None,
    /// This many credits are reserved.
    Reserved(Credits),
    /// The reservation was charged.
    Captured(Credits),
    /// The reservation was given back.
    Released(Credits),
}

/// A line of the ledger. Its key is the submission together with the kind of move, which the store keeps unique, so a
/// repeated move is stored once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CreditEntry {
    /// The submission that it is for.
    pub submission: SubmissionId,
    /// Whether credit was reserved, captured or released.
    pub kind: CreditMove,
    /// The number of credits.
    pub amount: Credits,
}

/// The kind of a ledger line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LedgerKind {
    /// Credit was bought.
    TopUp,
    /// A seat was paid for.
    Seat,
    /// The credit of a send was reserved, captured or released.
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

    /// Its name in the store and in answers.
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

/// A stored line of the ledger.
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
    /// The send; `None` for a purchase or a seat.
    pub submission: Option<SubmissionId>,
    /// The key of the purchase or of the seat; `None` for a send.
    pub key: Option<String>,
}

persistence::listed!(LedgerLine: at, id);

/// The result of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posting {
    /// A new entry is to be stored, with this balance and hold.
    Post {
        /// The new line.
        entry: CreditEntry,
        /// The balance after the entry.
        balance: Balance,
        /// The hold after the entry.
        hold: Hold,
    },
    /// The move was made before, so there is nothing to store.
    Done,
    /// Nothing was reserved under this key, as for a test send, so there is nothing to store.
    Free,
}

/// Why a move cannot be made. Nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreditError {
    /// The available credit is too low (402 `INSUFFICIENT_CREDIT`, or the reason `credit`).
    #[error("not enough Peppol credit: {needed} needed, {available} available", needed = needed.0, available = available.0)]
    Insufficient {
        /// The price.
        needed: Credits,
        /// The available credit.
        available: Credits,
    },
    /// The reservation has ended already: a capture after a release, or the reverse.
    #[error("the credit of this send is settled already: {0:?}")]
    Settled(Hold),
    /// The ledger is inconsistent: less is reserved than this key holds.
    #[error("the ledger holds less than this reservation")]
    Inconsistent,
}

/// The price of a send in this network: the test network is free (send rule 6).
#[must_use]
pub const fn price(network: Network) -> Credits {
    match network {
        Network::Test => Credits(0),
        Network::Live => SEND_PRICE,
    }
}

/// Charges an amount at once, without a reservation.
///
/// # Errors
/// [`CreditError::Insufficient`].
pub fn spend_credit(balance: Balance, amount: Credits) -> Result<Balance, CreditError> {
    let short = CreditError::Insufficient { needed: amount, available: balance.available };
    let available = balance.available.0.checked_sub(amount.0).ok_or(short)?;
    Ok(Balance { available: Credits(available), ..balance })
}

/// Reserves credit for a send, once.
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

/// Charges the credit that is reserved for a send, once.
///
/// # Errors
/// [`CreditError::Settled`] when it was released before.
pub fn capture_credit(
    balance: Balance,
    hold: Hold,
    submission: SubmissionId,
) -> Result<Posting, CreditError> {
    end_hold(balance, hold, submission, End::Charged)
}

/// Releases the credit that is reserved for a send, once.
///
/// # Errors
/// [`CreditError::Settled`] when it was charged before.
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
