//! What tables say: which elements stand in which, and what their values are.

use std::ops::Range;

use xml::schema::Kind;

use crate::index::Attribute;
use crate::names::Name;

/// A type's place in [`Schema::types`].
pub(super) type TypeId = u16;

/// Elements that nothing is known of: they and their descendants are let be.
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
    /// Document elements.
    pub(super) roots: Vec<(Name, TypeId)>,
    /// By name: the type that the element has wherever it stands, if it stands anywhere.
    pub(super) usual: Vec<TypeId>,
}

/// What an element may hold.
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

/// What stands between the tags.
#[derive(Clone)]
pub(super) enum Content {
    /// Elements in this order.
    Sequence(Range<usize>),
    /// Exactly one of these elements.
    Choice(Range<usize>),
    /// One element of another namespace.
    Wildcard,
    /// Anything.
    Anything,
    /// A value.
    Value(Kind),
}

/// What an attribute must be.
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
