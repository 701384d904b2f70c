//! The places of a Cross Industry Invoice that rules return to, gathered once.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

use super::name;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::verdict::StylesheetAborted;

/// A part, whether it was asked for a charge or an allowance, and whether it is one.
type Asked = (Element, bool, Result<bool, StylesheetAborted>);

/// The document, with its main parts.
pub(super) struct Places<'i, 'a> {
    pub(super) index: &'i Index<'a>,
    /// The document element, if it is the right one.
    pub(super) root: Option<Element>,
    pub(super) transactions: Vec<Element>,
    pub(super) lines: Vec<Element>,
    pub(super) agreements: Vec<Element>,
    pub(super) deliveries: Vec<Element>,
    pub(super) settlements: Vec<Element>,
    pub(super) summations: Vec<Element>,
    billed_unit: OnceCell<bool>,
    invoice_currencies: OnceCell<HashSet<Cow<'a, str>>>,
    tax_currencies: OnceCell<HashSet<Cow<'a, str>>>,
    /// The part that was last asked whether it is a charge, and the answer.
    last_charge: Cell<Option<Asked>>,
    /// The settlement that was last asked whether it has a period with a day, and the answer.
    pub(super) last_period: Cell<Option<(Element, bool)>>,
}

impl<'i, 'a> Places<'i, 'a> {
    pub(super) fn of(index: &'i Index<'a>) -> Self {
        let root = (index.name(Element::ROOT) == name::ROOT).then_some(Element::ROOT);
        let transactions: Vec<Element> = root
            .map(|root| index.children_named(root, name::TRANSACTION).collect())
            .unwrap_or_default();
        let mut places = Self {
            index,
            root,
            transactions,
            lines: Vec::new(),
            agreements: Vec::new(),
            deliveries: Vec::new(),
            settlements: Vec::new(),
            summations: Vec::new(),
            billed_unit: OnceCell::new(),
            invoice_currencies: OnceCell::new(),
            tax_currencies: OnceCell::new(),
            last_charge: Cell::new(None),
            last_period: Cell::new(None),
        };
        places.gather();
        places
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

    /// The codes of the invoice currency; there should be one.
    pub(super) fn invoice_currencies(&self) -> &HashSet<Cow<'a, str>> {
        let codes = || self.of_settlements(name::INVOICE_CURRENCY).map(|c| self.index.value(c));
        self.invoice_currencies.get_or_init(|| codes().collect())
    }

    /// The codes of the accounting currency; there may be one.
    pub(super) fn tax_currencies(&self) -> &HashSet<Cow<'a, str>> {
        let codes = || self.of_settlements(name::TAX_CURRENCY).map(|c| self.index.value(c));
        self.tax_currencies.get_or_init(|| codes().collect())
    }

    /// Whether the currency of the amount is one of the codes.
    pub(super) fn is_in(&self, amount: Element, codes: &HashSet<Cow<'a, str>>) -> bool {
        self.index.attribute(amount, Attribute::CurrencyId).is_some_and(|code| codes.contains(code))
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
    pub(super) fn is_vat(&self, tax: Element) -> Result<bool, StylesheetAborted> {
        let code = self.index.only(tax, name::TYPE_CODE)?;
        Ok(code.is_some_and(|code| self.index.value(code).eq_ignore_ascii_case("VAT")))
    }

    /// The same within the context of a rule, where two codes only mean that the rule does not apply.
    pub(super) fn is_vat_context(&self, tax: Element) -> bool {
        self.is_vat(tax).unwrap_or(false)
    }

    /// `ChargeIndicator/Indicator = …`: whether any is what is asked for. One that is neither true nor false ends the
    /// run, unless the answer stands before it.
    pub(super) fn is_charge(&self, part: Element, wanted: bool) -> Result<bool, StylesheetAborted> {
        if let Some((known, asked, answer)) = self.last_charge.get()
            && (known, asked) == (part, wanted)
        {
            return answer;
        }
        let answer = self.find_indicator(part, wanted);
        self.last_charge.set(Some((part, wanted, answer)));
        answer
    }

    fn find_indicator(&self, part: Element, wanted: bool) -> Result<bool, StylesheetAborted> {
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
