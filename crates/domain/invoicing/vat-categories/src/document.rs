//! Rules between the lines of one document.

use crate::{TaxTreatment, VatCategory, VatRate};

/// Two lines with one rate and two treatments; belongs to `items[line].tax_treatment`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "all lines with vat_rate {rate} must share one tax_treatment: line {first_line} has \
     {expected}, line {line} has {found}; split them into two documents or set the same"
)]
pub struct TreatmentConflict {
    /// Index of the line that differs, from 0.
    pub line: usize,
    /// Index of the first line with the rate, from 0.
    pub first_line: usize,
    /// The rate they share.
    pub rate: VatRate,
    /// The treatment of the first line.
    pub expected: TaxTreatment,
    /// The treatment of the line that differs.
    pub found: TaxTreatment,
}

/// Checks that lines with the same rate share the treatment (section "Line item").
///
/// EN 16931 sums VAT by category and rate; one rate with two treatments would print two
/// different exemptions for one rate. Returns every line that differs from the first with
/// its rate; empty means all is well. An absent treatment is given as domestic.
#[must_use]
pub fn same_rate_same_treatment(lines: &[(VatRate, TaxTreatment)]) -> Vec<TreatmentConflict> {
    let mut conflicts = Vec::new();
    for (line, &(rate, found)) in lines.iter().enumerate() {
        let first = lines.iter().position(|&(other, _)| other == rate);
        let Some(first_line) = first.filter(|&first| lines[first].1 != found) else { continue };
        let expected = lines[first_line].1;
        conflicts.push(TreatmentConflict { line, first_line, rate, expected, found });
    }
    conflicts
}

/// Category O beside another category in one document; belongs to `items[line].vat_rate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("vat_category.outside_scope_mixed")]
#[error(
    "line {outside_line} is outside the scope of VAT (O) and line {line} has category {found}; \
     a document has one or the other (BR-O-11)"
)]
pub struct OutsideScopeMixed {
    /// Index of the first line of another category, from 0.
    pub line: usize,
    /// Index of the first line of category O, from 0.
    pub outside_line: usize,
    /// The other category.
    pub found: VatCategory,
}

/// Checks rule 3: category O shares a document with no other category (BR-O-11).
///
/// # Errors
/// The first pair of lines that do not go together.
pub fn outside_scope_stands_alone(categories: &[VatCategory]) -> Result<(), OutsideScopeMixed> {
    let is_outside = |category: &VatCategory| *category == VatCategory::OutsideScope;
    let outside = categories.iter().position(is_outside);
    let other = categories.iter().position(|category| !is_outside(category));
    match (outside, other) {
        (Some(outside_line), Some(line)) => {
            Err(OutsideScopeMixed { line, outside_line, found: categories[line] })
        }
        _ => Ok(()),
    }
}
