//! The schema layer: UBL 2.1 `Invoice` and `CreditNote`, and the Cross Industry Invoice D16B.
//!
//! Two text files say which elements stand in which, in what order and how often, and what their values are. One pass
//! over the elements in document order checks each by the type that its parent gave it; there is no recursion.
//! As the official validators do, the rules proper are asked whatever is found here.

mod address;
mod content;
mod repair;
pub(crate) mod rule;
mod shape;
mod suggestion;
mod table;
mod time;
mod value;

use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::rule_set::RuleSet;
use crate::verdict::{Hits, Value};
pub(crate) use suggestion::Suggestions;
use table::{Schema, TypeId, UNCHECKED};

/// Whether this is the rule on elements that do not belong.
pub(crate) fn is_unexpected(rule: &Rule) -> bool {
    rule.id == rule::UNEXPECTED.id
}

fn of_rule_set(rule_set: RuleSet) -> &'static Schema {
    if rule_set == RuleSet::En16931Cii { table::cii() } else { table::ubl() }
}

/// Holds a document against the schema of the rule set's vocabulary.
pub(crate) fn check(index: &Index<'_>, rule_set: RuleSet, hits: &mut Hits) {
    let schema = of_rule_set(rule_set);
    let root = index.name(Element::ROOT);
    let Some(&(_, of)) = schema.roots.iter().find(|known| known.0 == root) else {
        let expected = if rule_set == RuleSet::En16931Cii {
            "a CrossIndustryInvoice"
        } else {
            "an Invoice or CreditNote"
        };
        hits.push_with(&rule::ROOT, Element::ROOT, Value::Text(expected), Value::None);
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
