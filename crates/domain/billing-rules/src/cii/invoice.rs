//! The places of a Cross Industry Invoice that rules return to, gathered once.

use std::cell::OnceCell;

use super::name;
use super::sums::Sums;
use super::vat::{Census, Identifiers, TaxSums};
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::verdict::Death;

/// The document, with its main parts.
pub(super) struct Invoice<'i, 'a> {
    pub(super) index: &'i Index<'a>,
    /// The document element, if it is the right one.
    pub(super) root: Option<Element>,
    pub(super) transactions: Vec<Element>,
    pub(super) lines: Vec<Element>,
    pub(super) agreements: Vec<Element>,
    pub(super) deliveries: Vec<Element>,
    pub(super) settlements: Vec<Element>,
    pub(super) summations: Vec<Element>,
    pub(super) census: OnceCell<Census>,
    pub(super) identifiers: OnceCell<Identifiers>,
    pub(super) tax_sums: OnceCell<TaxSums>,
    pub(super) sums: Sums,
    billed_unit: OnceCell<bool>,
}

impl<'i, 'a> Invoice<'i, 'a> {
    pub(super) fn of(index: &'i Index<'a>) -> Self {
        let root = (index.name(Element::ROOT) == name::ROOT).then_some(Element::ROOT);
        let transactions: Vec<Element> = root
            .map(|root| index.children_named(root, name::TRANSACTION).collect())
            .unwrap_or_default();
        let mut invoice = Self {
            index,
            root,
            transactions,
            lines: Vec::new(),
            agreements: Vec::new(),
            deliveries: Vec::new(),
            settlements: Vec::new(),
            summations: Vec::new(),
            census: OnceCell::new(),
            identifiers: OnceCell::new(),
            tax_sums: OnceCell::new(),
            sums: Sums::default(),
            billed_unit: OnceCell::new(),
        };
        invoice.gather();
        invoice
    }

    fn gather(&mut self) {
        let index = self.index;
        for child in self.transactions.iter().flat_map(|&part| index.children(part)) {
            match index.name(child) {
                name::LINE => self.lines.push(child),
                name::AGREEMENT => self.agreements.push(child),
                name::DELIVERY => self.deliveries.push(child),
                name::SETTLEMENT => self.settlements.push(child),
                _ => {}
            }
        }
        let settlements = self.settlements.iter();
        self.summations =
            settlements.flat_map(|&part| index.children_named(part, name::SUMMATION)).collect();
    }

    /// The children of this name of all header settlements.
    pub(super) fn of_settlements(&self, name: Name) -> impl Iterator<Item = Element> {
        self.settlements.iter().flat_map(move |&part| self.index.children_named(part, name))
    }

    /// Whether this is the header agreement of the document, not only an element of its name.
    pub(super) fn is_agreement(&self, part: Element) -> bool {
        self.index.name(part) == name::AGREEMENT
            && self.index.parent(part).is_some_and(|transaction| {
                self.index.name(transaction) == name::TRANSACTION
                    && self.index.parent(transaction) == self.root
            })
    }

    /// The elements at this path of all of the parts given.
    pub(super) fn at<'s>(
        &'s self,
        parts: &'s [Element],
        path: &'s [Name],
    ) -> impl Iterator<Item = Element> + 's {
        parts.iter().flat_map(move |&part| self.index.path(part, path))
    }

    /// Whether the currency of the amount is that of any of these codes.
    pub(super) fn has_currency(&self, amount: Element, code: Name) -> bool {
        let currency = self.index.attribute(amount, Attribute::CurrencyId);
        currency.is_some_and(|currency| {
            self.of_settlements(code).any(|code| self.index.is(code, currency))
        })
    }

    /// Whether any invoiced quantity of the document has a unit: the rule on units asks no more.
    pub(super) fn has_billed_unit(&self) -> bool {
        let path = [name::LINE_DELIVERY, name::BILLED_QUANTITY];
        *self.billed_unit.get_or_init(|| {
            self.at(&self.lines, &path)
                .any(|quantity| self.index.has(quantity, Attribute::UnitCode))
        })
    }

    /// `upper-case(TypeCode) = 'VAT'`
    pub(super) fn is_vat(&self, tax: Element) -> Result<bool, Death> {
        let code = self.index.only(tax, name::TYPE_CODE)?;
        Ok(code.is_some_and(|code| self.index.value(code).eq_ignore_ascii_case("VAT")))
    }

    /// The same within the context of a rule, where two codes only mean that the rule does not apply.
    pub(super) fn is_vat_context(&self, tax: Element) -> bool {
        self.is_vat(tax).unwrap_or(false)
    }

    /// `ChargeIndicator/Indicator = …`: whether any is what is asked for. One that is neither true nor false ends the
    /// run, unless the answer stands before it.
    pub(super) fn is_charge(&self, part: Element, wanted: bool) -> Result<bool, Death> {
        for indicator in self.index.path(part, &[name::CHARGE_INDICATOR, name::INDICATOR]) {
            if self.index.boolean(indicator)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the tax has this category code.
    pub(super) fn has_category(&self, tax: Element, code: &str) -> bool {
        self.index.children_named(tax, name::CATEGORY_CODE).any(|c| self.index.is(c, code))
    }
}
