//! Revisions: a recorded document is sent again under its number with another content.

use crate::{
    Invoice, InvoiceType,
    recording::{InvoiceContent, RecordedDocument},
};
use money::{CurrencyCode, Decimal};

/// Why another document under the number of a recorded one is not recorded: it would contradict the payments and notes
/// of that one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum RevisionRefused {
    /// Payments, set-offs and notes are in the former currency.
    #[error(
        "{number} is recorded in {was} with payments or notes: a document in {is} cannot take its place"
    )]
    Currency { number: String, was: CurrencyCode, is: CurrencyCode },
    /// The direction of the payments would be reversed.
    #[error(
        "{number} is recorded as {was} with payments or notes: a document of type {is} cannot take its place",
        was = .was.name(), is = .is.name()
    )]
    Type { number: String, was: InvoiceType, is: InvoiceType },
    /// The total would be less than the paid or credited amount, as an edit of an invoice checks too.
    #[error("{number} comes to less than what is paid or credited of it, {settled} {currency}")]
    Settled { number: String, settled: Decimal, currency: CurrencyCode },
}

impl Invoice<RecordedDocument> {
    /// Checks whether another document under its number may replace it. `is_noted`: a credit or debit note to it is in
    /// force.
    ///
    /// # Errors
    /// [`RevisionRefused`].
    pub fn check_revision(&self, after: &Self, is_noted: bool) -> Result<(), RevisionRefused> {
        if self.payments.is_empty() && !is_noted {
            return Ok(());
        }
        let (was, is) = (&self.document, &after.document);
        let number = || was.number.clone();
        if was.currency != is.currency {
            let (was, is) = (was.currency, is.currency);
            return Err(RevisionRefused::Currency { number: number(), was, is });
        }
        if (was.invoice_type, was.self_billed) != (is.invoice_type, is.self_billed) {
            let (was, is) = (was.invoice_type, is.invoice_type);
            return Err(RevisionRefused::Type { number: number(), was, is });
        }
        let paid = if self.payments.is_empty() { Decimal::ZERO } else { after.paid_amount };
        let settled = paid.max(after.credited_amount);
        if after.payable() < settled {
            let currency = after.document.header().currency;
            return Err(RevisionRefused::Settled { number: number(), settled, currency });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContactId, InvoiceId, Payment, PaymentId, Totals};
    use access::OrganizationId;
    use rust_decimal::dec;
    use time::macros::{date, datetime};
    use uuid::Uuid;

    fn record(total: Decimal, currency: &str, kind: InvoiceType) -> Invoice<RecordedDocument> {
        let document = RecordedDocument {
            invoice_type: kind,
            type_code: None,
            self_billed: false,
            number: "EXT-1".into(),
            variable_symbol: None,
            issue_date: date!(2026 - 11 - 22),
            due_date: None,
            customer_id: ContactId(Uuid::from_u128(7)),
            seller: "Dodávateľ".into(),
            buyer: "Odberateľ".into(),
            totals: Totals { subtotal: total, vat_total: Decimal::ZERO, total },
            prepaid: Decimal::ZERO,
            rounding: Decimal::ZERO,
            currency: currency.parse().expect("a code"),
            internal_note: None,
            contract_id: None,
        };
        let (id, owner) = (InvoiceId(Uuid::from_u128(1)), OrganizationId(Uuid::from_u128(2)));
        Invoice::record(id, owner, document, datetime!(2026-11-22 10:00 UTC))
    }

    /// The record with a payment of 60.00, and with 20.00 credited.
    fn hung_on() -> [(Invoice<RecordedDocument>, bool); 3] {
        let first = || record(dec!(100), "EUR", InvoiceType::Invoice);
        let payment = Payment {
            id: PaymentId(Uuid::from_u128(3)),
            amount: dec!(60),
            date: date!(2026 - 11 - 22),
            method: "cash".into(),
            offset_id: None,
        };
        let paid = Invoice { paid_amount: dec!(60), payments: vec![payment], ..first() };
        let credited = Invoice { credited_amount: dec!(20), ..first() };
        [(first(), false), (paid, false), (credited, true)]
    }

    #[test]
    fn what_hangs_on_a_record_keeps_its_meaning() {
        use InvoiceType::{CreditNote, Invoice as Plain};
        for (total, currency, kind, refused) in [
            (dec!(100), "EUR", Plain, ["", "", ""]),
            (dec!(60), "EUR", Plain, ["", "", ""]),
            (dec!(120), "EUR", Plain, ["", "", ""]),
            (dec!(59.99), "EUR", Plain, ["", "than what is paid or credited of it, 60", ""]),
            (
                dec!(19.99),
                "EUR",
                Plain,
                ["", "than what is paid or credited", "than what is paid or credited of it, 20"],
            ),
            (dec!(100), "CZK", Plain, ["", "recorded in EUR", "recorded in EUR"]),
            (dec!(100), "EUR", CreditNote, ["", "recorded as invoice", "recorded as invoice"]),
        ] {
            for ((before, is_noted), says) in hung_on().into_iter().zip(refused) {
                let document = record(total, currency, kind).document;
                let after = before.revised(document).unwrap_or_else(|| before.clone());
                let found = before.check_revision(&after, is_noted);
                let said = found.as_ref().err().map(ToString::to_string).unwrap_or_default();
                assert!(
                    said.contains(says) && said.is_empty() == says.is_empty(),
                    "{total}: {said}"
                );
            }
        }
    }
}
