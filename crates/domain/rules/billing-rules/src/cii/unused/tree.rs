//! The paths of a table as a tree of names, so that each element under a context is looked up once however many
//! rules the context has.

use std::sync::OnceLock;

use super::limit::Limit;
use crate::index::{Element, Index};
use crate::names::Name;
use crate::verdict::Hits;

/// The rules of one context.
pub(super) struct Table {
    limits: &'static [Limit],
    tree: OnceLock<Vec<Step>>,
}

/// A name within the paths; the first one stands for the context.
#[derive(Default)]
struct Step {
    /// Names that go on from here, sorted, with the places of their steps.
    next: Vec<(Name, usize)>,
    /// The rules whose path ends here.
    limits: Vec<usize>,
}

impl Table {
    pub(super) const fn new(limits: &'static [Limit]) -> Self {
        Self { limits, tree: OnceLock::new() }
    }

    /// The rules of the table.
    pub(super) const fn limits(&self) -> &'static [Limit] {
        self.limits
    }

    /// Holds one context element against the table. Each rule fails once at most.
    pub(super) fn check(&self, index: &Index<'_>, context: Element, hits: &mut Hits) {
        let tree = self.tree.get_or_init(|| grown(self.limits));
        let mut found = Vec::new();
        collect(tree, 0, index, context, &mut found);
        if found.is_empty() {
            return;
        }
        found.sort_unstable();
        let mut first = 0;
        for same in found.chunk_by(|one, other| one.0 == other.0) {
            let limit = &self.limits[same[0].0];
            if let Some((_, surplus)) = found[first..first + same.len()].get(limit.most) {
                hits.push(&limit.rule, *surplus);
            }
            first += same.len();
        }
    }
}

/// Gathers the elements at the ends of paths. It goes no deeper than the longest path.
fn collect(
    tree: &[Step],
    at: usize,
    index: &Index<'_>,
    element: Element,
    found: &mut Vec<(usize, Element)>,
) {
    for child in index.children(element) {
        let name = index.name(child);
        let Ok(place) = tree[at].next.binary_search_by_key(&name, |next| next.0) else { continue };
        let step = tree[at].next[place].1;
        found.extend(tree[step].limits.iter().map(|&limit| (limit, child)));
        if !tree[step].next.is_empty() {
            collect(tree, step, index, child, found);
        }
    }
}

fn grown(limits: &[Limit]) -> Vec<Step> {
    let mut tree = vec![Step::default()];
    for (number, limit) in limits.iter().enumerate() {
        let mut at = 0;
        for step in limit.path.split('/') {
            let name = name_of(step).expect("every path is read by a test");
            at = match tree[at].next.binary_search_by_key(&name, |next| next.0) {
                Ok(place) => tree[at].next[place].1,
                Err(place) => {
                    let new = tree.len();
                    tree[at].next.insert(place, (name, new));
                    tree.push(Step::default());
                    new
                }
            };
        }
        tree[at].limits.push(number);
    }
    tree
}

/// The name of a step; without a prefix it is of the reusable aggregates.
pub(super) fn name_of(step: &str) -> Option<Name> {
    if step.contains(':') {
        Name::of_path_step(step)
    } else {
        Name::of_path_step(&format!("ram:{step}"))
    }
}
