use expenses::ExpenseId;
use invoicing::{
    InvoiceId, Violations,
    checks::{TextShape, check_text},
};
use money::ParseError;
use money::{AMOUNT_DECIMALS, Decimal};
use refusals::FieldFault;
use time::Date;

/// The maximum length of a reference, in characters.
pub const MAX_REFERENCE: usize = 100;

/// The maximum length of a note, in characters.
pub const MAX_NOTE: usize = 500;

/// The body of a request for a set-off. All members are optional here; [`OffsetRequest::check`] reports those that
/// are missing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OffsetInput {
    /// The id of the issued invoice.
    pub invoice_id: Option<InvoiceId>,
    /// The id of the supplier's invoice.
    pub expense_id: Option<ExpenseId>,
    /// The amount to set off.
    pub amount: Option<Decimal>,
    /// The day of the set-off; today by default.
    pub offset_date: Option<Date>,
    /// A reference of the caller, for example the number of the agreement.
    pub reference: Option<String>,
    /// A note, which only the organization sees.
    pub note: Option<String>,
}

/// A checked request for a set-off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetRequest {
    /// The id of the issued invoice.
    pub invoice: InvoiceId,
    /// The id of the supplier's invoice.
    pub expense: ExpenseId,
    /// The amount: greater than zero, with at most two decimals.
    pub amount: Decimal,
    /// The day of the set-off; `None` means today.
    pub date: Option<Date>,
    /// A reference of the caller, for example the number of the agreement.
    pub reference: Option<String>,
    /// A note, which only the organization sees.
    pub note: Option<String>,
}

impl OffsetRequest {
    /// Checks what can be checked without the documents. `found` holds the violations that parsing has found already.
    ///
    /// # Errors
    /// Every violation, with its JSON path.
    pub fn check(input: &OffsetInput, mut found: Violations) -> Result<Self, Violations> {
        let mut required = |name: &str, missing: bool| {
            if missing {
                found.add(name, FieldFault::Required);
            }
        };
        required("invoice_id", input.invoice_id.is_none());
        required("expense_id", input.expense_id.is_none());
        required("amount", input.amount.is_none());
        let amount = input.amount.unwrap_or_default();
        if input.amount.is_some() && amount <= Decimal::ZERO {
            found.add("amount", FieldFault::NotAboveZero);
        } else if amount.normalize().scale() > AMOUNT_DECIMALS {
            found.add("amount", ParseError::TooPrecise(AMOUNT_DECIMALS));
        }
        let mut text = |name: &str, value: &Option<String>, most, shape| {
            value.as_deref().and_then(|value| check_text(name, value, 0, most, shape, &mut found))
        };
        let reference = text("reference", &input.reference, MAX_REFERENCE, TextShape::Line);
        let note = text("note", &input.note, MAX_NOTE, TextShape::Paragraphs);
        found.into_result()?;
        // without violations, both ids are present
        let (Some(invoice), Some(expense)) = (input.invoice_id, input.expense_id) else {
            return Err(Violations::new());
        };
        Ok(Self {
            invoice,
            expense,
            amount: money::round(amount),
            date: input.offset_date,
            reference,
            note,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;

    fn right() -> OffsetInput {
        OffsetInput {
            invoice_id: Some(InvoiceId(uuid::Uuid::from_u128(1))),
            expense_id: Some(ExpenseId(uuid::Uuid::from_u128(2))),
            amount: Some(dec!(10.5)),
            ..OffsetInput::default()
        }
    }

    #[test]
    fn every_fault_is_named() {
        for (input, fields) in [
            (OffsetInput::default(), vec!["invoice_id", "expense_id", "amount"]),
            (OffsetInput { amount: Some(dec!(0)), ..right() }, vec!["amount"]),
            (OffsetInput { amount: Some(dec!(-0.01)), ..right() }, vec!["amount"]),
            (OffsetInput { amount: Some(dec!(1.001)), ..right() }, vec!["amount"]),
            (OffsetInput { reference: Some("x".repeat(101)), ..right() }, vec!["reference"]),
            (OffsetInput { reference: Some("a\nb".into()), ..right() }, vec!["reference"]),
            (OffsetInput { note: Some("x".repeat(501)), ..right() }, vec!["note"]),
        ] {
            let found = OffsetRequest::check(&input, Violations::new()).expect_err("wrong");
            let named: Vec<_> = found.as_slice().iter().map(|v| v.field.as_str()).collect();
            assert_eq!(named, fields, "{input:?}");
        }
    }

    #[test]
    fn what_is_right_takes_its_normal_form() {
        let input = OffsetInput {
            reference: Some("x".repeat(100)),
            note: Some(" a\nb ".into()),
            ..right()
        };
        let request = OffsetRequest::check(&input, Violations::new()).expect("right");
        assert_eq!(request.amount.to_string(), "10.50");
        assert_eq!(request.note.as_deref(), Some("a\nb"));
        let none = OffsetInput { note: Some(" ".into()), ..right() };
        assert_eq!(OffsetRequest::check(&none, Violations::new()).expect("right").note, None);
    }
}
