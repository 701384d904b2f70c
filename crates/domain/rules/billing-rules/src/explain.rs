//! The texts of findings, which are made only when they are shown.

use std::borrow::Cow;

use roxmltree::{Node, NodeId};
use xml::Readable;

use crate::location::{Location, Locator};
use crate::names::Namespace;
use crate::report::{Finding, Report, Source};
use crate::rule::{Flag, in_general};
use crate::rule_book::Shape;
use crate::schema::{self, Suggestions};
use crate::verdict::Value;
use xml::white_space::normalized;

/// A finding in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The rule's id.
    pub rule: &'static str,
    /// How much it weighs for this document ([`Report::level`]).
    pub flag: Flag,
    /// The message, with the values of the document.
    pub message: String,
    /// How to fix it.
    pub hint: &'static str,
    /// The business terms that it speaks of.
    pub terms: &'static [&'static str],
    /// The element; it has no steps when there is no tree.
    pub location: Location,
    /// Where the element begins, in bytes of the document as UTF-8.
    pub offset: usize,
    /// The element's line, from 1.
    pub line: u32,
    /// The element's column in characters, from 1.
    pub column: u32,
    /// The value that would be right, where it is known.
    pub expected: Option<String>,
    /// The value found.
    pub actual: Option<String>,
    sentence: &'static str,
}

impl Explanation {
    /// The message without the values of a document.
    pub fn in_general(&self) -> String {
        in_general(self.sentence)
    }
}

/// Values longer than this are cut in messages.
const LONGEST_VALUE: usize = 80;

impl Report<'_> {
    /// All findings that are listed, in words.
    pub fn explain(&self) -> Vec<Explanation> {
        self.explain_most(usize::MAX)
    }

    /// At most this many explanations: errors come before warnings if not all are wanted.
    pub fn explain_most(&self, most: usize) -> Vec<Explanation> {
        self.explain_these(&self.most(most))
    }

    fn most(&self, most: usize) -> Vec<&Finding> {
        if self.findings.len() <= most {
            return self.findings.iter().collect();
        }
        let of = |flag| self.findings.iter().filter(move |one| self.level(one.rule) == flag);
        let warnings = of(Flag::Warning).chain(of(Flag::Information));
        of(Flag::Fatal).chain(warnings).take(most).collect()
    }

    fn explain_these(&self, findings: &[&Finding]) -> Vec<Explanation> {
        match self.source {
            _ if findings.is_empty() => Vec::new(),
            Source::Document(document) => self.explain_in(document, findings),
            Source::Unreadable { line, column } => {
                let at = |finding| Explanation { line, column, ..in_words(finding, None) };
                findings.iter().copied().map(at).collect()
            }
        }
    }

    fn explain_in(&self, document: &dyn Readable, findings: &[&Finding]) -> Vec<Explanation> {
        let positions = Positions::of(
            document.document().input_text(),
            findings.iter().map(|finding| finding.offset),
        );
        let node_of = |finding: &Finding| {
            finding.node.and_then(|id| document.document().get_node(NodeId::new(id)))
        };
        let mut locator = Locator::of(findings.iter().filter_map(|finding| node_of(finding)));
        let mut suggestions = match self.rule_set.shape {
            Shape::Table(schema) => Some(Suggestions::new(schema())),
            Shape::Other(_) => None,
        };
        let explain = |finding: &&Finding| {
            let node = node_of(finding);
            let (line, column) = positions.get(finding.offset);
            let location = node.map_or_else(Location::default, |node| locator.locate(node));
            let words = match node {
                Some(node) if schema::is_unexpected(finding.rule) => {
                    unexpected(finding, node, suggestions.as_mut().and_then(|all| all.of(node)))
                }
                node => in_words(finding, node),
            };
            let flag = self.level(finding.rule);
            Explanation { flag, line, column, location, ..words }
        };
        findings.iter().map(explain).collect()
    }
}

fn in_words(finding: &Finding, node: Option<Node<'_, '_>>) -> Explanation {
    let own_text = node.map(|node| shortened(&text_of(node)));
    let (expected, actual) = match &finding.values {
        Some(values) => (in_text(&values.expected), in_text(&values.actual).or(own_text)),
        None => (None, own_text.filter(|text| !text.is_empty())),
    };
    let why = match finding.values.as_ref().map(|values| &values.expected) {
        Some(Value::Unknown(why)) => *why,
        _ => "it or a value that it is calculated from is missing or repeated",
    };
    said(finding, node, template(finding.rule.message, expected.is_some(), why), (expected, actual))
}

/// An element that does not belong: what was found is its name.
fn unexpected(finding: &Finding, node: Node<'_, '_>, meant: Option<String>) -> Explanation {
    let message = match finding.rule.message.split_once(": ") {
        Some((begin, _)) if meant.is_none() => Cow::Owned(format!("{begin}.")),
        _ => Cow::Borrowed(finding.rule.message),
    };
    let name = usual_name(node).into_owned();
    said(finding, Some(node), message, (meant, Some(name)))
}

