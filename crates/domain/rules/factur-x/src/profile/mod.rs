//! What the profile EN 16931 refuses of CII that the rules of EN 16931 take: its schema is narrower than D16B, its code lists
//! are narrower than those of EN 16931, and it has rules of its own. Stated of Factur-X 1.09.2 (ZUGFeRD 2.5.2), in force since
//! 2026-09-01, with what ZUGFeRD 2.4 asks for besides.

mod codes;
mod rules;
mod shape;

use crate::Level;
use xml::{Node, Parsed, XmlElement as _};

/// Something in a CII document that its profile refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The byte at which the element begins.
    pub offset: usize,
    /// The rule, by the name that it has for others or by ours.
    pub rule: &'static str,
    /// The business term that is to be said, where it is one that is lacking.
    pub term: Option<&'static str>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Refused {
    fn at(
        element: Node<'_, '_>,
        rule: &'static str,
        term: Option<&'static str>,
        message: String,
    ) -> Self {
        Self { offset: element.offset(), rule, term, message }
    }
}

/// What a profile refuses of a CII document, beyond the rules of EN 16931 and the schema D16B: of EN 16931 its schema, its codes and its
/// rules; of XRECHNUNG, whose rules are those of XRechnung, the schema alone, by which it is read. Nothing of other profiles, which are not written.
#[must_use]
pub fn refused(cii: &Parsed<'_>, level: Level) -> Vec<Refused> {
    let root = cii.root();
    match level {
        Level::En16931 => {
            [shape::refused(root), codes::refused(root), rules::refused(root)].concat()
        }
        Level::Xrechnung => shape::refused(root),
        Level::Minimum | Level::BasicWl | Level::Basic | Level::Extended => Vec::new(),
    }
}

/// The elements of a name below another.
fn named<'t>(root: Node<'t, 't>, name: &'static str) -> impl Iterator<Item = Node<'t, 't>> {
    root.descendants().filter(move |node| is(*node, name))
}

/// The child elements of a name.
fn children<'t>(parent: Node<'t, 't>, name: &'static str) -> impl Iterator<Item = Node<'t, 't>> {
    parent.children().filter(move |node| is(*node, name))
}

/// The first element at a path of child elements.
fn at<'t>(from: Node<'t, 't>, path: &[&'static str]) -> Option<Node<'t, 't>> {
    path.iter().try_fold(from, |element, name| children(element, name).next())
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

/// The name of the element that an element stands in.
fn parent_name<'t>(element: Node<'t, 't>) -> &'t str {
    element.parent_element().map_or("", |parent| parent.tag_name().name())
}

/// The text of an element without the white space around it.
fn value(element: Node<'_, '_>) -> String {
    xml::white_space::trimmed(&element.whole_text()).to_owned()
}
