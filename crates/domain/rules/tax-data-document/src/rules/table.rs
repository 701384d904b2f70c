//! The tables of the choreography: what may stand where.

use billing_rules::Rule;
use billing_rules::machinery::{Element, Index, Name, Truth};

/// A rule on an element at some place.
pub(super) struct Row {
    pub(super) rule: Rule,
    pub(super) test: Test,
}

/// What the element must satisfy.
pub(super) enum Test {
    /// It holds these elements and no others.
    Only(Vec<Name>),
    /// Its children of these names, or it itself, have no attribute but this one.
    OneAttribute(Vec<Name>, &'static str),
    /// Anything else.
    Check(fn(&Index<'_>, Element) -> Truth),
}

impl Test {
    pub(super) fn holds(&self, index: &Index<'_>, element: Element) -> Truth {
        match self {
            Self::Only(names) => {
                Ok(index.children(element).all(|child| names.contains(&index.name(child))))
            }
            Self::OneAttribute(names, attribute) if names.is_empty() => {
                Ok(has_no_other(index, element, attribute))
            }
            Self::OneAttribute(names, attribute) => Ok(index
                .children(element)
                .filter(|child| names.contains(&index.name(*child)))
                .all(|child| has_no_other(index, child, attribute))),
            Self::Check(check) => check(index, element),
        }
    }
}

fn has_no_other(index: &Index<'_>, element: Element, attribute: &str) -> bool {
    index.node(element).attributes().all(|found| found.name() == attribute)
}

/// A place in the tree of paths.
pub(super) type Place = u16;
/// The place of `TaxData`.
pub(super) const TOP: Place = 0;

/// The rows by the places of their elements.
#[derive(Default)]
pub(super) struct Tree {
    /// Of each place, its known children: a handful.
    steps: Vec<Vec<(Name, Place)>>,
    rows: Vec<Vec<Row>>,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self { steps: vec![Vec::new()], rows: vec![Vec::new()] }
    }

    /// The place of a child, if any row speaks of it or of what is below it.
    pub(super) fn step(&self, from: Place, name: Name) -> Option<Place> {
        let known = self.steps.get(usize::from(from))?;
        known.iter().find(|step| step.0 == name).map(|step| step.1)
    }

    /// The rows of a place.
    pub(super) fn rows(&self, place: Place) -> &[Row] {
        self.rows.get(usize::from(place)).map_or(&[], Vec::as_slice)
    }

    /// All rows, in the order of their ids.
    pub(super) fn all(&self) -> Vec<&Row> {
        let mut all: Vec<_> = self.rows.iter().flatten().collect();
        all.sort_by_key(|row| row.rule.id);
        all
    }

    /// A row for the elements at a path below `TaxData`; `.` is `TaxData` itself.
    pub(super) fn add(&mut self, path: &str, row: Row) {
        let path = path.replace("$D", "pxs:ReportedTransaction/pxs:ReportedDocument");
        let mut place = TOP;
        for step in path.split('/').filter(|step| *step != ".") {
            let name = named(step);
            place = self.step(place, name).unwrap_or_else(|| {
                let next = self.rows.len() as Place;
                self.rows.push(Vec::new());
                self.steps.push(Vec::new());
                self.steps[usize::from(place)].push((name, next));
                next
            });
        }
        self.rows[usize::from(place)].push(row);
    }

    /// The rows of `elements.txt`. The tables are read once in a program's life, so their messages may
    /// stay for ever.
    pub(super) fn add_elements(&mut self, text: &'static str) {
        for (id, path, words) in entries(text) {
            let names = words.iter().map(|word| named(word)).collect();
            let listed = listed(&words);
            let hint = format!("Leave out everything but {listed}.").leak();
            let message = "{name} holds an element that is not reported.";
            let rule = Rule::fatal(id, &[], message, hint);
            self.add(path, Row { rule, test: Test::Only(names) });
        }
    }

    /// The rows of `attributes.txt`.
    pub(super) fn add_attributes(&mut self, text: &'static str) {
        for (id, path, mut words) in entries(text) {
            let attribute = words.pop().unwrap_or_default().trim_start_matches('@');
            let names = words.iter().filter(|word| **word != ".").map(|word| named(word)).collect();
            let own = words == ["."];
            let of = if own { "The element".to_owned() } else { listed(&words) };
            let message = format!("{of} has an attribute that is not reported.").leak();
            let hint = format!("Leave out all attributes but {attribute}.").leak();
            let rule = Rule::fatal(id, &[], message, hint);
            self.add(path, Row { rule, test: Test::OneAttribute(names, attribute) });
        }
    }
}

fn listed(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Id, path and words of each entry; a line that begins with a space goes on with the last.
fn entries(text: &'static str) -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let mut entries: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        match entries.last_mut() {
            Some(last) if line.starts_with(' ') => last.2.extend(words),
            _ => {
                let (id, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                entries.push((id, path.trim_end_matches(':'), words.collect()));
            }
        }
    }
    entries
}

/// The name of a step. A misspelt one in a table is [`Name::UNKNOWN`], which a test finds.
pub(super) fn named(step: &str) -> Name {
    Name::of_path_step(step).unwrap_or(Name::UNKNOWN)
}
