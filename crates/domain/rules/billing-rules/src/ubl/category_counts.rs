//! How often each VAT category code stands where.

use super::tax::{CODES, Code, Indicator, has_vat_scheme};
use crate::index::{Element, Index};
use crate::names::Name;
use crate::names::ubl::{cac, cbc};
use crate::verdict::StylesheetAborted;

/// Where a tax category stands.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// Any `TaxCategory` at all.
    TaxCategory,
    /// An item's `ClassifiedTaxCategory`.
    Item,
    /// An allowance or charge, of the document, a line or a price.
    AllowanceCharge,
    /// An allowance of any level.
    Allowance,
    /// A charge of any level.
    Charge,
    /// An allowance or charge of the document.
    DocumentAllowanceCharge,
    /// An allowance of the document.
    DocumentAllowance,
    /// A charge of the document.
    DocumentCharge,
    /// The VAT breakdown.
    Breakdown,
}

const PLACES: usize = Place::Breakdown as usize + 1;

/// Counts of one place and code.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Count {
    /// All of them.
    pub(crate) all: u32,
    /// Those whose tax scheme is VAT.
    pub(crate) vat: u32,
    /// Those whose code has no white space around it.
    pub(crate) exact: u32,
    /// Both.
    pub(crate) exact_vat: u32,
}

/// The counts.
#[derive(Default)]
pub(crate) struct CategoryCounts {
    counts: [[Count; CODES]; PLACES],
}

impl CategoryCounts {
    /// The counts of one place and code.
    pub(crate) fn at(&self, place: Place, code: Code) -> Count {
        self.counts[place as usize][code as usize]
    }

    /// How many VAT categories of the place have another code, or none.
    pub(crate) fn vat_of_other_codes(&self, place: Place, code: Code) -> u32 {
        let all: u32 = self.counts[place as usize].iter().map(|count| count.vat).sum();
        all - self.at(place, code).vat
    }

    /// Counts the document's tax categories.
    pub(crate) fn of(index: &Index<'_>) -> Result<Self, StylesheetAborted> {
        let mut category_counts = Self::default();
        for item in index.named(cac::CLASSIFIED_TAX_CATEGORY) {
            let code = Code::of_category(index, item)?;
            category_counts.add(index, item, &[Place::Item], code)?;
        }
        for charge in index.named(cac::ALLOWANCE_CHARGE) {
            // Read only because it may abort: the official rules look at every indicator.
            Indicator::of(index, charge)?;
        }
        for category in index.named(cac::TAX_CATEGORY) {
            category_counts.category(index, category)?;
        }
        Ok(category_counts)
    }

    fn category(&mut self, index: &Index<'_>, category: Element) -> Result<(), StylesheetAborted> {
        let parent = index.parent(category).unwrap_or(Element::ROOT);
        if index.name(parent) == cac::ALLOWANCE_CHARGE {
            let code = Code::of_category(index, category)?;
            let of_document = index.parent(parent) == Some(Element::ROOT);
            let places = charge_places(Indicator::of(index, parent)?, of_document);
            let places: Vec<Place> = places.into_iter().flatten().collect();
            return self.add(index, category, &places, code);
        }
        if in_breakdown(index, category) {
            let code = Code::of_category(index, category)?;
            return self.add(index, category, &[Place::TaxCategory, Place::Breakdown], code);
        }
        for id in index.children_named(category, cbc::ID) {
            self.add(index, category, &[Place::TaxCategory], Code::of(&index.value(id)))?;
        }
        has_vat_scheme(index, category).map(|_| ())
    }

    fn add(
        &mut self,
        index: &Index<'_>,
        category: Element,
        places: &[Place],
        code: Code,
    ) -> Result<(), StylesheetAborted> {
        let vat = u32::from(has_vat_scheme(index, category)?);
        let id = index.child(category, cbc::ID);
        let exact =
            u32::from(id.is_some_and(|id| index.value(id).trim().len() == index.value(id).len()));
        for &place in places {
            let count = &mut self.counts[place as usize][code as usize];
            count.all += 1;
            count.vat += vat;
            count.exact += exact;
            count.exact_vat += exact * vat;
        }
        Ok(())
    }
}

fn charge_places(indicator: Indicator, of_document: bool) -> [Option<Place>; 7] {
    let when = |yes: bool, place: Place| yes.then_some(place);
    [
        Some(Place::TaxCategory),
        Some(Place::AllowanceCharge),
        when(indicator.allowance, Place::Allowance),
        when(indicator.charge, Place::Charge),
        when(of_document, Place::DocumentAllowanceCharge),
        when(of_document && indicator.allowance, Place::DocumentAllowance),
        when(of_document && indicator.charge, Place::DocumentCharge),
    ]
}

/// Whether the element is in a `TaxSubtotal` of a `TaxTotal` of the document.
pub(crate) fn in_breakdown(index: &Index<'_>, category: Element) -> bool {
    let above = |element: Element, name: Name| {
        index.parent(element).filter(|&parent| index.name(parent) == name)
    };
    above(category, cac::TAX_SUBTOTAL)
        .and_then(|subtotal| above(subtotal, cac::TAX_TOTAL))
        .is_some_and(|total| index.parent(total) == Some(Element::ROOT))
}
