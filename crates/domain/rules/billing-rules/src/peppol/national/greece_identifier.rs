//! Greece: the six parts of a document's number, `TIN|date|branch|type|series|number`.

use super::super::check_digits::is_greek;
use super::super::names::*;
use super::super::reading::{any_is, is_integer, is_number, require, substring, value_at};
use crate::index::{Element, Index};
use crate::logic::either;
use crate::names::Name;
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
use xml::white_space::{is_blank, normalized, trimmed};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&PARTS, &TIN, &DATE, &BRANCH, &TYPE, &SERIES, &NUMBER];

/// Checks them.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for id in index.children_named(Element::ROOT, ID) {
        let value = index.value(id);
        let parts: Vec<&str> =
            if value.is_empty() { Vec::new() } else { value.split('|').collect() };
        let part = |place: usize| parts.get(place - 1).copied().unwrap_or_default();
        require(hits, &PARTS, id, parts.len() == 6);
        require(hits, &TIN, id, is_seller(index, part(1))?);
        require(hits, &DATE, id, is_issue_date(index, part(2))?);
        require(hits, &BRANCH, id, is_branch(part(3)).ok_or(StylesheetAborted::bad_cast(id))?);
        let known = matches!(part(4), "1.1" | "1.6" | "2.1" | "2.4" | "5.1" | "5.2");
        require(hits, &TYPE, id, known);
        require(hits, &SERIES, id, !part(5).is_empty());
        require(hits, &NUMBER, id, !part(6).is_empty());
    }
    Ok(())
}

/// Whether it is the tax number of the seller or of its tax representative.
fn is_seller(index: &Index<'_>, number: &str) -> Result<bool, StylesheetAborted> {
    if normalized(number).chars().count() != 9 || !is_greek(number) {
        return Ok(false);
    }
    let seller = [ACCOUNTING_SUPPLIER_PARTY, PARTY, PARTY_TAX_SCHEME];
    either(is_number_of(index, &seller, number), || {
        is_number_of(index, &[TAX_REPRESENTATIVE_PARTY, PARTY_TAX_SCHEME], number)
    })
}

fn is_number_of(
    index: &Index<'_>,
    schemes: &[Name],
    number: &str,
) -> Result<bool, StylesheetAborted> {
    for scheme in index.path(Element::ROOT, schemes) {
        if any_is(index, scheme, &[TAX_SCHEME, ID], "VAT")
            && substring(&value_at(index, scheme, &[COMPANY_ID])?, 3, 9) == number
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether it is the document's date as `DD/MM/YYYY`.
fn is_issue_date(index: &Index<'_>, text: &str) -> Result<bool, StylesheetAborted> {
    if is_blank(text) || !begins_with_date(text) {
        return Ok(false);
    }
    let issued = value_at(index, Element::ROOT, &[ISSUE_DATE])?;
    let issued: Vec<&str> = issued.split('-').take(3).collect();
    let said: Vec<&str> = text.split('/').take(3).collect();
    Ok(!issued.is_empty() && issued.len() == 3 && issued.iter().rev().eq(&said))
}

/// Day, month and year, with a hyphen, slash, backslash or blank between them or nothing.
fn begins_with_date(text: &str) -> bool {
    let text = text.as_bytes();
    [1, 2].into_iter().any(|day| {
        starts(text, day, 31).is_some_and(|rest| {
            [1, 2].into_iter().any(|month| {
                starts(rest, month, 12).is_some_and(|rest| {
                    matches!(rest, [b'1', b'9', ..] | [b'2', b'0', ..])
                        && rest.get(2..4).is_some_and(|y| y.iter().all(u8::is_ascii_digit))
                })
            })
        })
    })
}

/// What follows a number of so many digits, from 1 to `most`, and a separator.
fn starts(text: &[u8], digits: usize, most: u8) -> Option<&[u8]> {
    let (number, rest) = text.split_at_checked(digits)?;
    let value = number
        .iter()
        .try_fold(0_u8, |value, byte| byte.is_ascii_digit().then(|| value * 10 + (byte - b'0')))?;
    let separated = matches!(rest.first(), Some(b'-' | b'\\' | b'/' | b' '));
    (1..=most).contains(&value).then_some(if separated { &rest[1..] } else { rest })
}

/// Whether it is an integer from zero up. Nothing where the official engine gives up: a number
/// that is no integer.
fn is_branch(text: &str) -> Option<bool> {
    if !is_number(text) {
        return Some(false);
    }
    let negative = trimmed(text).strip_prefix('-');
    let negative = negative.is_some_and(|digits| digits.bytes().any(|digit| digit != b'0'));
    is_integer(text).then_some(!negative)
}

static PARTS: Rule = Rule::fatal(
    "GR-R-001-1",
    &["BT-1"],
    "The number \"{found}\" of a Greek seller's document has not six parts.",
    "Write it as TIN|DD/MM/YYYY|branch|type|series|number.",
);
static TIN: Rule = Rule::fatal(
    "GR-R-001-2",
    &["BT-1"],
    "The first part of \"{found}\" is not the tax number of the seller or its representative.",
    "Begin with the nine digits of the VAT number.",
);
static DATE: Rule = Rule::fatal(
    "GR-R-001-3",
    &["BT-1", "BT-2"],
    "The second part of \"{found}\" is not the issue date.",
    "Write the IssueDate as DD/MM/YYYY.",
);
static BRANCH: Rule = Rule::fatal(
    "GR-R-001-4",
    &["BT-1"],
    "The third part of \"{found}\" is no number of a branch.",
    "Write the branch's number, 0 for the seat.",
);
static TYPE: Rule = Rule::fatal(
    "GR-R-001-5",
    &["BT-1"],
    "The fourth part of \"{found}\" is no Greek document type.",
    "Write 1.1, 1.6, 2.1, 2.4, 5.1 or 5.2.",
)
.until(Release::May2026);
static SERIES: Rule = Rule::fatal(
    "GR-R-001-6",
    &["BT-1"],
    "The fifth part of \"{found}\", the series, is missing.",
    "Write the series, 0 if there is none.",
);
static NUMBER: Rule = Rule::fatal(
    "GR-R-001-7",
    &["BT-1"],
    "The sixth part of \"{found}\", the running number, is missing.",
    "Write the number within the series.",
);
