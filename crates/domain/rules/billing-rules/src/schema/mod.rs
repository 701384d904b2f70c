//! The schema layer: UBL 2.1 `Invoice` and `CreditNote`, and the Cross Industry Invoice D16B.
//!
//! Two text files say which elements stand in which, in what order and how often, and what their values are. One pass
//! over the elements in document order checks each by the type that its parent gave it; there is no recursion.
//! As the official validators do, the rules proper are asked whatever is found here.

mod content;
mod read;
mod repair;
pub(crate) mod rule;
mod shape;
mod suggestion;
mod table;

use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::{Hits, Value};
pub use read::UBL_TYPES;
pub(crate) use read::{cii, ubl};
pub(crate) use suggestion::Suggestions;
pub use table::Schema;
use table::{TypeId, UNCHECKED};

impl Hits {
    /// The element has not the shape that another crate prescribes; `what` is wrong with it.
    pub fn push_shape(&mut self, element: Element, what: &str) {
        self.push_with(&rule::SHAPE, element, Value::None, Value::Owned(what.into()));
    }
}

/// Whether this is the rule on elements that do not belong.
pub(crate) fn is_unexpected(rule: &Rule) -> bool {
    rule.id == rule::UNEXPECTED.id
}

/// Holds a document against the schema.
pub(crate) fn check(index: &Index<'_>, schema: &'static Schema, hits: &mut Hits) {
    let root = index.name(Element::ROOT);
    let Some(&(_, of)) = schema.roots.iter().find(|known| known.0 == root) else {
        let expected = Value::Text(schema.documents);
        hits.push_with(&rule::ROOT, Element::ROOT, expected, Value::None);
        return;
    };
    let mut pass = Pass { schema, index, hits, types: vec![UNCHECKED; index.len()] };
    pass.types[0] = of;
    for element in index.all() {
        pass.element(element);
    }
}

struct Pass<'s, 'i, 'a> {
    schema: &'static Schema,
    index: &'i Index<'a>,
    hits: &'s mut Hits,
    /// The type of each element, given by its parent.
    types: Vec<TypeId>,
}
