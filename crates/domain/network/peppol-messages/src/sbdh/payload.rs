//! The payload: the name of its root, and its text as a document of its own.

use memchr::memmem::find;
use std::borrow::Cow;

use xml::{Node, Parsed};

/// Namespace and local name of an element; the namespace may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootName {
    /// The namespace.
    pub namespace: String,
    /// The local name.
    pub local: String,
}

/// The start tag of an element's text, whose attributes are known to be quoted.
pub(super) fn start_tag(element: &str) -> &str {
    let mut quote = None;
    for (at, byte) in element.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return &element[..=at],
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    element
}

impl RootName {
    pub(super) fn of(element: Node<'_, '_>) -> Self {
        let name = element.tag_name();
        Self {
            namespace: name.namespace().unwrap_or_default().to_owned(),
            local: name.name().to_owned(),
        }
    }
}

/// An element with its attributes and without its content.
pub(super) fn empty(element: &str) -> String {
    let tag = start_tag(element).trim_end_matches('>').trim_end_matches('/');
    format!("{tag}/>")
}

/// A child of the envelope as a document of its own: with the declarations of the envelope that it may
/// use and does not make itself. `envelope` is a tree of the envelope.
pub(super) fn standalone<'a>(envelope: &Parsed<'_>, element: &'a str) -> Cow<'a, str> {
    let tag = start_tag(element);
    let mut missing = String::new();
    for namespace in envelope.root().namespaces() {
        let (declaration, used) = match namespace.name() {
            Some("xml") => continue,
            Some(prefix) => {
                let used = find(element.as_bytes(), format!("{prefix}:").as_bytes());
                (format!("xmlns:{prefix}"), used.is_some())
            }
            None => ("xmlns".to_owned(), true),
        };
        if used && !declares(tag, &declaration) {
            missing.push(' ');
            missing.push_str(&declaration);
            missing.push_str("=\"");
            xml::escape_attribute(&mut missing, namespace.uri());
            missing.push('"');
        }
    }
    if missing.is_empty() {
        return Cow::Borrowed(element);
    }
    let name = tag.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(tag.len());
    Cow::Owned([&element[..name], &missing, &element[name..]].concat())
}

/// Whether a start tag has an attribute of this name.
fn declares(tag: &str, attribute: &str) -> bool {
    let mut rest = tag;
    while let Some(at) = rest.find(attribute) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + attribute.len()..].trim_ascii_start();
        if before.is_some_and(|c| c.is_ascii_whitespace()) && after.starts_with('=') {
            return true;
        }
        rest = &rest[at + attribute.len()..];
    }
    false
}
