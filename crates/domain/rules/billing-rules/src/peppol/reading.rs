//! Reading texts the way the Peppol rules do, each where exactly one is expected.

use std::borrow::Cow;

pub(crate) use crate::index::single;
use crate::index::{Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
use xml::white_space::normalized;

/// Notes the rule as failed on the element unless it holds.
pub(crate) fn require(hits: &mut Hits, rule: &'static Rule, element: Element, holds: bool) {
    if !holds {
        hits.push(rule, element);
    }
}

/// Whether any element at the end of the path has a text.
pub(crate) fn any_given(index: &Index<'_>, from: Element, path: &[Name]) -> bool {
    index.path(from, path).any(|element| !index.is_blank(element))
}

/// The string value of the only element at the end of the path; empty when there is none.
pub(crate) fn value_at<'a>(
    index: &Index<'a>,
    from: Element,
    path: &[Name],
) -> Result<Cow<'a, str>, StylesheetAborted> {
    let only = index.only_at(from, path)?;
    Ok(only.map_or(Cow::Borrowed(""), |element| index.value(element)))
}

/// The same with white space normalized.
pub(crate) fn normalized_at<'a>(
    index: &Index<'a>,
    from: Element,
    path: &[Name],
) -> Result<Cow<'a, str>, StylesheetAborted> {
    let only = index.only_at(from, path)?;
    Ok(only.map_or(Cow::Borrowed(""), |element| index.normalized(element)))
}

/// `text()` at the end of the path where one text node can be dealt with: a comment within an
/// element makes two of it.
pub(crate) fn text_at<'a>(
    index: &Index<'a>,
    from: Element,
    path: &[Name],
) -> Result<Option<Cow<'a, str>>, StylesheetAborted> {
    let mut found = None;
    for element in index.path(from, path) {
        for text in text_nodes(index, element) {
            if found.replace(text).is_some() {
                return Err(StylesheetAborted::too_many(element));
            }
        }
    }
    Ok(found)
}

/// `normalize-space(path/text())`.
pub(crate) fn normalized_text_at<'a>(
    index: &Index<'a>,
    from: Element,
    path: &[Name],
) -> Result<Cow<'a, str>, StylesheetAborted> {
    Ok(match text_at(index, from, path)? {
        None => Cow::Borrowed(""),
        Some(Cow::Borrowed(text)) => normalized(text),
        Some(Cow::Owned(text)) => Cow::Owned(normalized(&text).into_owned()),
    })
}

/// The element's own text nodes. Neighbouring ones are one to XPath.
pub(crate) fn text_nodes<'a>(index: &Index<'a>, element: Element) -> Vec<Cow<'a, str>> {
    if !index.has_children(element) && !index.has_remark(element) {
        let text = index.value(element);
        return if text.is_empty() { Vec::new() } else { vec![text] };
    }
    let mut texts: Vec<Cow<'a, str>> = Vec::new();
    let mut after_text = false;
    for node in index.node(element).children() {
        match node.text().filter(|_| node.is_text()) {
            Some(more) if after_text => {
                if let Some(last) = texts.last_mut() {
                    last.to_mut().push_str(more);
                }
            }
            Some(text) => texts.push(Cow::Borrowed(text)),
            None => {}
        }
        after_text = node.is_text();
    }
    texts
}

/// Whether any element at the end of the path is exactly this.
pub(crate) fn any_is(index: &Index<'_>, from: Element, path: &[Name], text: &str) -> bool {
    index.path(from, path).any(|element| index.is(element, text))
}

/// Whether any element at the end of the path is exactly one of these.
pub(crate) fn any_is_one_of(
    index: &Index<'_>,
    from: Element,
    path: &[Name],
    texts: &[&str],
) -> bool {
    index.path(from, path).any(|element| texts.iter().any(|text| index.is(element, text)))
}

/// Whether there is any element at the end of the path.
pub(crate) fn exists(index: &Index<'_>, from: Element, path: &[Name]) -> bool {
    index.first_at(from, path).is_some()
}

/// `substring(text, start, length)`, with the first character at 1.
pub(crate) fn substring(text: &str, start: usize, length: usize) -> &str {
    let rest = from_char(text, start - 1);
    &rest[..rest.len() - from_char(rest, length).len()]
}

/// `substring(text, start)`.
pub(crate) fn substring_from(text: &str, start: usize) -> &str {
    from_char(text, start - 1)
}

fn from_char(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or("", |(at, _)| &text[at..])
}

/// Whether the text is this many ASCII digits and nothing else.
pub(crate) fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && all_digits(text)
}

/// Whether there is no character but ASCII digits.
pub(crate) fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `castable as xs:integer`.
pub(crate) fn is_integer(text: &str) -> bool {
    let text = xml::white_space::trimmed(text);
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && all_digits(digits)
}

/// `string(number(text)) != 'NaN'`.
pub(crate) fn is_number(text: &str) -> bool {
    !crate::number::double::number(text).is_nan()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_count_characters() {
        assert_eq!(substring("čšž", 1, 2), "čš");
        assert_eq!(substring("ab", 2, 5), "b");
        assert_eq!(substring_from("ab", 4), "");
        assert_eq!(substring("", 1, 2), "");
    }

    #[test]
    fn integers_may_have_a_sign_and_white_space_around() {
        assert!(is_integer(" -07 ") && is_integer("+1"));
        assert!(!is_integer("1.0") && !is_integer("") && !is_integer("-") && !is_integer("1 2"));
    }
}
