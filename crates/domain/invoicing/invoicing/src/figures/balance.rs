use crate::{AnyInvoice, Invoice, recording::InvoiceContent};
use money::Decimal;

/// The total of an invoice, and how much of it is paid and credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// With VAT (BT-112).
    pub total: Decimal,
    /// The rounding amount (BT-114), which is paid and not credited.
    pub rounding: Decimal,
    /// See [`Invoice::paid_amount`].
    pub paid: Decimal,
    /// See [`Invoice::credited_amount`].
    pub credited: Decimal,
    /// See [`Invoice::refunded_amount`].
    pub refunded: Decimal,
}

impl Balance {
    /// The balance of an unknown invoice: notes may take back any amount, and nothing is outstanding.
    pub const PAID: Self = Self {
        total: money::MAX_AMOUNT,
        rounding: Decimal::ZERO,
        paid: money::MAX_AMOUNT,
        credited: Decimal::ZERO,
        refunded: Decimal::ZERO,
    };

    /// The balance without one of the notes to it.
    pub(crate) fn without(&self, note: &AnyInvoice) -> Self {
        let (credited, refunded) = (self.credited - note.credits(), self.refunded - note.refunds());
        Self { credited, refunded, ..*self }
    }

    /// The whole amount to pay, with rounding. Once the total is credited, the rounding is not due either.
    pub(crate) fn payable(&self) -> Decimal {
        let rounded = self.total + self.rounding;
        match self.total > Decimal::ZERO && self.creditable() <= Decimal::ZERO {
            true => self.paid.min(rounded).max(self.total),
            false => rounded,
        }
    }

    /// See [`Invoice::outstanding`].
    #[must_use]
    pub fn outstanding(&self) -> Decimal {
        self.payable() - self.paid - self.credit_taken_off()
    }

    /// See [`Invoice::credit_taken_off`].
    pub(crate) fn credit_taken_off(&self) -> Decimal {
        let open = (self.payable() - self.paid).max(Decimal::ZERO);
        (self.credited - self.refunded).min(open)
    }

    /// See [`Invoice::creditable`].
    #[must_use]
    pub fn creditable(&self) -> Decimal {
        self.total - self.credited
    }

    /// The part of a credit note over so much that is set against it: it lowers what is outstanding, and only the rest
    /// of the note is to be refunded.
    pub(crate) fn taken_up(&self, note: Decimal) -> Decimal {
        let after = Self { credited: self.credited + note, ..*self };
        (after.credit_taken_off() - self.credit_taken_off()).max(Decimal::ZERO)
    }
}

impl<C: InvoiceContent> Invoice<C> {
    /// The total, and how much of it is paid and credited.
    #[must_use]
    pub fn balance(&self) -> Balance {
        let header = self.document.header();
        Balance {
            total: header.totals.total,
            rounding: header.rounding,
            paid: self.paid_amount,
            credited: self.credited_amount,
            refunded: self.refunded_amount,
        }
    }
}
