use crate::{Document, Line, VatBreakdown};
use money::Decimal;
use serde::{Deserialize, Serialize};
use vat_categories::{TaxTreatment, VatCategory, VatRate};

/// The amounts that a document taxed at one rate (BG-23), with the treatment of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxedGroup {
    pub rate: VatRate,
    pub category: VatCategory,
    pub treatment: TaxTreatment,
    /// BT-116.
    pub base: Decimal,
    /// BT-117.
    pub tax: Decimal,
}

impl TaxedGroup {
    /// Whether it is VAT of the same category, rate and treatment.
    #[must_use]
    pub fn is_of_kind(&self, other: &Self) -> bool {
        self.category == other.category && self.is_at_rate_of(other)
    }

    /// Whether a group of a credit note takes back this group of its original: it is of the same kind; or this one is
    /// outside the scope of VAT (O), and the seller, who has become a VAT payer since, takes it back without VAT by
    /// another category.
    #[must_use]
    pub fn is_taken_back_by(&self, note: &Self) -> bool {
        let was_outside = self.category == VatCategory::OutsideScope;
        self.is_of_kind(note) || (was_outside && self.is_at_rate_of(note))
    }

    fn is_at_rate_of(&self, other: &Self) -> bool {
        (self.rate, self.treatment) == (other.rate, other.treatment)
    }
}

/// The groups of these lines and of their VAT breakdown.
pub(crate) fn taxed(lines: &[Line], rows: &[VatBreakdown]) -> Vec<TaxedGroup> {
    let group = |row: &VatBreakdown| TaxedGroup {
        rate: row.rate,
        category: row.category,
        treatment: lines
            .iter()
            .find(|line| (line.vat_rate, line.vat_category) == (row.rate, row.category))
            .map_or_else(TaxTreatment::default, |line| line.tax_treatment),
        base: row.taxable_amount,
        tax: row.tax_amount,
    };
    rows.iter().map(group).collect()
}

impl Document {
    /// The amounts that it taxed, by category and rate.
    #[must_use]
    pub fn taxed(&self) -> Vec<TaxedGroup> {
        taxed(&self.lines, &self.vat_breakdown)
    }
}
