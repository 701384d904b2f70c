//! Revisions: a recorded document is sent again under its number with another content.

use crate::{Invoice, InvoiceType, corrections::StandingNote, recording::RecordedDocument};
use money::{CurrencyCode, Decimal};
use time::Date;

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
    /// Its notes would be dated before it, as an edit of an invoice checks too.
    #[error("{number} must not be dated after {note}, which corrects it ({day})")]
    Day { number: String, note: String, day: Date },
}

impl Invoice<RecordedDocument> {
    /// Checks whether another document under its number may replace it. `notes` are those to it that are in force.
    ///
    /// # Errors
    /// [`RevisionRefused`].
    pub fn check_revision(
        &self,
        after: &Self,
        notes: &[StandingNote],
    ) -> Result<(), RevisionRefused> {
        if self.payments.is_empty() && notes.is_empty() {
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
        let balance = after.balance();
        let settled = [(balance.total + balance.rounding, paid), (balance.total, balance.credited)];
        if let Some((_, settled)) = settled.into_iter().find(|(whole, part)| whole < part) {
            let (number, currency) = (number(), is.currency);
            return Err(RevisionRefused::Settled { number, settled, currency });
        }
        let earlier = notes.iter().find(|note| note.issue_date < is.issue_date);
        match earlier.filter(|_| was.issue_date != is.issue_date) {
            Some(StandingNote { number: note, issue_date: day, .. }) => {
                let (number, note) = (number(), note.clone());
                Err(RevisionRefused::Day { number, note, day: *day })
            }
            None => Ok(()),
        }
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
            original: None,
            internal_note: None,
            contract_id: None,
            project_id: None,
        };
        let (id, owner) = (InvoiceId(Uuid::from_u128(1)), OrganizationId(Uuid::from_u128(2)));
        Invoice::record(id, owner, document, datetime!(2026-11-22 10:00 UTC))
    }

    /// The record, with a payment of 60.00, and with 20.00 credited on the day after.
    fn hung_on() -> [(Invoice<RecordedDocument>, Vec<StandingNote>); 3] {
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
        let note = StandingNote {
            id: InvoiceId(Uuid::from_u128(4)),
            invoice_type: InvoiceType::CreditNote,
            number: "DB-1".into(),
            issue_date: date!(2026 - 11 - 23),
            taxed: Vec::new(),
        };
        [(first(), Vec::new()), (paid, Vec::new()), (credited, vec![note])]
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
            for ((before, notes), says) in hung_on().into_iter().zip(refused) {
                let document = record(total, currency, kind).document;
                let after = before.revised(document).unwrap_or_else(|| before.clone());
                let found = before.check_revision(&after, &notes);
                let said = found.as_ref().err().map(ToString::to_string).unwrap_or_default();
                assert!(
                    said.contains(says) && said.is_empty() == says.is_empty(),
                    "{total}: {said}"
                );
            }
        }
    }

    /// Its new day is not after the day of a note, as that of an edited invoice is not.
    #[test]
    fn a_note_is_not_dated_before_what_it_corrects() {
        for (day, refused) in [
            (date!(2026 - 11 - 20), false),
            (date!(2026 - 11 - 23), false),
            (date!(2026 - 11 - 24), true),
        ] {
            for (before, notes) in hung_on() {
                let mut document = before.document.clone();
                document.issue_date = day;
                let after = before.revised(document).expect("another day");
                let found = before.check_revision(&after, &notes);
                let expected = refused && !notes.is_empty();
                let is_day = matches!(found, Err(RevisionRefused::Day { .. }));
                assert!(is_day == expected && found.is_err() == expected, "{day}: {found:?}");
            }
        }
    }

    /// Credited amounts are compared with the total, paid amounts with the amount due.
    #[test]
    fn rounding_is_paid_and_not_credited() {
        let [_, (paid, _), (credited, notes)] = hung_on();
        let of = |total, rounding| RecordedDocument {
            rounding,
            ..record(total, "EUR", InvoiceType::Invoice).document
        };
        for (total, rounding, paid_is_right, credited_is_right) in [
            (dec!(59.98), dec!(0.02), true, true),
            (dec!(60.02), dec!(-0.03), false, true),
            (dec!(20.00), dec!(-0.03), false, true),
            (dec!(19.99), dec!(0.02), false, false),
        ] {
            for (before, notes, right) in
                [(&paid, &[][..], paid_is_right), (&credited, &*notes, credited_is_right)]
            {
                let after = before.revised(of(total, rounding)).expect("another total");
                let found = before.check_revision(&after, notes);
                assert_eq!(found.is_ok(), right, "{total} {rounding}: {found:?}");
            }
        }
    }
}
