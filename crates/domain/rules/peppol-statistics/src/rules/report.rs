//! A report as its rules see it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use billing_rules::machinery::{
    Attribute, CodeList, Element, Index, Name, StylesheetAborted, Truth, normalized,
};

use super::combinations::Combinations;
use super::key::{Key, Kind, Scheme};
use crate::seat_id::SeatId;

/// The names of a report's elements; the two reports differ in their namespaces and in what parts are
/// called.
pub(super) struct Names {
    pub(super) root: Name,
    pub(super) specification: Name,
    pub(super) process: Name,
    pub(super) header: Name,
    pub(super) period: Name,
    pub(super) start: Name,
    pub(super) end: Name,
    pub(super) reporter: Name,
    /// `Subtotal` or `Subset`.
    pub(super) part: Name,
    pub(super) key: Name,
}

/// A report and what several rules want to know of it.
pub(super) struct Report<'i, 'a> {
    pub(super) index: &'i Index<'a>,
    pub(super) names: &'static Names,
    /// The parts in the order of the document.
    pub(super) parts: Vec<Part<'a>>,
    /// The keys of all parts.
    pub(super) keys: Vec<Key<'a>>,
    /// By the type of parts: the combinations of their keys.
    pub(super) combinations: RefCell<Vec<(Cow<'a, str>, Combinations)>>,
}

/// A part, with what each rule on parts asks of it.
pub(super) struct Part<'a> {
    pub(super) element: Element,
    /// Its type, without white space around it.
    pub(super) kind: Cow<'a, str>,
    /// Where its keys stand among those of all parts.
    pub(super) keys: Range<usize>,
}

impl Part<'_> {
    /// An element that is no part.
    pub(super) const fn without_keys(element: Element) -> Self {
        Self { element, kind: Cow::Borrowed(""), keys: 0..0 }
    }
}

static COUNTRIES: CodeList = CodeList::new(include_str!("countries.txt"));

impl<'i, 'a> Report<'i, 'a> {
    pub(super) fn of(index: &'i Index<'a>, names: &'static Names) -> Self {
        let (parts, keys, combinations) = (Vec::new(), Vec::new(), RefCell::default());
        let mut report = Self { index, names, parts, keys, combinations };
        for part in index.children_named(Element::ROOT, names.part) {
            let from = report.keys.len();
            for key in index.children_named(part, names.key) {
                report.keys.push(Key::of(index, key));
            }
            let kind = normalized(report.attribute(part, Attribute::Type));
            report.parts.push(Part { element: part, kind, keys: from..report.keys.len() });
        }
        report
    }

    /// The parts of a type.
    pub(super) fn parts_of<'s>(&'s self, kind: &'s str) -> impl Iterator<Item = &'s Part<'a>> {
        self.parts.iter().filter(move |part| part.kind == kind)
    }

    /// The keys of a part.
    pub(super) fn keys(&self, part: &Part<'a>) -> &[Key<'a>] {
        &self.keys[part.keys.clone()]
    }

    /// The keys of a kind.
    pub(super) fn keys_of(&self, part: &Part<'a>, kind: &Kind) -> impl Iterator<Item = &Key<'a>> {
        self.keys(part).iter().filter(move |key| key.is(kind))
    }

    /// Whether each key of the kind has the scheme of seat ids.
    pub(super) fn have_seat_id_scheme(&self, part: &Part<'a>, kind: &Kind) -> bool {
        self.keys_of(part, kind).all(|key| key.scheme == Scheme::SeatIds)
    }

    /// The attribute's value; nothing at all where there is none.
    pub(super) fn attribute(&self, element: Element, attribute: Attribute) -> &'a str {
        self.index.attribute(element, attribute).unwrap_or_default()
    }

    /// `normalize-space(path)`: empty where nothing stands there; two elements are an error.
    pub(super) fn text_at(
        &self,
        element: Element,
        path: &[Name],
    ) -> Result<Cow<'a, str>, StylesheetAborted> {
        let found = self.index.only_at(element, path)?;
        Ok(found.map_or_else(Cow::default, |at| self.index.normalized(at)))
    }
}

/// The text is a seat id.
pub(super) fn is_seat_id(report: &Report<'_, '_>, element: Element) -> Truth {
    Ok(SeatId::is_seat_id(&report.index.normalized(element)))
}

/// Whether both reports take a code as a country; `ZZ`, which only one of them takes, is none.
#[must_use]
pub fn is_listed_country(code: &str) -> bool {
    COUNTRIES.has(code)
}

/// The text is a country.
pub(super) fn is_country(report: &Report<'_, '_>, element: Element) -> Truth {
    Ok(is_listed_country(&report.index.normalized(element)))
}

/// The text is a country or `ZZ`.
pub(super) fn is_country_or_unknown(report: &Report<'_, '_>, element: Element) -> Truth {
    Ok(is_country(report, element)? || report.index.is_normalized(element, "ZZ"))
}
