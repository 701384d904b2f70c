//! Attributes in their canonical order.

use std::collections::BTreeSet;

use roxmltree::{Attribute, Node};

use super::{Steps, TooManySteps, attribute_name};
use crate::escape::canonical_attribute;

const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// Attributes in order of namespace and name; the apex of the inclusive form inherits `xml:` ones.
pub(super) fn attributes(
    node: Node<'_, '_>,
    inherits: bool,
    steps: &mut Steps,
    out: &mut String,
) -> Result<(), TooManySteps> {
    if !inherits && node.attributes().len() < 2 {
        for one in node.attributes() {
            attribute(attribute_name(node, &one), one.value(), out);
        }
        return Ok(());
    }
    let mut found: Vec<_> =
        node.attributes().map(|one| (one, attribute_name(node, &one))).collect();
    if inherits {
        inherited(node, &mut found, steps)?;
    }
    steps.spend(found.iter().map(|(one, _)| cost_of_order(one, found.len())).sum())?;
    found.sort_by_key(|(one, _)| (one.namespace().unwrap_or(""), one.name()));
    for (one, name) in found {
        attribute(name, one.value(), out);
    }
    Ok(())
}

/// Adds the `xml:` attributes of the elements around, the nearest of each name.
fn inherited<'d, 'i>(
    node: Node<'d, 'i>,
    found: &mut Vec<(Attribute<'d, 'i>, &'d str)>,
    steps: &mut Steps,
) -> Result<(), TooManySteps> {
    let is_xml = |one: &Attribute<'_, '_>| one.namespace() == Some(XML_NAMESPACE);
    let own = found.iter().filter(|(one, _)| is_xml(one));
    let mut known: BTreeSet<_> = own.map(|(one, _)| one.name()).collect();
    for ancestor in node.ancestors().skip(1) {
        for one in ancestor.attributes() {
            steps.spend(one.name().len())?;
            if is_xml(&one) && known.insert(one.name()) {
                found.push((one, attribute_name(ancestor, &one)));
            }
        }
    }
    Ok(())
}

/// What it costs to compare an attribute's names with those of its share of the others.
fn cost_of_order(one: &Attribute<'_, '_>, others: usize) -> usize {
    let length = one.namespace().map_or(0, str::len) + one.name().len();
    length.saturating_mul(others.ilog2() as usize + 1)
}

fn attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    canonical_attribute(out, value);
    out.push('"');
}
