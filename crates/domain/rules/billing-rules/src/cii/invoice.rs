//! A Cross Industry Invoice as the rules see it: its places, and what is worked out from them once.

use std::cell::OnceCell;
use std::ops::Deref;

use super::places::Places;
use super::sums::{Sums, Total};
use super::vat::category_counts::CategoryCounts;
use super::vat::identifiers::Identifiers;
use super::vat::split::TaxSums;
use crate::index::{Element, Index};
use crate::number::XsDecimal;
use crate::verdict::StylesheetAborted;

/// The document, as its rules ask about it.
pub(super) struct Invoice<'i, 'a> {
    places: Places<'i, 'a>,
    category_counts: OnceCell<CategoryCounts>,
    identifiers: OnceCell<Identifiers>,
    tax_sums: OnceCell<TaxSums>,
    sums: Sums,
}

impl<'i, 'a> Deref for Invoice<'i, 'a> {
    type Target = Places<'i, 'a>;

    fn deref(&self) -> &Self::Target {
        &self.places
    }
}

impl<'i, 'a> Invoice<'i, 'a> {
    pub(super) fn of(index: &'i Index<'a>) -> Self {
        Self {
            places: Places::of(index),
            category_counts: OnceCell::new(),
            identifiers: OnceCell::new(),
            tax_sums: OnceCell::new(),
            sums: Sums::default(),
        }
    }

    /// How many taxes there are of each category.
    pub(super) fn category_counts(&self) -> &CategoryCounts {
        self.category_counts.get_or_init(|| CategoryCounts::of(self.index))
    }

    /// Which parties have which tax identifiers.
    pub(super) fn identifiers(&self) -> Identifiers {
        *self.identifiers.get_or_init(|| Identifiers::of(&self.places))
    }

    /// What the parts of each VAT category sum up to.
    pub(super) fn tax_sums(&self) -> &TaxSums {
        self.tax_sums.get_or_init(|| TaxSums::of(&self.places))
    }

    /// The sum of the net amounts of the lines under a transaction, rounded to cents.
    pub(super) fn line_sum(&self, transaction: Element) -> Result<XsDecimal, StylesheetAborted> {
        self.sums.lines(&self.places, transaction)
    }

    /// The sum of the document level charges, or allowances.
    pub(super) fn allowance_charge_sum(&self, charge: bool) -> Result<Total, StylesheetAborted> {
        self.sums.allowance_charges(&self.places, charge)
    }

    /// The sum of the tax amounts of the VAT breakdown, rounded to cents; nothing if there is none.
    pub(super) fn tax_sum(&self) -> Result<Option<f64>, StylesheetAborted> {
        self.sums.taxes(&self.places)
    }
}
