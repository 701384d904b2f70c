//! Empty elements.

use super::names::DELIVERY;
use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::Hits;

/// Checks every element. The header's delivery has to stand and may be empty, if it has its usual prefix: the official
/// rule knows it by that.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) {
    for element in index.all() {
        if !index.has_children(element) && index.is_blank(element) && !is_delivery(index, element) {
            hits.push(&R008, element);
        }
    }
}

fn is_delivery(index: &Index<'_>, element: Element) -> bool {
    const USUAL: &str = "ram:ApplicableHeaderTradeDelivery";
    if index.name(element) != DELIVERY && index.name(element) != crate::names::Name::UNKNOWN {
        return false;
    }
    let text = index.document().input_text();
    let tag = text.get(index.node(element).range().start + 1..).unwrap_or_default();
    tag.strip_prefix(USUAL).is_some_and(|rest| {
        rest.starts_with(|next: char| next.is_ascii_whitespace() || matches!(next, '/' | '>'))
    })
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 1] = [&R008];

static R008: Rule = Rule::fatal(
    "PEPPOL-EN16931-R008",
    &[],
    "{name} is empty.",
    "Leave out elements that have nothing to say.",
);
