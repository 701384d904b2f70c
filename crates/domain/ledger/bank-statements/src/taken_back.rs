//! What the bank takes back: a movement that undoes an earlier one which a payment was recorded for. It is proposed
//! as the undoing of that payment, and never done by itself.

use crate::{Line, Reason, Suggestion, identity::bank_reference, matching::MAX_SUGGESTIONS};
use invoicing::{InvoiceId, PaymentId};
use money::Decimal;

/// A payment that a line became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidBefore {
    pub payment: PaymentId,
    pub invoice: InvoiceId,
    pub number: String,
    /// Of the payment; of the line more may have come.
    pub amount: Decimal,
    pub line: Line,
}

/// Whether a line may take a payment back: the bank says so, or money went out under a reference of the bank.
pub(crate) fn may_take_back(line: &Line) -> bool {
    let went_out = line.amount.is_sign_negative() && !line.amount.is_zero();
    line.reversal || (went_out && bank_reference(line).is_some())
}

/// The payments that the line may take back, the newest first: those under its reference, else, where the bank says
/// that it takes something back, those with its symbol, else those of its account. The amount is that of the line.
pub(crate) fn taken_back(line: &Line, paid: &[PaidBefore]) -> Option<(Vec<Suggestion>, Reason)> {
    if !may_take_back(line) {
        return None;
    }
    let same_amount = |before: &&PaidBefore| {
        before.line.amount == line.amount.abs() && before.line.booked_on <= line.booked_on
    };
    let fitting: Vec<_> = paid.iter().filter(same_amount).collect();
    let all = |fits: fn(&Line, &Line) -> bool| -> Vec<_> {
        fitting.iter().filter(|before| fits(line, &before.line)).copied().collect()
    };
    let mut found = all(same_reference);
    for fits in [same_symbol as fn(&Line, &Line) -> bool, same_account] {
        if line.reversal && found.is_empty() {
            found = all(fits);
        }
    }
    found.sort_by_key(|before| std::cmp::Reverse((before.line.booked_on, before.payment)));
    let suggestions: Vec<_> = found.into_iter().take(MAX_SUGGESTIONS).map(suggest).collect();
    (!suggestions.is_empty()).then_some((suggestions, Reason::TakesPaymentBack))
}

fn suggest(before: &PaidBefore) -> Suggestion {
    Suggestion {
        invoice: before.invoice,
        number: before.number.clone(),
        amount: before.amount,
        undoes: Some(before.payment),
    }
}

fn same_reference(line: &Line, before: &Line) -> bool {
    let accounts = line.counterparty_account.as_ref().zip(before.counterparty_account.as_ref());
    let reference = bank_reference(line);
    reference.is_some()
        && reference == bank_reference(before)
        && accounts.is_none_or(|(one, other)| one == other)
}

fn same_symbol(line: &Line, before: &Line) -> bool {
    line.variable_symbol.is_some() && line.variable_symbol == before.variable_symbol
}

/// A symbol that differs says that it is another payment. What came back to us is one of ours more likely.
fn same_account(line: &Line, before: &Line) -> bool {
    line.amount.is_sign_negative()
        && line.variable_symbol.is_none()
        && line.counterparty_account.is_some()
        && line.counterparty_account == before.counterparty_account
}

#[cfg(test)]
mod tests;
