//! XRechnung over the Cross Industry Invoice: Peppol's rules that it takes over, Germany's, those of the extension and
//! of clean vehicles.

mod allowances;
mod document;
mod empty;
mod extension;
mod header;
mod lines;
mod names;
mod parties;
mod payment;
mod prices;
mod vehicles;

use std::borrow::Cow;
use std::collections::HashSet;

use super::identifiers::{ALL, CVD, EXTENSION, Identifiers};
use super::rules::{BR_DE_21, RULES};
use crate::index::{Element, Index};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::peppol::reading::require;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
use names::*;

/// A document, with what several rules ask of it.
struct Invoice<'i, 'd> {
    index: &'i Index<'d>,
    transactions: Vec<Element>,
    /// How far amounts may be apart.
    slack: XsDecimal,
}

impl<'i, 'd> Invoice<'i, 'd> {
    fn of(index: &'i Index<'d>) -> Self {
        let transactions = if index.name(Element::ROOT) == ROOT {
            index.children_named(Element::ROOT, TRANSACTION).collect()
        } else {
            Vec::new()
        };
        let currencies =
            transactions.iter().flat_map(|&part| index.path(part, &[SETTLEMENT, INVOICE_CURRENCY]));
        let slack = crate::peppol::slack(currencies.map(|code| index.value(code)));
        Self { index, transactions, slack }
    }

    /// Whether the document element is a Cross Industry Invoice.
    fn is_cii(&self) -> bool {
        self.index.name(Element::ROOT) == ROOT
    }

    /// All elements at the path, from the transactions of the document.
    fn at<'s>(&'s self, path: &'s [Name]) -> impl Iterator<Item = Element> + 's {
        self.transactions.iter().flat_map(move |&part| self.index.path(part, path))
    }

    /// Whether any element stands at the path.
    fn has(&self, path: &[Name]) -> bool {
        self.at(path).next().is_some()
    }

    /// Whether any element at the path has a text.
    fn gives(&self, path: &[Name]) -> bool {
        self.at(path).any(|element| !self.index.is_blank(element))
    }

    /// The codes of the invoice currency or of the accounting currency, as they are written; there should be one.
    fn currencies(&self, name: Name) -> HashSet<Cow<'d, str>> {
        self.at(&[SETTLEMENT, name]).map(|code| self.index.value(code)).collect()
    }
}

/// Runs XRechnung's stylesheet.
pub(crate) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let invoice = Invoice::of(index);
    empty::check(index, hits);
    header::check(&invoice, hits)?;
    allowances::check(&invoice, hits)?;
    prices::check(&invoice, hits)?;
    lines::check(&invoice, hits)?;
    if !invoice.is_cii() {
        return Ok(());
    }
    document::check(&invoice, hits)?;
    parties::check(&invoice, hits)?;
    payment::check(&invoice, hits)?;
    let contexts: Vec<_> = index.children_named(Element::ROOT, CONTEXT).collect();
    let of = |context| Identifiers::of(index.path(context, &[GUIDELINE, ID]));
    for &context in &contexts {
        let identifiers = of(context);
        let known = ALL.iter().any(|known| identifiers.say(index, known));
        require(hits, &BR_DE_21, context, known);
    }
    if contexts.iter().any(|&context| of(context).hold(index, EXTENSION)) {
        extension::check(&invoice, hits);
    }
    if contexts.iter().any(|&context| of(context).hold(index, CVD)) {
        vehicles::check(&invoice, hits)?;
    }
    Ok(())
}

/// Every rule of XRechnung over CII, CEN's aside.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    let taken_over: [&[&'static Rule]; 5] =
        [&empty::RULES, &header::RULES, &allowances::RULES, &prices::RULES, &lines::RULES];
    let taken_over = taken_over.into_iter().flatten().copied();
    let of_extension = super::extension::RULES.into_iter().chain(extension::RULES);
    taken_over.chain(RULES).chain(of_extension).chain(super::vehicles::RULES)
}
