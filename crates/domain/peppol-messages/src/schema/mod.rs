//! The shape of documents, by tables written from the published XML Schemas.
//!
//! A table says which elements stand in which, in what order and how often, and what their values are.
//! Verdicts agree with Xerces, which the expected verdicts come from.

mod check;
mod content;
mod date;
mod read;
mod value;

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use xml::Node;

use content::Content;
use value::Simple;

/// Which vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vocabulary {
    /// SMP documents.
    Smp,
    /// SML requests and answers.
    Sml,
    /// Business cards of 2018-06-21.
    Card,
    /// The standard business document header, and the wrapper for other formats.
    Sbdh,
    /// UBL 2.1 `ApplicationResponse`.
    Mls,
}

/// One place where a document does not have the shape of its vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeFault {
    /// The byte of the text at which the element begins.
    pub offset: usize,
    /// The element, as `smp:Endpoint`, without a prefix where it is of no known namespace.
    pub element: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.element, self.what)
    }
}

/// What does not have the right shape in an element and below, at most 50 places; nothing where all has.
#[must_use]
pub fn shape_faults(vocabulary: Vocabulary, root: Node<'_, '_>) -> Vec<ShapeFault> {
    check::run(vocabulary.schema(), root)
}

impl Vocabulary {
    fn schema(self) -> &'static Schema {
        static SCHEMAS: [OnceLock<Schema>; 5] = [const { OnceLock::new() }; 5];
        let (place, text) = match self {
            Self::Smp => (0, include_str!("tables/smp.txt")),
            Self::Sml => (1, include_str!("tables/sml.txt")),
            Self::Card => (2, include_str!("tables/card.txt")),
            Self::Sbdh => (3, include_str!("tables/sbdh.txt")),
            Self::Mls => (4, include_str!("tables/mls.txt")),
        };
        SCHEMAS[place].get_or_init(|| read::schema(text))
    }
}

/// A name with its namespace, which may be empty.
type Name = (&'static str, &'static str);

/// A type's place in [`Schema::types`].
type TypeId = usize;

/// Anything at all: what a word of a table means that no table explains.
const ANY_TYPE: TypeId = 0;

/// One vocabulary.
#[derive(Debug, Default)]
struct Schema {
    /// Prefix and namespace.
    namespaces: Vec<(&'static str, &'static str)>,
    /// Elements that may be the root, or stand where a wildcard allows any.
    elements: HashMap<Name, TypeId>,
    types: Vec<Type>,
}

/// What an element may hold.
#[derive(Debug, Clone)]
struct Type {
    content: Content,
    attributes: Vec<AttributeUse>,
    /// Attributes of other namespaces than this one are allowed; of any, where it is empty.
    other_attributes: Option<&'static str>,
}

/// An attribute that an element may have.
#[derive(Debug, Clone)]
struct AttributeUse {
    name: Name,
    required: bool,
    fixed: Option<String>,
    value: Simple,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_can_be_read() {
        for vocabulary in
            [Vocabulary::Smp, Vocabulary::Sml, Vocabulary::Card, Vocabulary::Sbdh, Vocabulary::Mls]
        {
            let schema = vocabulary.schema();
            assert!(!schema.elements.is_empty(), "{vocabulary:?}");
            assert!(schema.types.len() > 3, "{vocabulary:?}");
            let unknown = read::unknown_words(vocabulary);
            assert!(unknown.is_empty(), "{vocabulary:?}: {unknown:?}");
        }
    }
}
