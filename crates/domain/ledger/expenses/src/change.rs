//! Corrections of an expense that is not decided on yet.

mod content;

use crate::fault::{ExpenseFault, StateFault};
use crate::{
    Expense, ExpenseChange, ExpenseContent, ExpenseOrigin, ExpenseRefused, ExpenseStatus, Review,
    SettledExpense, VatInput,
};
use content::corrected;
use invoicing::Violations;
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

#[cfg(test)]
mod tests;
