//! What one walk over the document finds: the elements in document order, each with the number of
//! its name, its text and where its descendants end. The rules read this and nothing is copied.

mod attribute;
mod build;
pub(crate) mod element;
mod iterate;
mod value;

use std::cell::Cell;

use roxmltree::{Document, Node, NodeId};
use xml::Readable;

pub use attribute::Attribute;
pub use element::Element;
pub(crate) use iterate::single;

use crate::names::Name;

/// The value for no element.
const NONE: u32 = u32::MAX;

/// The facts about an element.
#[derive(PartialEq, Eq)]
struct Entry<'a> {
    /// The first text node; all of the text unless [`SPLIT`].
    text: &'a str,
    node: u32,
    parent: u32,
    /// The first element after this one's descendants.
    end: u32,
    /// The next element of the same name in document order.
    next_same: u32,
    /// The bits of [`Attribute`].
    attributes: u64,
    /// Where the attributes' values begin among those of the document's elements.
    values: u32,
    name: Name,
    shape: u8,
}

/// The element has child elements.
const PARENT: u8 = 1;
/// The element has more than one text node, or text nodes among child elements.
const SPLIT: u8 = 2;
/// The element has a comment or a processing instruction.
const REMARK: u8 = 4;
/// The element has text of its own that is more than white space.
const TEXT: u8 = 8;

/// The elements of a document.
pub struct Index<'a> {
    source: &'a (dyn Readable + 'a),
    entries: Vec<Entry<'a>>,
    /// The values of each element's known attributes, in the order of their bits: asking the tree again
    /// costs more than remembering.
    values: Vec<&'a str>,
    /// The first element of each name.
    first: Vec<u32>,
    /// The step budget: how many more steps the rules may go.
    ///
    /// It is the only thing that changes in an index, so that rules can share it by reference and
    /// need not hand a counter around. [`Index::refresh`] fills it before each stylesheet; each step
    /// from element to element takes one. Once it is used up, every list of elements is empty, so
    /// that the rules come to an end by themselves; `verdict::run` then asks
    /// [`Index::is_exhausted`] and throws away what they found. A `Cell` makes the index `!Sync`:
    /// one thread validates one document.
    steps_left: Cell<i64>,
}

/// The steps that any document may cost.
const FEWEST_STEPS: i64 = 1 << 20;
/// The steps for each element besides; rules take about twenty.
const STEPS_PER_ELEMENT: i64 = 1 << 7;

impl std::fmt::Debug for Index<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Index({} elements)", self.len())
    }
}

impl<'a> Index<'a> {
    /// The element's name.
    pub fn name(&self, element: Element) -> Name {
        self.entries[element.at()].name
    }

    /// The parent; `None` for the document element.
    pub fn parent(&self, element: Element) -> Option<Element> {
        let parent = self.entries[element.at()].parent;
        (parent != NONE).then_some(Element(parent))
    }

    /// The parent's name, [`Name::UNKNOWN`] for the document element.
    pub fn parent_name(&self, element: Element) -> Name {
        self.parent(element).map_or(Name::UNKNOWN, |parent| self.name(parent))
    }

    /// Whether the element has this parent and grandparent and so on, nearest first.
    pub fn is_under(&self, element: Element, ancestors: &[Name]) -> bool {
        let mut at = element;
        ancestors.iter().all(|&name| match self.parent(at) {
            Some(parent) => {
                at = parent;
                self.name(parent) == name
            }
            None => false,
        })
    }

    /// Whether any ancestor has this name.
    pub fn has_ancestor(&self, element: Element, name: Name) -> bool {
        std::iter::successors(self.parent(element), |&at| self.parent(at))
            .any(|ancestor| self.name(ancestor) == name)
    }

    /// Whether the element has child elements.
    pub fn has_children(&self, element: Element) -> bool {
        self.entries[element.at()].shape & PARENT != 0
    }

    /// Whether the element has text of its own, besides that of descendants, that is more than
    /// white space.
    pub fn has_own_text(&self, element: Element) -> bool {
        self.entries[element.at()].shape & TEXT != 0
    }

    /// Whether the element contains a comment or processing instruction.
    pub fn has_remark(&self, element: Element) -> bool {
        self.entries[element.at()].shape & REMARK != 0
    }

    /// Whether the element has the attribute.
    pub fn has(&self, element: Element, attribute: Attribute) -> bool {
        self.entries[element.at()].attributes & attribute.bit() != 0
    }

    /// The element's attributes as bits, see [`Attribute::bit`].
    pub fn attributes(&self, element: Element) -> u64 {
        self.entries[element.at()].attributes
    }

    /// The attribute's value.
    pub fn attribute(&self, element: Element, attribute: Attribute) -> Option<&'a str> {
        if !self.has(element, attribute) {
            return None;
        }
        let entry = &self.entries[element.at()];
        self.values.get(entry.values as usize + attribute.place_in(entry.attributes)).copied()
    }

    /// Whether the rules went more steps than a document of this size can call for. Some official
    /// rules look at all siblings of each element; a hostile document makes that cost hours. What
    /// the rules found is then worthless.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.steps_left.get() < 0
    }

    /// Uses up the step budget: the document is too costly to go on with.
    pub fn exhaust(&self) {
        self.steps_left.set(-1);
    }

    /// Fills the step budget for the run of one stylesheet.
    pub(crate) fn refresh(&self) {
        let steps = FEWEST_STEPS + STEPS_PER_ELEMENT * self.entries.len() as i64;
        self.steps_left.set(steps);
    }

    /// Takes this many steps; returns false when the budget is used up.
    fn step(&self, count: usize) -> bool {
        let left = self.steps_left.get() - count as i64;
        self.steps_left.set(left);
        left >= 0
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The element of a node; the document element for a node that is none of the document's elements.
    /// Only for the index of a whole document: elements of others do not stand in the order of nodes.
    pub fn element_of(&self, node: Node<'_, '_>) -> Element {
        let place = self.entries.binary_search_by_key(&node.id().get(), |entry| entry.node);
        place.map_or(Element::ROOT, |place| Element(place as u32))
    }

    /// The indexed document.
    pub fn source(&self) -> &'a (dyn Readable + 'a) {
        self.source
    }

    /// The tree. Most documents have none yet: rules ask for it where the index does not tell enough, and for what is
    /// wrong.
    pub fn document(&self) -> &'a Document<'a> {
        self.source.document()
    }

    /// The element's number in the tree, without making the tree.
    pub(crate) fn number(&self, element: Element) -> u32 {
        self.entries[element.at()].node
    }

    /// Where the element begins, in bytes of the document.
    pub(crate) fn offset(&self, element: Element) -> usize {
        let of_row = self.source.flat().and_then(|flat| flat.offset_of(self.number(element)));
        of_row.unwrap_or_else(|| self.node(element).range().start)
    }

    /// The element in the tree.
    pub fn node(&self, element: Element) -> Node<'a, 'a> {
        let id = NodeId::new(self.number(element));
        let document = self.document();
        document.get_node(id).unwrap_or_else(|| document.root_element())
    }
}
