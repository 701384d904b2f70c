//! Corrections of an expense that nobody has decided on yet.

use crate::{
    Expense, ExpenseChange, ExpenseContent, ExpenseOrigin, ExpenseRefused, ExpenseStatus, Review,
    SettledExpense, VatInput,
    input::{check_note, due, figures, symbol},
};
use invoicing::{
    Violations,
    checks::{TextShape, check_text},
};
use money::Decimal;
use time::Date;

/// What is to be changed; what is not named stays.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExpenseCorrection {
    /// The version that the caller has read.
    pub version: Option<i64>,
    /// The supplier's number.
    pub number: Option<String>,
    /// Empty takes it away.
    pub variable_symbol: Option<String>,
    /// BT-2.
    pub issue_date: Option<Date>,
    /// BT-72.
    pub delivery_date: Option<Date>,
    /// BT-9.
    pub due_date: Option<Date>,
    /// With VAT.
    pub total: Option<Decimal>,
    /// The VAT in it.
    pub vat_total: Option<Decimal>,
    /// By rate.
    pub vat_breakdown: Option<Vec<VatInput>>,
    /// Empty takes it away.
    pub note: Option<String>,
    /// One of [`ExpenseStatus::OPEN`].
    pub status: Option<ExpenseStatus>,
}

impl ExpenseCorrection {
    /// The fields of the document itself that it names.
    fn of_document(&self) -> impl Iterator<Item = &'static str> {
        let named = [
            ("number", self.number.is_some()),
            ("issue_date", self.issue_date.is_some()),
            ("delivery_date", self.delivery_date.is_some()),
            ("total", self.total.is_some()),
            ("vat_total", self.vat_total.is_some()),
            ("vat_breakdown", self.vat_breakdown.is_some()),
        ];
        named.into_iter().filter(|(_, named)| *named).map(|(name, _)| name)
    }
}

impl SettledExpense {
    /// Corrects it, and moves it on: reviewed, it is `pending_approval` and its reasons go.
    ///
    /// # Errors
    /// [`ExpenseRefused`]: an expense that was decided on stays as it is, and so do the figures of a
    /// document that came over the network.
    pub fn correct(&self, by: &ExpenseCorrection) -> Result<ExpenseChange, ExpenseRefused> {
        let before = &self.expense;
        if by.version.is_some_and(|read| read != i64::from(before.version)) {
            return Err(ExpenseRefused::Stale { current: before.version });
        }
        if !before.status.is_open() {
            return Err(ExpenseRefused::Status(before.status, "it cannot be changed"));
        }
        let mut found = Violations::new();
        if before.origin != ExpenseOrigin::Entered {
            for field in by.of_document() {
                found.add(field, "is the document's, which came over the network");
            }
        }
        let content = corrected(&before.content, by, &mut found);
        let status = by.status.unwrap_or(before.status);
        let reviewed = status == ExpenseStatus::PendingApproval;
        let reasons = if reviewed { Vec::new() } else { before.review.reasons.clone() };
        let review = Review { reasons, ..before.review.clone() };
        let version = before.version + 1;
        let after = Expense { content, status, review, version, ..before.clone() };
        if after.outstanding() < Decimal::ZERO && after.paid_amount > Decimal::ZERO {
            found.add("total", "must not be less than what is paid already");
        }
        found.into_result().map_err(ExpenseRefused::Invalid)?;
        Ok(ExpenseChange::Saved(after))
    }
}

