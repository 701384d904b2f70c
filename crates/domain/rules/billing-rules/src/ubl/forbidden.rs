//! Elements that EN 16931 has no use for: `UBL-CR-…`, from the table `forbidden.txt`.
//!
//! The table's paths make a tree. While the document is walked, each element has a place in that
//! tree or none, found from its parent's place and its name.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::context::Ubl;
use super::once::Once;
use crate::index::Element;
use crate::names::ubl::{cac, cbc};
use crate::names::{NAMES, Name};
use crate::rule::Rule;
use crate::verdict::Hits;

const HINT: &str = "Leave the element out: receivers may ignore what it says.";

/// A place in the tree of paths.
type Place = u16;

/// The document element's place.
const TOP: Place = 0;
/// Not in the tree.
const NOWHERE: Place = Place::MAX;

struct Tree {
    rules: Vec<Rule>,
    /// From a place and a child's name to the child's place.
    steps: Steps,
    /// By place: the rule that forbids it.
    forbids: Vec<Option<u16>>,
}

static UBL_VERSION: Rule = Rule::warning(
    "UBL-CR-002",
    &[],
    "The UBL version {found} is not 2.1.",
    "Leave cbc:UBLVersionID out, or write 2.1.",
);
static DUE_DATE: Rule = Rule::warning(
    "UBL-CR-412",
    &[],
    "The due date stands in the payment means of an invoice.",
    "Write the due date to cbc:DueDate; only credit notes have it in cac:PaymentMeans.",
);

/// Rules outside the table.
pub(super) static OTHERS: [&Rule; 2] = [&UBL_VERSION, &DUE_DATE];

/// The rules of the table.
pub(super) fn rules() -> &'static [Rule] {
    &tree().rules
}

/// A walk's places.
pub(super) struct Forbidden {
    tree: &'static Tree,
    /// By element.
    places: Vec<Place>,
    once: Once,
    others: Once,
}

impl Forbidden {
    /// For a document of so many elements.
    pub(super) fn new(elements: usize) -> Self {
        let tree = tree();
        let once = Once::new(tree.rules.len());
        Self { tree, places: Vec::with_capacity(elements), once, others: Once::new(2) }
    }

    /// Tries the element; elements come in document order.
    pub(super) fn check(&mut self, ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
        let place = match ubl.parent(element) {
            None => TOP,
            Some(parent) => self.tree.steps.next(self.places[parent.0 as usize], ubl.name(element)),
        };
        self.places.push(place);
        if place == NOWHERE {
            return;
        }
        if let Some(row) = self.tree.forbids[place as usize] {
            let row = row as usize;
            self.once.push(row, &self.tree.rules[row], element, hits);
        }
        self.others(ubl, element, hits);
    }

    fn others(&mut self, ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
        match ubl.name(element) {
            cbc::UBL_VERSION_ID if ubl.is_top(element) && !self.others.has(0) => {
                // One of several is enough to the official rule.
                let mut versions = ubl.children_named(Element::ROOT, cbc::UBL_VERSION_ID);
                if !versions.any(|version| ubl.is(version, "2.1")) {
                    self.others.push(0, &UBL_VERSION, element, hits);
                }
            }
            cbc::PAYMENT_DUE_DATE
                if !ubl.is_credit_note() && ubl.parent_name(element) == cac::PAYMENT_MEANS =>
            {
                self.others.push(1, &DUE_DATE, element, hits);
            }
            _ => {}
        }
    }
}

fn tree() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| {
        let mut grown = Growing::default();
        for line in include_str!("forbidden.txt").lines().filter(|line| !line.starts_with('#')) {
            let (id, path) = line.split_once(' ').expect("a row is an id and a path");
            let row = grown.rules.len() as u16;
            // The table is read once in a program's life, so its messages may stay for ever.
            let place = match path.strip_prefix("lines/") {
                Some(rest) => format!("{rest} of a line"),
                None => path.to_owned(),
            };
            let message = format!("{place} is not part of the EN 16931 invoice model.").leak();
            grown.rules.push(Rule::warning(id, &[], message, HINT));
            match path.strip_prefix("lines/") {
                Some(rest) => {
                    grown.add("cac:InvoiceLine", rest, Some(row));
                    grown.add("cac:CreditNoteLine", rest, Some(row));
                }
                None => grown.add(path, "", Some(row)),
            }
        }
        grown.add("cbc:UBLVersionID", "", None);
        grown.add("cac:PaymentMeans", "cbc:PaymentDueDate", None);
        let steps = Steps::of(&grown.steps);
        Tree { rules: grown.rules, steps, forbids: grown.forbids }
    })
}

struct Growing {
    rules: Vec<Rule>,
    steps: HashMap<(Place, Name), Place>,
    forbids: Vec<Option<u16>>,
}

impl Default for Growing {
    fn default() -> Self {
        Self { rules: Vec::new(), steps: HashMap::new(), forbids: vec![None] }
    }
}

impl Growing {
    fn add(&mut self, path: &str, rest: &str, row: Option<u16>) {
        let mut place = TOP;
        for step in path.split('/').chain(rest.split('/')).filter(|step| !step.is_empty()) {
            let name = Name::of_path_step(step).expect("the table names elements that are known");
            place = *self.steps.entry((place, name)).or_insert_with(|| {
                self.forbids.push(None);
                self.forbids.len() as Place - 1
            });
        }
        self.forbids[place as usize] = row;
    }
}

/// The tree's steps by a child's name: hardly any name stands at more than a few places.
struct Steps {
    /// By name: where its steps begin in the list.
    starts: Vec<u16>,
    /// From place, to place, sorted by name.
    list: Vec<(Place, Place)>,
}

impl Steps {
    fn of(steps: &HashMap<(Place, Name), Place>) -> Self {
        let mut sorted: Vec<_> =
            steps.iter().map(|((from, name), to)| (*name, *from, *to)).collect();
        sorted.sort_unstable();
        let mut starts = vec![0; NAMES + 1];
        for (name, _, _) in &sorted {
            starts[name.index() + 1] += 1;
        }
        for at in 0..NAMES {
            starts[at + 1] += starts[at];
        }
        Self { starts, list: sorted.into_iter().map(|(_, from, to)| (from, to)).collect() }
    }

    fn next(&self, from: Place, name: Name) -> Place {
        if from == NOWHERE {
            return NOWHERE;
        }
        let (start, end) = (self.starts[name.index()], self.starts[name.index() + 1]);
        self.list[start as usize..end as usize]
            .iter()
            .find(|step| step.0 == from)
            .map_or(NOWHERE, |step| step.1)
    }
}
