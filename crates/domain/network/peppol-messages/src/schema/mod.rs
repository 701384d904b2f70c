//! The shape of documents, by tables written from the published XML Schemas.
//!
//! A table says which elements stand in which, in what order and how often, and what their values are.
//! Verdicts agree with Xerces, which the expected verdicts come from.

mod check;
mod content;
mod fault;
mod read;
mod shape;
mod simple;

use std::sync::OnceLock;

use xml::XmlElement;

pub use fault::ShapeFault;
use shape::Schema;

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

/// The violations of the schema in an element and its descendants, at most 50; empty when it is valid.
#[must_use]
pub fn shape_faults<'t>(vocabulary: Vocabulary, root: impl XmlElement<'t>) -> Vec<ShapeFault> {
    check::run(vocabulary.schema(), root)
}

impl Vocabulary {
    fn schema(self) -> &'static Schema {
        static SCHEMAS: [OnceLock<Schema>; 5] = [const { OnceLock::new() }; 5];
        SCHEMAS[self as usize].get_or_init(|| read::schema(self.table()))
    }

    const fn table(self) -> &'static str {
        match self {
            Self::Smp => include_str!("tables/smp.txt"),
            Self::Sml => include_str!("tables/sml.txt"),
            Self::Card => include_str!("tables/card.txt"),
            Self::Sbdh => include_str!("tables/sbdh.txt"),
            Self::Mls => include_str!("tables/mls.txt"),
        }
    }
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
            let unknown = read::unknown_words(vocabulary.table());
            assert!(unknown.is_empty(), "{vocabulary:?}: {unknown:?}");
        }
    }
}