fn said(
    finding: &Finding,
    node: Option<Node<'_, '_>>,
    message: Cow<'_, str>,
    (expected, actual): (Option<String>, Option<String>),
) -> Explanation {
    let rule = finding.rule;
    let name = |node: Option<Node<'_, '_>>| node.map_or("the document".into(), usual_text);
    let message = message
        .replace("{name}", &name(node))
        .replace("{parent}", &name(node.and_then(|node| node.parent_element())))
        .replace("{found}", or_nothing(actual.as_deref()))
        .replace("{expected}", or_nothing(expected.as_deref()));
    Explanation {
        rule: rule.id,
        flag: rule.flag,
        message,
        hint: rule.hint,
        terms: rule.terms,
        location: Location::default(),
        offset: finding.offset,
        line: 0,
        column: 0,
        expected,
        actual,
        sentence: rule.message,
    }
}

/// The rule's sentence. Where nothing could be calculated, it says why instead of the result.
fn template<'m>(message: &'m str, calculated: bool, why: &str) -> Cow<'m, str> {
    match message.split_once(", but ") {
        Some((begin, end)) if !calculated && end.contains("{expected}") => {
            Cow::Owned(format!("{begin}, but {why}."))
        }
        _ => Cow::Borrowed(message),
    }
}

/// An absent value as a word.
fn or_nothing(text: Option<&str>) -> &str {
    text.filter(|text| !text.is_empty()).unwrap_or("nothing")
}

fn in_text(value: &Value) -> Option<String> {
    match value {
        Value::None | Value::Unknown(_) => None,
        Value::Decimal(number) => Some(shortened(&number.to_string())),
        Value::Count(count) => Some(count.to_string()),
        Value::Text(text) => Some((*text).to_owned()),
        Value::Name(name) => name.usual(),
        Value::Owned(text) => Some(shortened(text)),
    }
}

/// The text of an element that has no child elements; others have none worth showing.
fn text_of(node: Node<'_, '_>) -> String {
    if node.children().any(|child| child.is_element()) {
        return String::new();
    }
    let text: String = node.children().filter_map(|child| child.text()).collect();
    normalized(&text).into_owned()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn usual_text(node: Node<'_, '_>) -> String {
    usual_name(node).into_owned()
}

/// The name with the prefix that the rules use, whatever the document's own.
fn usual_name<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let tag = node.tag_name();
    let prefix = tag.namespace().and_then(Namespace::of_uri).map_or("", Namespace::usual_prefix);
    match prefix {
        "" => Cow::Borrowed(tag.name()),
        prefix => Cow::Owned(format!("{prefix}:{}", tag.name())),
    }
}

/// Lines and columns of offsets, all found in one pass over the text: a document may be one long
/// line, and its findings may come in any order.
struct Positions {
    /// Offset, line, column; in order of offsets.
    sorted: Vec<(usize, u32, u32)>,
}

impl Positions {
    fn of(text: &str, offsets: impl Iterator<Item = usize>) -> Self {
        let mut sorted: Vec<_> = offsets.map(|offset| (offset, 1, 1)).collect();
        sorted.sort_unstable();
        let (mut line, mut column) = (1, 1);
        let mut characters = text.char_indices().peekable();
        for (offset, at_line, at_column) in &mut sorted {
            while let Some((_, character)) = characters.next_if(|next| next.0 < *offset) {
                column += 1;
                if character == '\n' {
                    (line, column) = (line + 1, 1);
                }
            }
            (*at_line, *at_column) = (line, column);
        }
        Self { sorted }
    }

    fn get(&self, offset: usize) -> (u32, u32) {
        let found = self.sorted.binary_search_by_key(&offset, |known| known.0);
        found.map_or((1, 1), |at| (self.sorted[at].1, self.sorted[at].2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xml::Parsed;

    #[test]
    fn positions_count_characters_from_one() {
        let text = "ä\nb\u{a0}c";
        let positions = Positions::of(text, [6, 0, 3, 100].into_iter());
        assert_eq!(positions.get(0), (1, 1));
        assert_eq!(positions.get(3), (2, 1));
        assert_eq!(positions.get(6), (2, 3));
        assert_eq!(positions.get(100), (2, 4));
    }

    #[test]
    fn where_not_all_are_wanted_errors_come_first() {
        let text = "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' \
            xmlns:c='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>\
            <c:UUID>1</c:UUID></Invoice>";
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let report = crate::validate(&document, crate::RuleSet::En16931Ubl);
        assert!(report.count(Flag::Warning) > 0);
        let errors = report.count(Flag::Fatal);
        let most = report.explain_most(errors);
        assert_eq!(most.len(), errors);
        assert!(most.iter().all(|one| one.flag == Flag::Fatal));
        assert_eq!(report.explain().len(), report.total());
    }

    #[test]
    fn a_finding_says_where_and_what() {
        let text = "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'\n \
            xmlns:c='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>\n  \
            <c:DocumentCurrencyCode>EURO</c:DocumentCurrencyCode></Invoice>";
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let all = crate::validate(&document, crate::RuleSet::En16931Ubl).explain();
        let found = all.iter().find(|one| one.rule == "BR-CL-04").expect("no such currency");
        assert_eq!(found.location.to_string(), "/Invoice/cbc:DocumentCurrencyCode");
        assert_eq!((found.line, found.column), (3, 3));
        assert!(found.message.contains("EURO"), "{}", found.message);
        assert_eq!(found.terms, ["BT-5"]);
    }
}
