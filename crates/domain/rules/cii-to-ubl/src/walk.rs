//! The walk over the CII that finds what has not been carried.

use std::collections::HashMap;

use crate::ledger::Ledger;
use crate::loss::{Loss, LossKind, MOST_LOSSES, NO_TERM, NO_TERM_ATTRIBUTE, Reason};
use crate::tree::{self, Element, cut, own_text, shown_name};
use xml::{Place, XmlElement as _, white_space::trimmed};

/// Longest excerpt of a value.
const LONGEST_VALUE: usize = 120;

/// Says where a schema lies; says nothing about the invoice.
const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Everything that stands in the CII and was not carried. Comments, processing instructions, white
/// space and hints where schemas lie say nothing about the invoice.
pub(crate) fn losses(root: Element<'_>, ledger: &Ledger) -> Vec<Loss> {
    let mut path = String::new();
    push_step(&mut path, root);
    let mut walk = Walk { ledger, path, losses: Vec::new(), more: 0 };
    walk.visit(root, None);
    if walk.more > 0 {
        // the last place says how many there are beyond
        walk.losses.truncate(MOST_LOSSES - 1);
        walk.losses.push(Loss {
            path: walk.path,
            place: Place::element(root.offset()),
            value: String::new(),
            message: format!("{} more values are not carried", walk.more + 1),
            kind: LossKind::More,
        });
    }
    walk.losses
}

struct Walk<'l> {
    ledger: &'l Ledger,
    /// The XPath of where the walk is.
    path: String,
    losses: Vec<Loss>,
    more: usize,
}

impl Walk<'_> {
    /// Recursive: the guard allows few levels.
    fn visit(&mut self, element: Element<'_>, above: Option<Reason>) {
        let reason = self.ledger.reason(element).or(above);
        self.visit_attributes(element, reason);
        if !self.ledger.is_carried(element) {
            self.lose(element, None, &own_text(element), reason.unwrap_or(NO_TERM));
        }
        let totals = counts(element);
        let mut seen = HashMap::new();
        let here = self.path.len();
        for child in element.children().filter(Element::is_element) {
            let name = expanded(child);
            let number: &mut usize = seen.entry(name).or_default();
            *number += 1;
            push_step(&mut self.path, child);
            if totals.get(&name).is_some_and(|total| *total > 1) {
                self.path.push_str(&format!("[{number}]"));
            }
            self.visit(child, reason);
            self.path.truncate(here);
        }
    }

    fn visit_attributes(&mut self, element: Element<'_>, reason: Option<Reason>) {
        for (number, attribute) in element.attributes().enumerate() {
            let says_nothing = attribute.namespace() == Some(SCHEMA_INSTANCE)
                && matches!(attribute.name(), "schemaLocation" | "noNamespaceSchemaLocation");
            if says_nothing || self.ledger.is_attribute_carried(element, number) {
                continue;
            }
            let reason = reason.unwrap_or(NO_TERM_ATTRIBUTE);
            self.lose(element, Some(attribute.name()), attribute.value(), reason);
        }
    }

    fn lose(&mut self, element: Element<'_>, attribute: Option<&str>, value: &str, reason: Reason) {
        let value = trimmed(value);
        if value.is_empty() {
            return;
        }
        if self.losses.len() == MOST_LOSSES {
            self.more += 1;
            return;
        }
        let mut path = self.path.clone();
        let mut place = Place::element(element.offset());
        if let Some(name) = attribute.map(shown_name) {
            path.push_str("/@");
            path.push_str(&name);
            place.attribute = Some(name.into_owned().into());
        }
        self.losses.push(Loss {
            path,
            place,
            value: cut(value, LONGEST_VALUE),
            message: reason.message.to_owned(),
            kind: reason.kind,
        });
    }
}

/// How often each name stands among the children.
fn counts<'a>(element: Element<'a>) -> HashMap<(Option<&'a str>, &'a str), usize> {
    let mut counts = HashMap::new();
    for child in element.children().filter(Element::is_element) {
        *counts.entry(expanded(child)).or_default() += 1;
    }
    counts
}

fn expanded<'a>(element: Element<'a>) -> (Option<&'a str>, &'a str) {
    (element.tag_name().namespace(), element.tag_name().name())
}

/// Adds a slash and the element's name with the usual prefix of its namespace.
fn push_step(path: &mut String, element: Element<'_>) {
    path.push_str(match element.tag_name().namespace() {
        Some(tree::RSM) => "/rsm:",
        Some(tree::RAM) => "/ram:",
        Some(tree::UDT) => "/udt:",
        Some(tree::QDT) => "/qdt:",
        Some(_) => "/*:",
        None => "/",
    });
    path.push_str(&shown_name(element.tag_name().name()));
}
