//! A line whose payment is taken back waits for an answer again.

use crate::{LineRecord, ProposalId, ProposalRecord, ProposalState, Reason};
use invoicing::{
    Payment,
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

/// What becomes of a line and its payment: to be kept in one transaction. The line is proposed from now on.
#[derive(Debug, Clone, PartialEq)]
pub struct Reopened {
    pub payment: PaymentChange,
    /// Why the line is what it is.
    pub reason: Reason,
    /// Those that are open now, and were not before.
    pub proposals: Vec<ProposalRecord>,
}

impl PaidLine {
    /// The decision to take its payment back. The proposal that was accepted is open again, and those that were
    /// withdrawn for it; a line that was certain gets a proposal, under the given id, to pay the same invoice.
    ///
    /// # Errors
    /// [`PaymentError`], when the payment cannot be taken back.
    pub fn reopen(
        &self,
        settlement: &Settlement,
        new: ProposalId,
        moment: &PaymentMoment,
    ) -> Result<Reopened, PaymentError> {
        let payment = settlement.take_back(self.line.id.payment(), moment)?;
        let undone = [ProposalState::Accepted, ProposalState::Withdrawn];
        let again = self.proposals.iter().filter(|proposal| undone.contains(&proposal.state));
        let open = |proposal: &ProposalRecord| ProposalRecord {
            state: ProposalState::Open,
            decided_at: None,
            ..proposal.clone()
        };
        let again: Vec<_> = again.map(open).collect();
        let (reason, proposals) = match again.is_empty() {
            true => {
                let same = self.proposed(settlement, &payment.payment, new, moment.now);
                (Reason::PaymentTakenBack, vec![same])
            }
            false => (self.line.reason, again),
        };
        Ok(Reopened { payment, reason, proposals })
    }

    fn proposed(
        &self,
        settlement: &Settlement,
        payment: &Payment,
        id: ProposalId,
        now: OffsetDateTime,
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
