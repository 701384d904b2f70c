//! Rules on all elements whose name ends in a certain way.

use std::sync::OnceLock;

use super::attributes::{
    AMOUNT, CII_DT_033, ID, LINE_CATEGORY, PLAIN_ID, QUANTITY, ROOT, TYPE_CODE, check_attributes,
};
use super::invoice::Invoice;
use super::{name, references, taxes, unused};
use crate::index::{Attribute, Element, Index};
use crate::names::{Name, Namespace, all_ram};
use crate::verdict::Hits;

/// What a name ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Parameter,
    Id,
    Document,
    Amount,
    Quantity,
    Tax,
}

impl Suffix {
    fn of(local: &str) -> Option<Self> {
        const SUFFIXES: [(&str, Suffix); 6] = [
            ("DocumentContextParameter", Suffix::Parameter),
            ("ID", Suffix::Id),
            ("ReferencedDocument", Suffix::Document),
            ("Amount", Suffix::Amount),
            ("Quantity", Suffix::Quantity),
            ("TradeTax", Suffix::Tax),
        ];
        SUFFIXES.iter().find(|(suffix, _)| local.ends_with(suffix)).map(|found| found.1)
    }
}

/// Runs the rules.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    static NAMES: OnceLock<Vec<(Name, Suffix)>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        all_ram().filter_map(|(name, local)| Some((name, Suffix::of(local)?))).collect()
    });
    let index = invoice.index;
    for &(name, suffix) in names {
        for element in index.named(name) {
            check_element(invoice, element, suffix, hits);
        }
    }
    for element in index.named(Name::UNKNOWN) {
        if let Some(suffix) = suffix_of_unknown(index, element) {
            check_element(invoice, element, suffix, hits);
        }
    }
    for code in index.named(name::TYPE_CODE) {
        check_attributes(index, code, &TYPE_CODE, hits);
    }
    for code in index.named(name::CATEGORY_CODE) {
        if is_line_category(index, code) {
            check_attributes(index, code, &LINE_CATEGORY, hits);
        }
    }
    if let Some(root) = invoice.root {
        check_attributes(index, root, &ROOT, hits);
    }
}

/// Elements that no schema knows are checked by their names too.
fn suffix_of_unknown(index: &Index<'_>, element: Element) -> Option<Suffix> {
    let node = index.node(element);
    let suffix = Suffix::of(node.tag_name().name())?;
    let namespace = node.tag_name().namespace().and_then(Namespace::of_uri);
    (namespace == Some(Namespace::Ram) || suffix == Suffix::Parameter).then_some(suffix)
}

fn check_element(invoice: &Invoice<'_, '_>, element: Element, suffix: Suffix, hits: &mut Hits) {
    let index = invoice.index;
    match suffix {
        Suffix::Parameter => unused::check_context_parameter(index, element, hits),
        Suffix::Id => {
            let plain = index.attributes(element) == 0;
            let table = if plain || !is_plain_id(index, element) { &ID[..] } else { &PLAIN_ID };
            check_attributes(index, element, table, hits);
        }
        Suffix::Document => references::check(index, element, hits),
        Suffix::Amount if index.name(element) == name::TAX_TOTAL => {}
        Suffix::Amount => check_attributes(index, element, &AMOUNT, hits),
        Suffix::Quantity => {
            check_attributes(index, element, &QUANTITY, hits);
            if index.has(element, Attribute::UnitCode) && !invoice.has_billed_unit() {
                hits.push(&CII_DT_033, element);
            }
        }
        Suffix::Tax => taxes::check(index, element, hits),
    }
}

fn is_plain_id(index: &Index<'_>, element: Element) -> bool {
    const LINE: [Name; 3] = [name::LINE, name::TRANSACTION, name::ROOT];
    let in_line = |part: Name| {
        index.parent_name(element) == part
            && index.parent(element).is_some_and(|parent| index.is_under(parent, &LINE))
    };
    match index.name(element) {
        name::ID => {
            index.is_under(element, &[name::GUIDELINE, name::CONTEXT, name::ROOT])
                || index.is_under(element, &[name::DOCUMENT, name::ROOT])
        }
        name::LINE_ID => in_line(name::LINE_DOCUMENT),
        name::SELLER_ASSIGNED => in_line(name::PRODUCT),
        _ => false,
    }
}

fn is_line_category(index: &Index<'_>, code: Element) -> bool {
    const PATH: [Name; 5] =
        [name::TAX, name::LINE_SETTLEMENT, name::LINE, name::TRANSACTION, name::ROOT];
    index.attributes(code) != 0 && index.is_under(code, &PATH)
}
