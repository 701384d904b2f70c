//! The first layer: which parts a tax data document has, and what its head says (`ibr-tdd-…`).

use std::sync::OnceLock;

use billing_rules::Rule;
use billing_rules::machinery::{Element, Hits, Index, StylesheetAborted, pxs};

use super::choreography_checks;
use super::table::{Place, TOP, Tree};

/// All rules, in the order of their ids.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    tree().all().into_iter().map(|row| &row.rule)
}

/// Tries them on all elements; each stands at one place.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    if index.name(Element::ROOT) != const { pxs("TaxData") } {
        return Ok(());
    }
    let tree = tree();
    let mut open: Vec<(Element, Place)> = vec![(Element::ROOT, TOP)];
    while let Some((element, place)) = open.pop() {
        for row in tree.rows(place) {
            if !row.test.holds(index, element)? {
                hits.push(&row.rule, element);
            }
        }
        let known = |child| Some((child, tree.step(place, index.name(child))?));
        let first = open.len();
        open.extend(index.children(element).filter_map(known));
        open[first..].reverse();
    }
    Ok(())
}

fn tree() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| {
        let mut tree = Tree::new();
        tree.add_elements(include_str!("elements.txt"));
        tree.add_attributes(include_str!("attributes.txt"));
        choreography_checks::add(&mut tree);
        tree
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::{Test, named};
    use super::*;
    use billing_rules::machinery::Name;

    #[test]
    fn each_official_rule_is_there_once() {
        let ids: Vec<_> = rules().map(|rule| rule.id).collect();
        // 07 was never given
        let expected: Vec<_> = (0..=87)
            .filter(|number| *number != 7)
            .map(|number| format!("ibr-tdd-{number:02}"))
            .collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn the_tables_name_elements_that_are_known() {
        for row in tree().all() {
            if let Test::Only(names) | Test::OneAttribute(names, _) = &row.test {
                assert!(!names.contains(&Name::UNKNOWN), "{}", row.rule.id);
            }
        }
        assert_ne!(named("pxs:ReportedDocument"), Name::UNKNOWN);
    }
}