fn corrected(
    before: &ExpenseContent,
    by: &ExpenseCorrection,
    found: &mut Violations,
) -> ExpenseContent {
    let number = by
        .number
        .as_deref()
        .and_then(|text| check_text("number", text, 1, 200, TextShape::Line, found));
    let variable_symbol = match by.variable_symbol.as_deref() {
        Some(text) => symbol(Some(text), found),
        None => before.variable_symbol.clone(),
    };
    let issue_date = by.issue_date.unwrap_or(before.issue_date);
    let due_date = by.due_date.or(before.due_date);
    due(issue_date, due_date, found);
    let named = by.total.is_some() || by.vat_total.is_some() || by.vat_breakdown.is_some();
    let total = Some(by.total.unwrap_or(before.totals.total));
    let said = (total, by.vat_total, by.vat_breakdown.as_deref());
    let sums = named.then(|| figures(said, before.currency, found));
    let (totals, vat) = sums.flatten().unwrap_or((before.totals, before.vat.clone()));
    ExpenseContent {
        number: number.unwrap_or_else(|| before.number.clone()),
        variable_symbol,
        issue_date,
        delivery_date: by.delivery_date.or(before.delivery_date),
        due_date,
        totals,
        vat,
        note: match by.note.as_deref() {
            Some(text) => check_note(Some(text), found),
            None => before.note.clone(),
        },
        ..before.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::tests::hundred;
    use peppol_connector::identifiers::{Network, ReceivedId};
    use rust_decimal::dec;
    use time::macros::date;
    use uuid::Uuid;

    fn fields(change: Result<ExpenseChange, ExpenseRefused>) -> Vec<String> {
        match change {
            Err(ExpenseRefused::Invalid(found)) => {
                found.as_slice().iter().map(|v| v.field.clone()).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_reviewed_expense_is_ready() {
        let mut before = hundred(ExpenseStatus::NeedsReview);
        before.expense.review.reasons = vec!["?".into()];
        let by = ExpenseCorrection {
            total: Some(dec!(246)),
            vat_total: Some(dec!(46)),
            due_date: Some(date!(2026 - 12 - 01)),
            variable_symbol: Some(String::new()),
            status: Some(ExpenseStatus::PendingApproval),
            ..ExpenseCorrection::default()
        };
        let after = before.correct(&by).expect("right").after(&before).expect("there");
        assert_eq!((after.status, after.version), (ExpenseStatus::PendingApproval, 2));
        assert_eq!(after.review.reasons, Vec::<String>::new());
        assert_eq!(after.content.totals.subtotal, dec!(200.00));
        let still = before.correct(&ExpenseCorrection::default()).expect("right");
        assert_eq!(still.after(&before).expect("there").review.reasons, ["?"]);
    }

    #[test]
    fn what_somebody_else_changed_is_read_again() {
        let before = hundred(ExpenseStatus::PendingApproval);
        let by = |version| ExpenseCorrection {
            version: Some(version),
            note: Some("n".into()),
            ..ExpenseCorrection::default()
        };
        assert!(before.correct(&by(1)).is_ok());
        for version in [0, 2, i64::MAX] {
            let refused = before.correct(&by(version));
            let stale = matches!(refused, Err(ExpenseRefused::Stale { current: 1 }));
            assert!(stale, "{refused:?}");
        }
    }

    #[test]
    fn what_was_decided_or_came_stays() {
        for status in [ExpenseStatus::Approved, ExpenseStatus::Rejected] {
            let refused = hundred(status).correct(&ExpenseCorrection::default());
            assert!(matches!(refused, Err(ExpenseRefused::Status(..))), "{refused:?}");
        }
        let mut came = hundred(ExpenseStatus::PendingApproval);
        came.expense.origin = ExpenseOrigin::Received(ReceivedId(Uuid::nil()), Network::Live);
        let by = ExpenseCorrection { total: Some(dec!(1)), ..ExpenseCorrection::default() };
        assert_eq!(fields(came.correct(&by)), ["total"]);
        let by = ExpenseCorrection { note: Some("n".into()), ..ExpenseCorrection::default() };
        assert!(came.correct(&by).is_ok());
    }

    #[test]
    fn a_total_is_not_less_than_what_is_paid() {
        let mut paid = hundred(ExpenseStatus::PendingApproval);
        paid.expense.paid_amount = dec!(60);
        let to = |total| ExpenseCorrection { total: Some(total), ..ExpenseCorrection::default() };
        assert_eq!(fields(paid.correct(&to(dec!(59.99)))), ["total"]);
        assert!(paid.correct(&to(dec!(60))).is_ok());
    }
}
