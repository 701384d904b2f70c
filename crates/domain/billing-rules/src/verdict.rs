//! What the rules hand back: hits, or that a whole stylesheet was aborted.

use crate::index::{Element, Index};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::rule::Rule;

pub(crate) use crate::aborted::{Cause, StylesheetAborted};

/// A value of a finding, kept small: its text is made when it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// No value.
    None,
    /// A number.
    Decimal(XsDecimal),
    /// How many.
    Count(usize),
    /// A text known beforehand.
    Text(&'static str),
    /// An element's name.
    Name(Name),
    /// A text made for this finding.
    Owned(Box<str>),
}

/// The value that would be right and the one found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) expected: Value,
    pub(crate) actual: Value,
}

/// A rule that failed on an element.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) rule: &'static Rule,
    /// Nothing when the document could not be read at all.
    pub(crate) element: Option<Element>,
    /// Absent for the rules that compare nothing; the element's own text is then the value found.
    pub(crate) values: Option<Box<Values>>,
}

/// The hits of a run.
#[derive(Debug, Default)]
pub(crate) struct Hits {
    list: Vec<Hit>,
}

impl Hits {
    /// The rule failed on the element.
    pub(crate) fn push(&mut self, rule: &'static Rule, element: Element) {
        self.list.push(Hit { rule, element: Some(element), values: None });
    }

    /// The rule failed on the element, with values to show.
    pub(crate) fn push_with(
        &mut self,
        rule: &'static Rule,
        element: Element,
        expected: Value,
        actual: Value,
    ) {
        let values = Some(Box::new(Values { expected, actual }));
        self.list.push(Hit { rule, element: Some(element), values });
    }

    /// Repeats the hits from there on until they stand so many times: the same rules failed on as many nodes of one
    /// parent.
    pub(crate) fn repeat(&mut self, from: usize, times: usize) {
        let end = self.list.len();
        for _ in 1..times {
            self.list.extend_from_within(from..end);
        }
    }

    /// How many there are so far.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The hits, given away.
    pub(crate) fn into_list(self) -> Vec<Hit> {
        self.list
    }

    /// Takes back all but the first so many.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }
}

/// Runs the rules of one official stylesheet. If it is aborted, its findings are taken back and
/// replaced by one of our own, as the official engine then says nothing at all.
pub(crate) fn run(
    index: &Index<'_>,
    hits: &mut Hits,
    stylesheet: fn(&Index<'_>, &mut Hits) -> Result<(), StylesheetAborted>,
) {
    let before = hits.len();
    index.refresh();
    let result = stylesheet(index, hits);
    if index.is_exhausted() {
        hits.truncate(before);
        hits.push(&TOO_COSTLY, Element::ROOT);
    } else if let Err(aborted) = result {
        hits.truncate(before);
        let element = aborted.element.unwrap_or(Element::ROOT);
        hits.push(rule_of(aborted), element);
    }
}

/// What is said of a stylesheet that gave up.
fn rule_of(aborted: StylesheetAborted) -> &'static Rule {
    match aborted.cause {
        Cause::BadCast => &BAD_CAST,
        Cause::TooMany => &TOO_MANY,
        Cause::Arithmetic => &ARITHMETIC,
        Cause::TooLong => &TOO_LONG,
    }
}

/// What is said in the place of a stylesheet that gives up.
pub(crate) static RULES: [&Rule; 5] = [&BAD_CAST, &TOO_MANY, &ARITHMETIC, &TOO_LONG, &TOO_COSTLY];

static BAD_CAST: Rule = Rule::fatal(
    "dead-value",
    &[],
    "{name} holds \"{found}\", which is no value of its type: the official rules cannot be run at all.",
    "Write amounts as plain decimals (12.50), dates as YYYY-MM-DD and indicators as true or false.",
);

static TOO_MANY: Rule = Rule::fatal(
    "dead-repeated",
    &[],
    "{name} stands more than once where the official rules can deal with one: they cannot be run at all.",
    "Keep one of the repeated elements.",
);

static ARITHMETIC: Rule = Rule::fatal(
    "dead-arithmetic",
    &[],
    "{name} holds \"{found}\", with which the official rules cannot calculate.",
    "Check for a divisor of zero and for digits of other scripts.",
);

static TOO_LONG: Rule = Rule::fatal(
    "dead-long-number",
    &[],
    "A number of the document has more digits than can be calculated with exactly (38).",
    "Write amounts, quantities and rates with fewer digits.",
);

static TOO_COSTLY: Rule = Rule::fatal(
    "dead-costly",
    &[],
    "The document repeats elements so often that the official rules cannot be run in any reasonable time.",
    "Write no more than one of each element where EN 16931 knows one.",
);
