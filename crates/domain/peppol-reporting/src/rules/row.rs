//! A rule with its test.

use billing_rules::machinery::{Element, Hits, StylesheetAborted, Truth};
use billing_rules::{Flag, Rule};

use super::keys::Part;
use super::report::Report;

/// A rule of one context.
pub(super) struct Row {
    pub(super) rule: Rule,
    pub(super) test: Test,
}

/// What an element must satisfy.
pub(super) enum Test {
    /// The part has so many keys.
    Keys(usize),
    /// The part has so many keys of the kind.
    KeysOf(Part, usize),
    /// The scheme of each key of the kind is that of seat ids.
    SeatIdScheme(Part),
    /// No other part of its type has the same keys.
    Unique(&'static [Part]),
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
    Row { rule: Rule { id, flag: Flag::Fatal, terms: &[], message, hint }, test }
}

/// Tries the rules on the element.
pub(super) fn run(
    report: &Report<'_, '_>,
    element: Element,
    rows: &'static [Row],
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for row in rows {
        if !row.test.holds(report, element)? {
            hits.push(&row.rule, element);
        }
    }
    Ok(())
}

impl Test {
    fn holds(&self, report: &Report<'_, '_>, element: Element) -> Truth {
        match self {
            Self::Keys(count) => Ok(report.keys(element).count() == *count),
            Self::KeysOf(part, count) => Ok(report.keys_of(element, part).count() == *count),
            Self::SeatIdScheme(part) => Ok(report.have_seat_id_scheme(element, part)),
            Self::Unique(parts) => report.is_unique(element, parts),
            Self::Check(check) => check(report, element),
        }
    }
}
