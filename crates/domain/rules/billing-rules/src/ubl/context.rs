//! What the rules over UBL are given.

use std::cell::{Cell, OnceCell};
use std::ops::Deref;

use super::category_counts::CategoryCounts;
use super::vat::sums::Sums;
use crate::index::{Element, Index};
use crate::names::ubl::cac;
use crate::names::{CREDIT_NOTE, INVOICE};
use crate::verdict::StylesheetAborted;

/// A UBL document and what several rules want to know of it.
pub(crate) struct Ubl<'i, 'a> {
    pub(super) index: &'i Index<'a>,
    pub(super) category_counts: CategoryCounts,
    sums: OnceCell<Sums>,
    /// The currency last found good: nearly every amount of a document has the same.
    pub(super) currency: Cell<&'a str>,
}

impl<'a> Deref for Ubl<'_, 'a> {
    type Target = Index<'a>;

    fn deref(&self) -> &Index<'a> {
        self.index
    }
}

impl<'i, 'a> Ubl<'i, 'a> {
    pub(super) fn of(index: &'i Index<'a>) -> Result<Self, StylesheetAborted> {
        let is_billing = matches!(index.name(Element::ROOT), INVOICE | CREDIT_NOTE);
        let category_counts =
            if is_billing { CategoryCounts::of(index)? } else { CategoryCounts::default() };
        Ok(Self { index, category_counts, sums: OnceCell::new(), currency: Cell::new("") })
    }

    /// Whether the document element is UBL's `Invoice` or `CreditNote`.
    pub(super) fn is_billing(&self) -> bool {
        matches!(self.name(Element::ROOT), INVOICE | CREDIT_NOTE)
    }

    pub(super) fn is_credit_note(&self) -> bool {
        self.name(Element::ROOT) == CREDIT_NOTE
    }

    /// Whether the element stands directly below an `Invoice` or `CreditNote`.
    pub(super) fn is_top(&self, element: Element) -> bool {
        self.parent(element) == Some(Element::ROOT) && self.is_billing()
    }

    /// Whether the element stands directly below a line.
    pub(super) fn is_of_line(&self, element: Element) -> bool {
        matches!(self.parent_name(element), cac::INVOICE_LINE | cac::CREDIT_NOTE_LINE)
    }

    /// Whether the element stands directly below the item of a line.
    pub(super) fn is_of_line_item(&self, element: Element) -> bool {
        let parent = self.parent(element);
        parent.is_some_and(|at| self.name(at) == cac::ITEM && self.is_of_line(at))
    }

    pub(super) fn sums(&self) -> &Sums {
        self.sums.get_or_init(|| Sums::of(self.index))
    }
}
