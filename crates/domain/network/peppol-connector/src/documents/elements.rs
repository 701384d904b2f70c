//! Finds elements of UBL and CII by name, and reads their texts.

use std::collections::HashMap;
use time::{Date, macros::format_description};
use xml::Node;

const NAMESPACES: [&str; 6] = [
    crate::namespaces::CBC,
    crate::namespaces::CAC,
    "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
    "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
    "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
];

/// Maximum characters read from any other text: more than are valid anywhere, so that a text that was cut is refused
/// for its length and not taken for another.
pub const MAX_TEXT_TAKEN: usize = 500;

/// Maximum characters read from a text for people: a note, a description.
pub const MAX_PROSE_TAKEN: usize = 5_000;

/// An element whose children are found by name.
pub(crate) trait Parent<'a, 'i: 'a>: Copy {
    /// The children with a local name, in the namespaces of UBL and CII.
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>>;
}

impl<'a, 'i: 'a> Parent<'a, 'i> for Node<'a, 'i> {
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.children().filter(move |node| node.tag_name().name() == name && is_known(*node))
    }
}

/// The children of an element, indexed by name in one pass, however many names are asked for later. A document has as
/// many children as lines.
pub(crate) struct Children<'a, 'i>(HashMap<&'a str, Vec<Node<'a, 'i>>>);

impl<'a, 'i: 'a> Children<'a, 'i> {
    pub(crate) fn of(node: Node<'a, 'i>) -> Self {
        let mut children: HashMap<_, Vec<_>> = HashMap::new();
        for child in node.children().filter(|child| is_known(*child)) {
            children.entry(child.tag_name().name()).or_default().push(child);
        }
        Self(children)
    }
}

impl<'a, 'i: 'a> Parent<'a, 'i> for &Children<'a, 'i> {
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.0.get(name).into_iter().flatten().copied()
    }
}

/// The first element at a path of local names, taking the first element at each step, so that values read from it
/// belong together.
pub(crate) fn group<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
) -> Option<Node<'a, 'i>> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(parent.named(first).next()?, |node, name| node.named(name).next())
}

/// All elements at a path of local names, through all elements on the way.
pub(crate) fn all<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Vec<Node<'a, 'i>> {
    let Some((first, rest)) = path.split_first() else { return Vec::new() };
    rest.iter().fold(parent.named(first).collect(), |nodes: Vec<_>, name| {
        nodes.into_iter().flat_map(|node| node.named(name)).collect()
    })
}

fn is_known(node: Node<'_, '_>) -> bool {
    let namespace = node.tag_name().namespace();
    node.is_element() && namespace.is_some_and(|namespace| NAMESPACES.contains(&namespace))
}

/// The first text at a path inside the first parent element: when that one lacks it, later parent elements are not
/// searched.
pub(crate) fn text<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    first_text(parent, path, MAX_TEXT_TAKEN)
}

/// The same for a text for people: a note, a description.
pub(crate) fn prose<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    first_text(parent, path, MAX_PROSE_TAKEN)
}

fn first_text<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
    taken: usize,
) -> Option<String> {
    let (name, groups) = path.split_last()?;
    match groups {
        [] => texts(parent, &[name], taken).next(),
        _ => texts(group(parent, groups)?, &[name], taken).next(),
    }
}

/// The first text at a path inside any parent element, for values that are independent of their neighbours.
pub(crate) fn anywhere<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    texts(parent, path, MAX_TEXT_TAKEN).next()
}

/// All texts at a path, inside all parent elements, each cut to the given number of characters.
pub(crate) fn texts<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
    taken: usize,
) -> impl Iterator<Item = String> {
    all(parent, path)
        .into_iter()
        .map(move |node| leaf_text(node, taken))
        .filter(|text| !text.is_empty())
}

/// The text of a leaf, trimmed and cut. A comment inside splits the text for the parser; the parts are joined.
pub(crate) fn leaf_text(node: Node<'_, '_>, taken: usize) -> String {
    let parts = node.children().filter(Node::is_text).filter_map(|child| child.text());
    let text = parts.flat_map(str::chars).skip_while(|c| c.is_whitespace());
    text.take(taken).collect::<String>().trim_end().to_owned()
}

pub(crate) fn cut(text: impl Iterator<Item = char>) -> String {
    text.take(MAX_TEXT_TAKEN).collect()
}

/// Parses `2026-11-21`; a time zone is ignored, because it does not change the day of an invoice.
pub(crate) fn iso_date(text: &str) -> Option<Date> {
    Date::parse(text.get(..10)?, format_description!("[year]-[month]-[day]")).ok()
}

/// Parses `20261121` (format 102).
pub(super) fn compact_date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year][month][day]")).ok()
}
