//! Corrections of an expense that is not decided on yet.

use crate::fault::{ExpenseFault, StateFault};
use crate::{
    Expense, ExpenseChange, ExpenseContent, ExpenseOrigin, ExpenseRefused, ExpenseStatus,
    ExpenseVat, Review, SettledExpense, VatInput,
    figures::figures,
    input::{check_note, due, symbol},
};
use invoicing::{
    Totals, Violations,
    checks::{TextShape, check_text},
};
use money::Decimal;
use persistence::ids::ProjectId;
use time::Date;

/// The fields to change; `None` leaves one as it is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExpenseCorrection {
    /// The version that the caller has read; when it is outdated, the correction is refused.
    pub version: Option<i64>,
    /// The supplier's invoice number (BT-1).
    pub number: Option<String>,
    /// The variable symbol; an empty text removes it.
    pub variable_symbol: Option<String>,
    /// The issue date (BT-2).
    pub issue_date: Option<Date>,
    /// The delivery date (BT-72).
    pub delivery_date: Option<Date>,
    /// The due date (BT-9).
    pub due_date: Option<Date>,
    /// The total with VAT (BT-112).
    pub total: Option<Decimal>,
    /// The VAT that the total contains (BT-110).
    pub vat_total: Option<Decimal>,
    /// The VAT by rate (BG-23); `Some(None)` removes it.
    pub vat_breakdown: Option<Option<Vec<VatInput>>>,
    /// The note; an empty text removes it.
    pub note: Option<String>,
    /// The project that it belongs to; `Some(None)` removes it.
    pub project_id: Option<Option<ProjectId>>,
    /// One of [`ExpenseStatus::OPEN`].
    pub status: Option<ExpenseStatus>,
}

impl ExpenseCorrection {
    /// Whether it changes only to which project the expense belongs, which is not part of the document.
    fn is_assignment(&self) -> bool {
        let (version, project_id) = (self.version, self.project_id);
        project_id.is_some() && *self == Self { version, project_id, ..Self::default() }
    }

    /// The names of the fields of the document itself that the correction would change.
    fn of_document(&self, before: &ExpenseContent) -> impl Iterator<Item = &'static str> {
        let ExpenseContent { number, issue_date, delivery_date, totals, .. } = before;
        let changed = [
            ("number", self.number.as_ref().is_some_and(|it| it.trim() != number)),
            ("issue_date", self.issue_date.is_some_and(|it| it != *issue_date)),
            ("delivery_date", self.delivery_date.is_some_and(|it| Some(it) != *delivery_date)),
            ("total", self.total.is_some_and(|it| it != totals.total)),
            ("vat_total", self.vat_total.is_some_and(|it| it != totals.vat_total)),
            ("vat_breakdown", self.vat_breakdown.is_some()),
        ];
        changed.into_iter().filter(|(_, changed)| *changed).map(|(name, _)| name)
    }
}

impl SettledExpense {
    /// Applies a correction. With the status `pending_approval`, which ends a review, its reasons are removed.
    ///
    /// # Errors
    /// [`ExpenseRefused`]: a decided expense cannot be corrected, except that an approved one goes to another project;
    /// neither can the figures of a document that came
    /// over the network.
    pub fn correct(&self, by: &ExpenseCorrection) -> Result<ExpenseChange, ExpenseRefused> {
        let before = &self.expense;
        if by.version.is_some_and(|read| read != i64::from(before.version)) {
            return Err(ExpenseRefused::Stale { current: before.version });
        }
        let is_assigned = by.is_assignment() && before.status == ExpenseStatus::Approved;
        if !before.status.is_open() && !is_assigned {
            return Err(ExpenseRefused::Status(before.status, StateFault::Unchangeable));
        }
        let mut found = Violations::new();
        if before.origin != ExpenseOrigin::Entered {
            for field in by.of_document(&before.content) {
                found.add(field, ExpenseFault::OfDocument);
            }
        }
        let content = corrected(&before.content, by, &mut found);
        let status = by.status.unwrap_or(before.status);
        let reviewed = status == ExpenseStatus::PendingApproval;
        let reasons = if reviewed { Vec::new() } else { before.review.reasons.clone() };
        let review = Review { reasons, ..before.review.clone() };
        let version = before.version + 1;
        let after = Expense { content, status, review, ..before.clone() };
        if found.is_empty() && after == *before {
            return Ok(ExpenseChange::Nothing);
        }
        let after = Expense { version, ..after };
        let is_lowered = after.outstanding() < before.outstanding();
        if is_lowered && after.outstanding() < Decimal::ZERO && after.paid_amount > Decimal::ZERO {
            found.add("total", ExpenseFault::LessThanPaid);
        }
        found.into_result().map_err(ExpenseRefused::Invalid)?;
        Ok(ExpenseChange::Saved(after))
    }
}

