//! The answer of a person to a proposal.

use crate::{OpenInvoice, ProposalRecord, ProposalRow, ProposalState, Reason, Suggestion};
use invoicing::{
    AnyInvoice, PaymentId, PaymentMethod,
    paying::{
        PaymentChange, PaymentError, PaymentMoment, PaymentRefused, PaymentRequest, Settlement,
    },
    recording::InvoiceContent,
};
use money::{Currency, Decimal};
use persistence::StoreError;
use time::OffsetDateTime;

/// Why a proposal stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum ProposalRefused {
    #[error("the proposal is accepted: delete the payment of the invoice to take it back")]
    Accepted,
    #[error("the proposal is refused: record the payment of the invoice itself")]
    Refused,
    #[error("another proposal for the same movement was accepted")]
    Withdrawn,
    #[error("the bank took the movement back: there is nothing to record")]
    Returned,
    #[error("nothing is outstanding of the invoice any more: refuse the proposal")]
    NothingOutstanding,
    #[error("the payment was taken back already: refuse the proposal")]
    PaymentGone,
    #[error("the proposal takes a payment back: it is of no other invoice")]
    TakesBack,
}

/// Why an invoice cannot be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("proposal_invoice")]
pub enum InvoiceUnfit {
    #[error("must be an invoice that waits for money from a customer")]
    NotOpen,
    #[error("must be in the currency of the account, {currency}", currency = .0)]
    OtherCurrency(Currency),
}

/// Why a proposal is not answered.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    /// 409: it was answered otherwise before.
    #[error(transparent)]
    Refused(#[from] ProposalRefused),
    /// 400: another invoice is needed.
    #[error(transparent)]
    Invoice(#[from] InvoiceUnfit),
    /// The payment cannot be recorded.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an answer changes.
#[derive(Debug, Clone, PartialEq)]
pub enum ProposalChange {
    /// It was answered the same before.
    Nothing,
    /// It is accepted: its payment is recorded, or taken back.
    Accepted(Box<PaymentChange>, OffsetDateTime),
    /// It is refused.
    Refused(OffsetDateTime),
    /// It is for another invoice; another proposal for the line and that invoice is withdrawn.
    Moved(Suggestion, OffsetDateTime),
}

impl ProposalChange {
    /// Where the proposal stands after it.
    #[must_use]
    pub const fn state(&self) -> Option<ProposalState> {
        match self {
            Self::Nothing | Self::Moved(..) => None,
            Self::Accepted(..) => Some(ProposalState::Accepted),
            Self::Refused(_) => Some(ProposalState::Refused),
        }
    }
}

/// The decision to accept a proposal: its payment is recorded, under the id of its line, or taken back. Of an invoice
/// of which less is outstanding by now only that is recorded. Again it changes nothing.
///
/// # Errors
/// [`ProposalError`].
pub fn accept(
    row: &ProposalRow,
    settlement: &Settlement,
    moment: &PaymentMoment,
) -> Result<ProposalChange, ProposalError> {
    if row.proposal.state == ProposalState::Accepted {
        return Ok(ProposalChange::Nothing);
    }
    is_open(&row.proposal)?;
    let payment = match row.proposal.undoes {
        Some(payment) => undone(settlement, payment, moment)?,
        None => recorded(row, settlement, moment)?,
    };
    Ok(ProposalChange::Accepted(Box::new(payment), moment.now))
}

fn is_open(proposal: &ProposalRecord) -> Result<(), ProposalRefused> {
    match proposal.state {
        ProposalState::Open => Ok(()),
        ProposalState::Accepted => Err(ProposalRefused::Accepted),
        ProposalState::Refused => Err(ProposalRefused::Refused),
        ProposalState::Withdrawn if proposal.reason == Reason::Returned => {
            Err(ProposalRefused::Returned)
        }
        ProposalState::Withdrawn => Err(ProposalRefused::Withdrawn),
    }
}

/// The decision to have a proposal be for another invoice, of which as much would be recorded as is outstanding. It
/// is still to be accepted. Again it changes nothing.
///
/// # Errors
/// [`ProposalError`].
pub fn choose(
    row: &ProposalRow,
    invoice: &AnyInvoice,
    now: OffsetDateTime,
) -> Result<ProposalChange, ProposalError> {
    is_open(&row.proposal)?;
    if row.proposal.undoes.is_some() {
        return Err(ProposalRefused::TakesBack.into());
    }
    if row.proposal.invoice == invoice.id {
        return Ok(ProposalChange::Nothing);
    }
    if invoice.document.header().currency != row.currency {
        return Err(InvoiceUnfit::OtherCurrency(row.currency).into());
    }
    let open = OpenInvoice::of(invoice).ok_or(InvoiceUnfit::NotOpen)?;
    let amount = row.line.amount.min(open.outstanding);
    let (invoice, number) = (open.id, open.number);
    Ok(ProposalChange::Moved(Suggestion { invoice, number, amount, undoes: None }, now))
}

fn recorded(
    row: &ProposalRow,
    settlement: &Settlement,
    moment: &PaymentMoment,
) -> Result<PaymentChange, ProposalError> {
    settlement.takes_payments().map_err(PaymentError::from)?;
    let amount = row.proposal.amount.min(settlement.invoice.outstanding());
    if amount <= Decimal::ZERO {
        return Err(ProposalRefused::NothingOutstanding.into());
    }
    let (date, method) = (Some(row.line.booked_on), PaymentMethod::BankTransfer);
    let moment = PaymentMoment { id: row.proposal.line.payment(), ..moment.clone() };
    Ok(settlement.record(PaymentRequest { amount, date, method }, &moment)?)
}

fn undone(
    settlement: &Settlement,
    payment: PaymentId,
    moment: &PaymentMoment,
) -> Result<PaymentChange, ProposalError> {
    settlement.take_back(payment, moment).map_err(|error| match error {
        PaymentError::Refused(PaymentRefused::NoSuchPayment) => ProposalRefused::PaymentGone.into(),
        other => other.into(),
    })
}

/// The decision to refuse a proposal. Again it changes nothing.
///
/// # Errors
/// [`ProposalRefused`].
pub const fn refuse(
    row: &ProposalRow,
    now: OffsetDateTime,
) -> Result<ProposalChange, ProposalRefused> {
    match row.proposal.state {
        ProposalState::Accepted => Err(ProposalRefused::Accepted),
        ProposalState::Withdrawn | ProposalState::Refused => Ok(ProposalChange::Nothing),
        ProposalState::Open => Ok(ProposalChange::Refused(now)),
    }
}
