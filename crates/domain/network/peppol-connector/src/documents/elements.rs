//! Elements of UBL and CII asked for by name, and their texts.

use std::collections::HashMap;
use time::{Date, macros::format_description};
use xml::Node;

const NAMESPACES: [&str; 5] = [
    crate::namespaces::CBC,
    crate::namespaces::CAC,
    "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
    "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
];

/// Characters that are taken of any other text: more than are valid anywhere, so that what is cut is
/// refused for its length and not taken for another.
pub const MAX_TEXT_TAKEN: usize = 500;

/// Characters that are taken of a text for people: a note, a description.
pub const MAX_PROSE_TAKEN: usize = 5_000;

/// An element whose children are asked for by name.
pub(crate) trait Parent<'a, 'i: 'a>: Copy {
    /// Its children of a local name, in the namespaces of UBL and CII.
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>>;
}

impl<'a, 'i: 'a> Parent<'a, 'i> for Node<'a, 'i> {
    fn named(self, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
        self.children().filter(move |node| node.tag_name().name() == name && is_known(*node))
    }
}

/// The children of an element, which is walked once however many of them are asked for. A document has as
/// many as it has lines.
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

/// The first element at a path of local names, by the first element at each step: what is read of it belongs
/// together.
pub(crate) fn group<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
) -> Option<Node<'a, 'i>> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(parent.named(first).next()?, |node, name| node.named(name).next())
}

/// The elements at a path of local names, in all groups on the way.
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

/// The first text of a name in the first group that is on the way to it: never of the second group what the first
/// does not say.
pub(crate) fn text<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    first_text(parent, path, MAX_TEXT_TAKEN)
}

/// A text that is read by people: a note, a description.
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

/// The first text at a path in any group, for what says something alone.
pub(crate) fn anywhere<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<String> {
    texts(parent, path, MAX_TEXT_TAKEN).next()
}

/// The texts at a path in all groups, each cut to the given number of characters.
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

/// The text of a leaf, trimmed and cut: a comment in it parts it for the parser, and for nobody else.
pub(crate) fn leaf_text(node: Node<'_, '_>, taken: usize) -> String {
    let parts = node.children().filter(Node::is_text).filter_map(|child| child.text());
    let text = parts.flat_map(str::chars).skip_while(|c| c.is_whitespace());
    text.take(taken).collect::<String>().trim_end().to_owned()
}

pub(crate) fn cut(text: impl Iterator<Item = char>) -> String {
    text.take(MAX_TEXT_TAKEN).collect()
}

/// `2026-11-21`, with or without a time zone, which says nothing about an invoice's day.
pub(crate) fn iso_date(text: &str) -> Option<Date> {
    Date::parse(text.get(..10)?, format_description!("[year]-[month]-[day]")).ok()
}

/// `20261121` (format 102).
pub(super) fn compact_date(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year][month][day]")).ok()
}