/// What a correction does not name is as the document says, and is not checked: a document that came over the network
/// may have any days.
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
    if by.issue_date.is_some() || by.due_date.is_some() {
        due(issue_date, due_date, found);
    }
    let sums = corrected_figures(before, by, found);
    let (totals, vat) = sums.unwrap_or_else(|| (before.totals, before.vat.clone()));
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
        project_id: by.project_id.unwrap_or(before.project_id),
        ..before.clone()
    }
}

/// The sums and the VAT by rate after a correction that changes them. What it does not name stays: a total that the
/// rows do not add up to is refused, and does not remove them.
fn corrected_figures(
    before: &ExpenseContent,
    by: &ExpenseCorrection,
    found: &mut Violations,
) -> Option<(Totals, Vec<ExpenseVat>)> {
    let total = by.total.unwrap_or(before.totals.total);
    let vat_total = by.vat_total.unwrap_or(before.totals.vat_total);
    let rows = by.vat_breakdown.as_ref().map(|rows| rows.as_deref().unwrap_or_default());
    if let Some(rows) = rows.filter(|rows| !rows.is_empty()) {
        return figures((Some(total), by.vat_total, Some(rows)), before.currency, found);
    }
    if rows.is_none() && (total, vat_total) == (before.totals.total, before.totals.vat_total) {
        return None;
    }
    let (totals, _) = figures((Some(total), Some(vat_total), None), before.currency, found)?;
    let kept = if rows.is_none() { before.vat.clone() } else { Vec::new() };
    let taxable = kept.iter().map(|row| row.taxable_amount).sum::<Decimal>();
    let tax = kept.iter().map(|row| row.tax_amount).sum::<Decimal>();
    if !kept.is_empty() && (taxable, tax) != (totals.subtotal, totals.vat_total) {
        let is_total = total != before.totals.total;
        let fault = ExpenseFault::OtherThanBreakdown { taxable, tax };
        found.add(if is_total { "total" } else { "vat_total" }, fault);
    }
    Some((totals, kept))
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
    fn an_approved_expense_goes_to_another_project_and_takes_nothing_else() {
        let project = ProjectId(Uuid::from_u128(5));
        let to = |project_id| ExpenseCorrection { project_id, ..ExpenseCorrection::default() };
        let approved = hundred(ExpenseStatus::Approved);
        let change = approved.correct(&to(Some(Some(project)))).expect("assigned");
        let expense = change.after(&approved).expect("there");
        assert_eq!(
            (expense.content.project_id, expense.status, expense.version),
            (Some(project), ExpenseStatus::Approved, 2)
        );
        let assigned = SettledExpense { expense, payments: Vec::new() };
        let cleared = assigned.correct(&to(Some(None))).expect("cleared").after(&assigned);
        assert_eq!(cleared.and_then(|it| it.content.project_id), None);
        let note = Some("x".to_owned());
        let more = ExpenseCorrection { note, ..to(Some(Some(project))) };
        assert!(matches!(approved.correct(&more), Err(ExpenseRefused::Status(..))));
        let rejected = hundred(ExpenseStatus::Rejected);
        let refused = rejected.correct(&to(Some(Some(project))));
        assert!(matches!(refused, Err(ExpenseRefused::Status(..))));
    }

    #[test]
    fn a_correction_checks_what_it_changes_alone() {
        let project = Some(Some(ProjectId(Uuid::from_u128(5))));
        let note = Some("x".to_owned());
        let none = ExpenseCorrection::default;
        for status in [ExpenseStatus::PendingApproval, ExpenseStatus::Approved] {
            let mut odd = hundred(status);
            let content = &mut odd.expense.content;
            content.due_date = content.issue_date.previous_day();
            odd.expense.paid_amount = dec!(120);
            let to_project = ExpenseCorrection { project_id: project, ..none() };
            assert!(odd.correct(&to_project).is_ok(), "{status:?}");
            if status.is_open() {
                assert!(odd.correct(&ExpenseCorrection { note: note.clone(), ..none() }).is_ok());
                let due_date = odd.expense.content.due_date;
                assert_eq!(
                    fields(odd.correct(&ExpenseCorrection { due_date, ..none() })),
                    ["due_date"]
                );
            }
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
        let same = ExpenseCorrection { total: Some(dec!(100.0)), ..ExpenseCorrection::default() };
        assert_eq!(came.correct(&same), Ok(ExpenseChange::Nothing));
        let by = ExpenseCorrection { note: Some("n".into()), ..ExpenseCorrection::default() };
        assert!(came.correct(&by).is_ok());
    }

    /// An expense over 123.00 with its VAT by rate.
    fn taxed() -> SettledExpense {
        let mut before = hundred(ExpenseStatus::PendingApproval);
        let content = &mut before.expense.content;
        content.totals = Totals { subtotal: dec!(100), vat_total: dec!(23), total: dec!(123) };
        let (taxable_amount, tax_amount) = (dec!(100), dec!(23));
        content.vat =
            vec![ExpenseVat { category: None, rate: dec!(23), taxable_amount, tax_amount }];
        before
    }

    fn rows(taxable: Decimal, tax: Decimal) -> Option<Option<Vec<VatInput>>> {
        let vat_rate = Some(dec!(23));
        let row = VatInput { vat_rate, taxable_amount: Some(taxable), tax_amount: Some(tax) };
        Some(Some(vec![row]))
    }

    #[test]
    fn what_is_not_named_stays() {
        let none = ExpenseCorrection::default;
        let (before, total) = (taxed(), |total| Some(total));
        for (by, expected) in [
            (none(), Ok((dec!(123), dec!(23), 1))),
            (
                ExpenseCorrection { total: total(dec!(123.00)), ..none() },
                Ok((dec!(123), dec!(23), 1)),
            ),
            (
                ExpenseCorrection { vat_total: total(dec!(23)), ..none() },
                Ok((dec!(123), dec!(23), 1)),
            ),
            (ExpenseCorrection { total: total(dec!(124)), ..none() }, Err("total")),
            (ExpenseCorrection { vat_total: total(dec!(22)), ..none() }, Err("vat_total")),
            (
                ExpenseCorrection { total: total(dec!(123)), vat_total: total(dec!(22)), ..none() },
                Err("vat_total"),
            ),
            (
                ExpenseCorrection {
                    total: total(dec!(246)),
                    vat_breakdown: rows(dec!(200), dec!(46)),
                    ..none()
                },
                Ok((dec!(246), dec!(46), 1)),
            ),
            (
                ExpenseCorrection { vat_breakdown: rows(dec!(200), dec!(46)), ..none() },
                Err("vat_breakdown"),
            ),
            (
                ExpenseCorrection { total: total(dec!(124)), vat_breakdown: Some(None), ..none() },
                Ok((dec!(124), dec!(23), 0)),
            ),
            (
                ExpenseCorrection { vat_breakdown: Some(Some(vec![])), ..none() },
                Ok((dec!(123), dec!(23), 0)),
            ),
            (
                ExpenseCorrection { total: total(dec!(20)), vat_breakdown: Some(None), ..none() },
                Err("vat_total"),
            ),
        ] {
            match (before.correct(&by), expected) {
                (Ok(change), Ok(expected)) => {
                    let content = change.after(&before).expect("there").content;
                    let totals = content.totals;
                    assert_eq!(
                        (totals.total, totals.vat_total, content.vat.len()),
                        expected,
                        "{by:?}"
                    );
                    assert_eq!(totals.subtotal, totals.total - totals.vat_total);
                }
                (refused, Err(field)) => assert_eq!(fields(refused), [field], "{by:?}"),
                other => panic!("{by:?}: {other:?}"),
            }
        }
        let same = ExpenseCorrection { total: Some(dec!(123.00)), ..none() };
        assert_eq!(
            before.correct(&same),
            Ok(ExpenseChange::Nothing),
            "unchanged values change nothing"
        );
    }

    /// Without a breakdown the stated VAT stays.
    #[test]
    fn a_total_alone_leaves_the_vat() {
        let mut before = taxed();
        before.expense.content.vat = Vec::new();
        let by = ExpenseCorrection { total: Some(dec!(150)), ..ExpenseCorrection::default() };
        let content = before.correct(&by).expect("right").after(&before).expect("there").content;
        assert_eq!((content.totals.vat_total, content.totals.subtotal), (dec!(23), dec!(127.00)));
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
