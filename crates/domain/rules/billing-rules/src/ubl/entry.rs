//! The rows of the tables: a rule and its test.

use super::context::Ubl;
use crate::decimals::decimals;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// A rule of one context.
pub(crate) struct Entry {
    pub(crate) rule: Rule,
    pub(crate) test: Test,
}

/// A row whose rule makes the document invalid.
pub(crate) const fn fatal(
    id: &'static str,
    terms: &'static [&'static str],
    test: Test,
    message: &'static str,
    hint: &'static str,
) -> Entry {
    Entry { rule: Rule::fatal(id, terms, message, hint), test }
}

/// The rule that a child has at most two decimals.
macro_rules! two_decimals {
    ($id:literal, $terms:expr, $name:expr, $what:literal) => {
        $crate::ubl::entry::fatal(
            $id,
            &$terms,
            $crate::ubl::entry::Test::TwoDecimals($name),
            concat!($what, " has more than two decimals."),
            "Round it to two decimals.",
        )
    };
}
pub(crate) use two_decimals;

/// A test of an element.
pub(crate) enum Test {
    /// It has a child of the name.
    Has(Name),
    /// It has at least one of two children.
    HasEither(Name, Name),
    /// The path leads to an element with a text other than white space.
    HasText(&'static [Name]),
    /// The path leads to an element.
    Reaches(&'static [Name]),
    /// The path leads to at most one element.
    AtMostOne(&'static [Name]),
    /// The child's text has at most two decimals.
    TwoDecimals(Name),
    /// It has the attribute.
    HasAttribute(Attribute),
    /// Another check.
    Check(fn(&Ubl<'_, '_>, Element) -> Tested),
    /// The official rule is written so that it always holds.
    Always,
}

/// The result of a test; the error means that the official engine gives up.
pub(crate) type Tested = Result<Outcome, StylesheetAborted>;

/// The outcome of a test.
pub(crate) enum Outcome {
    Holds,
    Fails,
    /// A number is not what it should be.
    Differs {
        /// The expected value, or why it cannot be determined.
        expected: Value,
        actual: Option<XsDecimal>,
        /// The element that holds it, where it is not the one that was tested.
        at: Option<Element>,
    },
}

/// The outcome of a yes or no.
pub(crate) fn holds(yes: bool) -> Tested {
    Ok(if yes { Outcome::Holds } else { Outcome::Fails })
}

/// The outcome of a sum that should be right.
pub(crate) fn equals(
    expected: Option<XsDecimal>,
    actual: Option<XsDecimal>,
    right: bool,
) -> Tested {
    let expected = expected.map_or(Value::None, Value::Decimal);
    Ok(if right { Outcome::Holds } else { Outcome::Differs { expected, actual, at: None } })
}

impl Outcome {
    /// The same, with the element that holds the wrong number.
    pub(crate) fn at(self, ubl: &Ubl<'_, '_>, parent: Element, name: Name) -> Self {
        match self {
            Self::Differs { expected, actual, .. } => {
                Self::Differs { expected, actual, at: ubl.child(parent, name) }
            }
            other => other,
        }
    }
}

/// Tries the rules on the element.
pub(crate) fn run(
    ubl: &Ubl<'_, '_>,
    element: Element,
    entries: &'static [Entry],
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for entry in entries {
        if hits.spares(ubl.index, &entry.rule, element)? {
            continue;
        }
        match entry.test.run(ubl, element)? {
            Outcome::Holds => {}
            Outcome::Fails => hits.push(&entry.rule, element),
            Outcome::Differs { expected, actual, at } => {
                let actual = actual.map_or(Value::None, Value::Decimal);
                hits.push_with(&entry.rule, at.unwrap_or(element), expected, actual);
            }
        }
    }
    Ok(())
}

impl Test {
    fn run(&self, ubl: &Ubl<'_, '_>, element: Element) -> Tested {
        match self {
            Self::Has(name) => holds(ubl.has_child(element, *name)),
            Self::HasEither(one, other) => {
                holds(ubl.children(element).any(|c| ubl.name(c) == *one || ubl.name(c) == *other))
            }
            Self::HasText(path) => {
                holds(ubl.only_at(element, path)?.is_some_and(|found| !ubl.is_blank(found)))
            }
            Self::Reaches(path) => holds(ubl.first_at(element, path).is_some()),
            Self::AtMostOne(path) => holds(!has_two(ubl, element, path, &mut 0)),
            Self::TwoDecimals(name) => match ubl.only(element, *name)? {
                Some(amount) => holds(decimals(&ubl.value(amount)) <= 2),
                None => Ok(Outcome::Holds),
            },
            Self::HasAttribute(attribute) => holds(ubl.has(element, *attribute)),
            Self::Check(check) => check(ubl, element),
            Self::Always => Ok(Outcome::Holds),
        }
    }
}

/// Whether the path leads to a second element.
fn has_two(ubl: &Ubl<'_, '_>, element: Element, path: &[Name], found: &mut usize) -> bool {
    let Some((first, rest)) = path.split_first() else {
        *found += 1;
        return *found > 1;
    };
    ubl.children_named(element, *first).any(|child| has_two(ubl, child, rest, found))
}
