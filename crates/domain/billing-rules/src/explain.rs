//! The texts of findings, made for those who read them.

use std::borrow::Cow;
use std::collections::HashMap;

use roxmltree::{Node, NodeId};
use xml::Parsed;

use crate::names::Namespace;
use crate::report::{Finding, Report, Source};
use crate::rule::Flag;
use crate::text::normalized;
use crate::verdict::Value;

/// A finding in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The rule's id.
    pub rule: &'static str,
    /// How much it weighs.
    pub flag: Flag,
    /// What is wrong, with the values found.
    pub message: String,
    /// How to fix it.
    pub hint: &'static str,
    /// The business terms that it speaks of.
    pub terms: &'static [&'static str],
    /// The element, as `/Invoice/cac:InvoiceLine[2]/cbc:ID`; empty when there is no tree.
    pub xpath: String,
    /// The element's line, from 1.
    pub line: u32,
    /// The element's column in characters, from 1.
    pub column: u32,
    /// The value that would be right, where it is known.
    pub expected: Option<String>,
    /// The value found.
    pub actual: Option<String>,
}

/// Values longer than this are cut in messages.
const LONGEST_VALUE: usize = 80;

impl Report<'_> {
    /// The findings in words.
    pub fn explain(&self) -> Vec<Explanation> {
        match self.source {
            _ if self.findings.is_empty() => Vec::new(),
            Source::Document(document) => self.explain_in(document),
            Source::Unreadable { line, column } => {
                let in_words = |finding| in_words(finding, None, &mut Paths::default());
                let at = |finding| Explanation { line, column, ..in_words(finding) };
                self.findings.iter().map(at).collect()
            }
        }
    }

    fn explain_in(&self, document: &Parsed<'_>) -> Vec<Explanation> {
        let offsets = self.findings.iter().map(|finding| finding.offset);
        let positions = Positions::of(document.text(), offsets);
        let mut paths = Paths::default();
        let mut explain = |finding: &Finding| {
            let id = finding.node.map(NodeId::new);
            let node = id.and_then(|id| document.document().get_node(id));
            let (line, column) = positions.get(finding.offset);
            Explanation { line, column, ..in_words(finding, node, &mut paths) }
        };
        self.findings.iter().map(&mut explain).collect()
    }
}

fn in_words(finding: &Finding, node: Option<Node<'_, '_>>, paths: &mut Paths) -> Explanation {
    let rule = finding.rule;
    let own_text = node.map(|node| shortened(&text_of(node)));
    let (expected, actual) = match &finding.values {
        Some(values) => (in_text(&values.expected), in_text(&values.actual).or(own_text)),
        None => (None, own_text.filter(|text| !text.is_empty())),
    };
    let message = template(rule.message, expected.is_some())
        .replace("{name}", &node.map_or(Cow::Borrowed("the document"), usual_name))
        .replace("{found}", or_nothing(actual.as_deref()))
        .replace("{expected}", or_nothing(expected.as_deref()));
    Explanation {
        rule: rule.id,
        flag: rule.flag,
        message,
        hint: rule.hint,
        terms: rule.terms,
        xpath: node.map_or_else(String::new, |node| paths.of(node)),
        line: 0,
        column: 0,
        expected,
        actual,
    }
}

/// The rule's sentence. Where nothing could be calculated, it says why instead of the result.
fn template(message: &str, calculated: bool) -> Cow<'_, str> {
    match message.split_once(", but ") {
        Some((begin, end)) if !calculated && end.contains("{expected}") => Cow::Owned(format!(
            "{begin}, but it or a value that it is calculated from is missing or repeated."
        )),
        _ => Cow::Borrowed(message),
    }
}

/// What is absent reads as a word.
fn or_nothing(text: Option<&str>) -> &str {
    text.filter(|text| !text.is_empty()).unwrap_or("nothing")
}

fn in_text(value: &Value) -> Option<String> {
    match value {
        Value::None => None,
        Value::Decimal(number) => Some(number.to_string()),
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

/// The name with the prefix that the rules use, whatever the document's own.
fn usual_name<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let tag = node.tag_name();
    let prefix = tag.namespace().and_then(Namespace::of_uri).map_or("", Namespace::usual_prefix);
    match prefix {
        "" => Cow::Borrowed(tag.name()),
        prefix => Cow::Owned(format!("{prefix}:{}", tag.name())),
    }
}

/// Paths of elements. Places among siblings are counted once per parent, so that ten thousand
/// findings in ten thousand lines do not count them all again.
#[derive(Default)]
struct Paths {
    places: HashMap<NodeId, Option<u32>>,
    counted: HashMap<NodeId, ()>,
}

impl Paths {
    fn of(&mut self, node: Node<'_, '_>) -> String {
        let mut steps: Vec<String> = Vec::new();
        for element in node.ancestors().filter(Node::is_element) {
            let name = usual_name(element);
            steps.push(match self.place(element) {
                Some(place) => format!("{name}[{place}]"),
                None => name.into_owned(),
            });
        }
        steps.iter().rev().fold(String::new(), |path, step| path + "/" + step)
    }

    /// The element's place among its siblings of the same name; nothing if it is the only one.
    fn place(&mut self, element: Node<'_, '_>) -> Option<u32> {
        let parent = element.parent()?;
        if self.counted.insert(parent.id(), ()).is_none() {
            self.count(parent);
        }
        self.places.get(&element.id()).copied().flatten()
    }

    fn count(&mut self, parent: Node<'_, '_>) {
        let mut seen: HashMap<_, (NodeId, u32)> = HashMap::new();
        for child in parent.children().filter(Node::is_element) {
            let tag = child.tag_name();
            let (first, count) =
                seen.entry((tag.namespace(), tag.name())).or_insert((child.id(), 0));
            *count += 1;
            if *count == 2 {
                self.places.insert(*first, Some(1));
            }
            if *count > 1 {
                self.places.insert(child.id(), Some(*count));
            }
        }
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
    fn a_finding_says_where_and_what() {
        let text = "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'\n \
            xmlns:c='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>\n  \
            <c:DocumentCurrencyCode>EURO</c:DocumentCurrencyCode></Invoice>";
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let all = crate::validate(&document, crate::RuleSet::En16931Ubl).explain();
        let found = all.iter().find(|one| one.rule == "BR-CL-04").expect("no such currency");
        assert_eq!(found.xpath, "/Invoice/cbc:DocumentCurrencyCode");
        assert_eq!((found.line, found.column), (3, 3));
        assert!(found.message.contains("EURO"), "{}", found.message);
        assert_eq!(found.terms, ["BT-5"]);
    }
}
