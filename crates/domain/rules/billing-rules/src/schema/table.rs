//! The tables of a schema: the children of each element, and the values.

use std::ops::Range;

use xml::schema::Kind;

use crate::index::Attribute;
use crate::names::Name;

/// A type's place in [`Schema::types`].
pub(super) type TypeId = u16;

/// The type of unknown elements: they and their descendants are not checked.
pub(super) const UNCHECKED: TypeId = 0;
/// Elements below a wildcard: those that the schema knows are checked against it.
pub(super) const LAX: TypeId = 1;

/// The shape of some documents.
pub struct Schema {
    /// The document elements, in words: "an Invoice or CreditNote".
    pub(super) documents: &'static str,
    /// Whether white space at the ends of dates and times does no harm, as Xerces has it; libxml2, with
    /// which the invoices of the corpus were checked, minds it.
    pub(super) trims: bool,
    pub(super) types: Vec<Type>,
    pub(super) particles: Vec<Particle>,
    /// The document elements.
    pub(super) roots: Vec<(Name, TypeId)>,
    /// The type of an element of this name, wherever it occurs, indexed by name.
    pub(super) usual: Vec<TypeId>,
}

/// The content and the attributes of an element.
pub(super) struct Type {
    pub(super) content: Content,
    /// Bits of the attributes that it may have.
    pub(super) allowed: u64,
    /// Bits of those that it must have.
    pub(super) required: u64,
    /// Bits of those whose value is checked against [`Type::values`].
    pub(super) checked: u64,
    pub(super) values: Vec<(Attribute, AttributeValue)>,
}

/// The content of an element.
#[derive(Clone)]
pub(super) enum Content {
    /// Elements in this order.
    Sequence(Range<usize>),
    /// Exactly one of these elements.
    Choice(Range<usize>),
    /// One element of another namespace.
    Wildcard,
    /// Anything is allowed.
    Anything,
    /// A simple value.
    Value(Kind),
}

/// The value of an attribute.
pub(super) enum AttributeValue {
    /// A value of this kind.
    Kind(Kind),
    /// This text, white space aside.
    Fixed(String),
}

/// An element's place in a sequence.
#[derive(Clone, Copy)]
pub(super) struct Particle {
    pub(super) name: Name,
    pub(super) required: bool,
    pub(super) repeatable: bool,
    pub(super) of: TypeId,
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Schema(of {})", self.documents)
    }
}
