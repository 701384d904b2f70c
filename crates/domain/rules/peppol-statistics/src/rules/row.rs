//! A rule with its test.

use billing_rules::Rule;
use billing_rules::machinery::{Element, Hits, StylesheetAborted, Truth};

use super::key::Kind;
use super::report::{Part, Report};

/// A rule of one context.
pub(super) struct Row {
    pub(super) rule: Rule,
    pub(super) test: Test,
}

/// What an element must satisfy.
pub(super) enum Test {
    /// The number of keys of the part.
    Keys(usize),
    /// The number of keys of this kind of the part.
    KeysOf(Kind, usize),
    /// The scheme of each key of the kind is that of seat ids.
    SeatIdScheme(Kind),
    /// No other part of its type has the same keys.
    Unique(&'static [Kind]),
    /// Anything else.
    Check(fn(&Report<'_, '_>, Element) -> Truth),
}

/// A row; all official rules of the reports are fatal.
pub(super) const fn row(
    id: &'static str,
    test: Test,
    message: &'static str,
    hint: &'static str,
) -> Row {
    Row { rule: Rule::fatal(id, &[], message, hint), test }
}

/// Tries the rules on the element.
pub(super) fn run(
    report: &Report<'_, '_>,
    element: Element,
    rows: &'static [Row],
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    run_of_part(report, &Part::without_keys(element), rows, hits)
}

/// Tries the rules on the part.
pub(super) fn run_of_part<'a>(
    report: &Report<'_, 'a>,
    part: &Part<'a>,
    rows: &'static [Row],
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for row in rows {
        if !row.test.holds(report, part)? {
            hits.push(&row.rule, part.element);
        }
    }
    Ok(())
}

impl Test {
    fn holds<'a>(&self, report: &Report<'_, 'a>, part: &Part<'a>) -> Truth {
        match self {
            Self::Keys(count) => Ok(part.keys.len() == *count),
            Self::KeysOf(kind, count) => Ok(report.keys_of(part, kind).count() == *count),
            Self::SeatIdScheme(kind) => Ok(report.have_seat_id_scheme(part, kind)),
            Self::Unique(kinds) => report.is_unique(part, kinds),
            Self::Check(check) => check(report, part.element),
        }
    }
}
