//! Where an element stands.

use std::collections::{HashMap, HashSet};
use std::fmt;

use roxmltree::{Node, NodeId};

use crate::names::Namespace;

/// The steps from the document element to an element. It reads as the path that people write,
/// `/Invoice/cac:InvoiceLine[2]/cbc:ID`; there are none when there is no tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Location {
    steps: Vec<Step>,
}

/// An element among its siblings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    namespace: Space,
    local: Box<str>,
    place: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Space {
    None,
    Known(Namespace),
    Other(Box<str>),
}

impl Location {
    /// Where an element stands.
    pub fn of(element: Node<'_, '_>) -> Self {
        Locator::of(std::iter::once(element)).locate(element)
    }

    /// The prefix that a namespace usually has; nothing for one that the rules do not know.
    pub fn usual_prefix(uri: &str) -> Option<&'static str> {
        let namespace = Namespace::of_uri(uri)?;
        Some(match namespace {
            Namespace::Invoice => "ubl-invoice",
            Namespace::CreditNote => "ubl-creditnote",
            other => other.usual_prefix(),
        })
    }

    /// From the document element down.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

impl Step {
    /// The namespace; nothing for a name in none.
    pub fn namespace(&self) -> Option<&str> {
        match &self.namespace {
            Space::None => None,
            Space::Known(known) => Some(known.uri()),
            Space::Other(uri) => Some(uri),
        }
    }

    /// The name without its prefix.
    pub fn local(&self) -> &str {
        &self.local
    }

    /// Which one it is of the siblings of its name, from 1; nothing if it is the only one.
    pub const fn place(&self) -> Option<u32> {
        self.place
    }
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            let prefix = match &step.namespace {
                Space::Known(known) => known.usual_prefix(),
                Space::None | Space::Other(_) => "",
            };
            let colon = if prefix.is_empty() { "" } else { ":" };
            write!(out, "/{prefix}{colon}{}", step.local)?;
            if let Some(place) = step.place {
                write!(out, "[{place}]")?;
            }
        }
        Ok(())
    }
}

/// Finds the locations of some elements. Places among siblings are counted once per parent and
/// remembered for these elements and what they stand in, not for half a million others.
pub(crate) struct Locator {
    wanted: HashSet<NodeId>,
    places: HashMap<NodeId, u32>,
    counted: HashSet<NodeId>,
}

impl Locator {
    /// For these elements.
    pub(crate) fn of<'a, 'i: 'a>(nodes: impl Iterator<Item = Node<'a, 'i>>) -> Self {
        let mut wanted = HashSet::new();
        for node in nodes {
            for ancestor in node.ancestors() {
                if !wanted.insert(ancestor.id()) {
                    // its ancestors are known too
                    break;
                }
            }
        }
        Self { wanted, places: HashMap::new(), counted: HashSet::new() }
    }

    pub(crate) fn locate(&mut self, node: Node<'_, '_>) -> Location {
        let elements = node.ancestors().filter(Node::is_element);
        let mut steps: Vec<Step> = elements.map(|element| self.step(element)).collect();
        steps.reverse();
        Location { steps }
    }

    fn step(&mut self, element: Node<'_, '_>) -> Step {
        let tag = element.tag_name();
        let namespace = tag.namespace().map_or(Space::None, |uri| {
            Namespace::of_uri(uri).map_or_else(|| Space::Other(uri.into()), Space::Known)
        });
        Step { namespace, local: tag.name().into(), place: self.place(element) }
    }

    /// The element's place among its siblings of the same name; nothing if it is the only one.
    fn place(&mut self, element: Node<'_, '_>) -> Option<u32> {
        let parent = element.parent()?;
        if self.counted.insert(parent.id()) {
            self.count(parent);
        }
        self.places.get(&element.id()).copied()
    }

    fn count(&mut self, parent: Node<'_, '_>) {
        let mut seen: HashMap<_, (NodeId, u32)> = HashMap::new();
        for child in parent.children().filter(Node::is_element) {
            let tag = child.tag_name();
            let name = (tag.namespace(), tag.name());
            let (first, count) = seen.entry(name).or_insert((child.id(), 0));
            *count += 1;
            if *count == 2 && self.wanted.contains(first) {
                self.places.insert(*first, 1);
            }
            if *count > 1 && self.wanted.contains(&child.id()) {
                self.places.insert(child.id(), *count);
            }
        }
    }
}
