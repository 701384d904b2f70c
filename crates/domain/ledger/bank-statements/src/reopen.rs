//! A payment is taken back: the line that it was made of waits for an answer again.

use crate::{LineRecord, ProposalId, ProposalRecord, ProposalState, Reason};
use invoicing::{
    Payment, PaymentId,
    paying::{PaymentChange, PaymentError, PaymentMoment, Settlement},
    recording::InvoiceContent,
};
use time::OffsetDateTime;

/// A line that paid an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidLine {
    pub line: LineRecord,
    /// All that were made for it; none when it was certain.
    pub proposals: Vec<ProposalRecord>,
}

/// What becomes of a line whose payment is taken back: it is proposed from now on.
#[derive(Debug, Clone, PartialEq)]
pub struct Reopened {
    /// Why the line is what it is.
    pub reason: Reason,
    /// Those that are open now, and were not before.
    pub proposals: Vec<ProposalRecord>,
}

/// What becomes of a payment that is taken back: to be kept in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenBack {
    pub payment: PaymentChange,
    /// Of the line that it was made of; `None` for a payment that was recorded by hand.
    pub reopened: Option<Reopened>,
}

/// The decision to take a payment back. `paid` is the line that it was made of: the proposal that was accepted is open
/// again, and those that were withdrawn for it; a line that was certain gets a proposal to pay the same invoice, which
/// is the `new` one.
///
/// # Errors
/// [`PaymentError`], when the payment cannot be taken back.
pub fn take_back(
    id: PaymentId,
    (paid, settlement): (Option<&PaidLine>, &Settlement),
    new: ProposalId,
    moment: &PaymentMoment,
) -> Result<TakenBack, PaymentError> {
    let payment = settlement.take_back(id, moment)?;
    let reopened = paid.map(|paid| paid.reopen(settlement, &payment.payment, (new, moment.now)));
    Ok(TakenBack { payment, reopened })
}

impl PaidLine {
    fn reopen(
        &self,
        settlement: &Settlement,
        payment: &Payment,
        new: (ProposalId, OffsetDateTime),
    ) -> Reopened {
        let undone = [ProposalState::Accepted, ProposalState::Withdrawn];
        let again = self.proposals.iter().filter(|proposal| undone.contains(&proposal.state));
        let open = |proposal: &ProposalRecord| ProposalRecord {
            state: ProposalState::Open,
            decided_at: None,
            ..proposal.clone()
        };
        let proposals: Vec<_> = again.map(open).collect();
        if proposals.is_empty() {
            let same = self.proposed(settlement, payment, new);
            return Reopened { reason: Reason::PaymentTakenBack, proposals: vec![same] };
        }
        Reopened { reason: self.line.reason, proposals }
    }

    fn proposed(
        &self,
        settlement: &Settlement,
        payment: &Payment,
        (id, now): (ProposalId, OffsetDateTime),
    ) -> ProposalRecord {
        let invoice = &settlement.invoice;
        ProposalRecord {
            id,
            statement: self.line.statement,
            line: self.line.id,
            invoice: invoice.id,
            invoice_number: invoice.document.header().number.to_owned(),
            amount: payment.amount,
            undoes: None,
            reason: Reason::PaymentTakenBack,
            state: ProposalState::Open,
            created_at: now,
            decided_at: None,
        }
    }
}
