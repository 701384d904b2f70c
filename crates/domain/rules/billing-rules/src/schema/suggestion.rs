//! What was meant by an element that does not belong: a child that its parent may have, whose name is
//! nearly the same.

use std::collections::HashMap;

use roxmltree::Node;

use super::table::{Content, Schema, TypeId};
use crate::names::{Name, Namespace, find};

/// The children that parents may have, by the parent's type.
pub(crate) struct Suggestions {
    schema: &'static Schema,
    children: HashMap<TypeId, Vec<(Name, &'static str)>>,
}

impl Suggestions {
    pub(crate) fn new(schema: &'static Schema) -> Self {
        Self { schema, children: HashMap::new() }
    }

    /// The name that may have been meant, `cbc:ID` for `cbc:Id`.
    pub(crate) fn of(&mut self, child: Node<'_, '_>) -> Option<String> {
        let parent = self.type_of(name_of(child.parent_element()?)?)?;
        let schema = self.schema;
        let children = self.children.entry(parent).or_insert_with(|| children_of(schema, parent));
        let wrong = child.tag_name().name();
        let near = children.iter().filter_map(|(name, local)| Some((apart(wrong, local)?, *name)));
        near.min_by_key(|near| near.0)?.1.usual()
    }

    fn type_of(&self, name: Name) -> Option<TypeId> {
        let root = self.schema.roots.iter().find(|root| root.0 == name);
        root.map(|root| root.1).or_else(|| self.schema.usual.get(name.index()).copied())
    }
}

fn name_of(node: Node<'_, '_>) -> Option<Name> {
    let tag = node.tag_name();
    find(Namespace::of_uri(tag.namespace()?)?, tag.name())
}

fn children_of(schema: &Schema, parent: TypeId) -> Vec<(Name, &'static str)> {
    let (Content::Sequence(range) | Content::Choice(range)) =
        &schema.types[usize::from(parent)].content
    else {
        return Vec::new();
    };
    let names = schema.particles[range.clone()].iter().map(|particle| particle.name);
    names.filter_map(|name| Some((name, name.local()?))).collect()
}

/// The number of letters by which two names differ; `None` if there are too many for a typing error.
fn apart(wrong: &str, right: &str) -> Option<usize> {
    if wrong.eq_ignore_ascii_case(right) {
        return Some(0);
    }
    let slips = right.len() / 4;
    if slips == 0 || wrong.len().abs_diff(right.len()) > slips {
        return None;
    }
    Some(edits(wrong.as_bytes(), right.as_bytes())).filter(|edits| *edits <= slips.min(3))
}

/// How many letters are to be put in, left out or changed.
fn edits(one: &[u8], two: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (place, other) in two.iter().enumerate() {
            let changed = diagonal + usize::from(!letter.eq_ignore_ascii_case(other));
            diagonal = row[place + 1];
            row[place + 1] = changed.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        assert_eq!(apart("Id", "ID"), Some(0));
        assert_eq!(apart("IssueDat", "IssueDate"), Some(1));
        assert_eq!(apart("InvoceTypeCode", "InvoiceTypeCode"), Some(1));
        assert_eq!(apart("Name", "ID"), None);
        assert_eq!(apart("DueDate", "TaxPointDate"), None);
        assert_eq!(edits(b"kitten", b"sitting"), 3);
    }
}
