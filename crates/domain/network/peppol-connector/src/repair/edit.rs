//! Finds the byte range of a change.

use super::cannot_apply::CannotApply;
use super::change::Target;
use super::indicators::indicators;
use crate::{
    documents::{
        Side,
        elements::{all, leaf_text},
    },
    namespaces::CBC,
};
use std::ops::Range;
use xml::{Node, escape_attribute, escape_text};

/// A replacement of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) at: Range<usize>,
    pub(super) text: String,
}

/// The elements before CustomizationID in the schema's sequence.
const BEFORE_CUSTOMIZATION: &[&str] = &["UBLExtensions", "UBLVersionID"];

/// The elements before ProfileID in the schema's sequence.
const BEFORE_PROFILE: &[&str] = &["UBLExtensions", "UBLVersionID", "CustomizationID"];

/// The elements before EndpointID in a party in the schema's sequence.
const BEFORE_ENDPOINT: &[&str] = &[
    "UBLExtensions",
    "MarkCareIndicator",
    "MarkAttentionIndicator",
    "WebsiteURI",
    "LogoReferenceID",
];

/// The edit that sets a target to a value.
pub(super) fn edit_for(
    root: Node<'_, '_>,
    target: Target,
    after: &str,
) -> Result<Edit, CannotApply> {
    let field = || target.field();
    match target {
        Target::Syntax => Err(CannotApply::NotText),
        Target::CustomizationId => {
            leaf(root, "CustomizationID", BEFORE_CUSTOMIZATION, after, &field)
        }
        Target::ProfileId => leaf(root, "ProfileID", BEFORE_PROFILE, after, &field),
        Target::NewEndpoint(side) => {
            let (scheme, value) =
                after.split_once(':').ok_or_else(|| CannotApply::NoPlace(field()))?;
            let party = party(root, side, &field)?;
            if !all(party, &["EndpointID"]).is_empty() {
                return Err(CannotApply::Changed(field()));
            }
            let attribute = format!(" schemeID=\"{}\"", quoted(scheme));
            insert(party, "EndpointID", &attribute, BEFORE_ENDPOINT, value, &field)
        }
        Target::Endpoint(side) => content(endpoint(root, side, &field)?, after, &field),
        Target::EndpointScheme(side) => scheme(endpoint(root, side, &field)?, after, &field),
        Target::ChargeIndicator(place) => {
            let node = indicators(root).into_iter().nth(place);
            content(node.ok_or_else(|| CannotApply::NoPlace(field()))?, after, &field)
        }
    }
}

/// The current text of a target; `None` when it is missing or empty.
pub(super) fn present(root: Node<'_, '_>, target: Target) -> Option<String> {
    let endpoint_of =
        |side: Side| all(root, &[side.ubl_name(), "Party", "EndpointID"]).into_iter().next();
    let trimmed = |node: Node<'_, '_>| leaf_text(node, usize::MAX);
    let found = match target {
        Target::Syntax => None,
        Target::CustomizationId => all(root, &["CustomizationID"]).first().map(|n| trimmed(*n)),
        Target::ProfileId => all(root, &["ProfileID"]).first().map(|n| trimmed(*n)),
        Target::NewEndpoint(side) => endpoint_of(side).map(|node| {
            format!("{}:{}", node.attribute("schemeID").unwrap_or_default(), trimmed(node))
        }),
        Target::Endpoint(side) => endpoint_of(side).map(trimmed),
        Target::EndpointScheme(side) => {
            endpoint_of(side).and_then(|n| n.attribute("schemeID")).map(|s| s.trim().to_owned())
        }
        Target::ChargeIndicator(place) => indicators(root).into_iter().nth(place).map(trimmed),
    };
    found.filter(|text| !text.is_empty())
}

type Field<'a> = &'a dyn Fn() -> String;

fn only<'a, 'i>(nodes: Vec<Node<'a, 'i>>, field: Field<'_>) -> Result<Node<'a, 'i>, CannotApply> {
    match nodes.as_slice() {
        [node] => Ok(*node),
        [] => Err(CannotApply::NoPlace(field())),
        _ => Err(CannotApply::Ambiguous(field())),
    }
}

fn party<'a, 'i>(
    root: Node<'a, 'i>,
    side: Side,
    field: Field<'_>,
) -> Result<Node<'a, 'i>, CannotApply> {
    only(all(root, &[side.ubl_name(), "Party"]), field)
}

fn endpoint<'a, 'i>(
    root: Node<'a, 'i>,
    side: Side,
    field: Field<'_>,
) -> Result<Node<'a, 'i>, CannotApply> {
    only(all(party(root, side, field)?, &["EndpointID"]), field)
}

/// Replaces the text of a child, or inserts the child.
fn leaf(
    parent: Node<'_, '_>,
    name: &str,
    before: &[&str],
    value: &str,
    field: Field<'_>,
) -> Result<Edit, CannotApply> {
    let found = all(parent, &[name]);
    if found.is_empty() {
        return insert(parent, name, "", before, value, field);
    }
    content(only(found, field)?, value, field)
}

/// Replaces the text between the tags. Refuses when that is more than text.
fn content(node: Node<'_, '_>, value: &str, field: Field<'_>) -> Result<Edit, CannotApply> {
    let source = node.document().input_text();
    let range = node.range();
    let tag = start_tag(source, &range).ok_or_else(|| CannotApply::NoPlace(field()))?;
    if tag.end == range.end {
        // <cbc:ProfileID/>
        let at = range.end - "/>".len()..range.end;
        let text = format!(">{}</{}>", content_of(value), qualified_name(&source[tag]));
        return Ok(Edit { at, text });
    }
    let end_tag = source[tag.end..range.end].rfind("</").map(|offset| tag.end + offset);
    let at = tag.end..end_tag.ok_or_else(|| CannotApply::NoPlace(field()))?;
    if source[at.clone()].contains('<') {
        return Err(CannotApply::NotPlain(field()));
    }
    Ok(Edit { at, text: content_of(value) })
}

/// Sets `schemeID`; a missing attribute is added after the element's name.
fn scheme(node: Node<'_, '_>, value: &str, field: Field<'_>) -> Result<Edit, CannotApply> {
    let source = node.document().input_text();
    if let Some(attribute) =
        node.attributes().find(|a| a.name() == "schemeID" && a.namespace().is_none())
    {
        return Ok(Edit { at: attribute.range_value(), text: quoted(value) });
    }
    let range = node.range();
    let tag = start_tag(source, &range).ok_or_else(|| CannotApply::NoPlace(field()))?;
    let at = tag.start + 1 + qualified_name(&source[tag.clone()]).len();
    Ok(Edit { at: at..at, text: format!(" schemeID=\"{}\"", quoted(value)) })
}

/// Inserts a leaf at its place in the schema's sequence, indented like the element after it.
fn insert(
    parent: Node<'_, '_>,
    name: &str,
    attribute: &str,
    before: &[&str],
    value: &str,
    field: Field<'_>,
) -> Result<Edit, CannotApply> {
    let no_place = || CannotApply::NoPlace(field());
    let next = parent
        .children()
        .filter(Node::is_element)
        .find(|child| !before.contains(&child.tag_name().name()))
        .ok_or_else(no_place)?;
    let prefix = prefix_of_cbc(parent).ok_or_else(no_place)?;
    let source = parent.document().input_text();
    let at = next.range().start;
    let blank = source[..at].trim_end_matches([' ', '\t', '\r', '\n']).len();
    let indent = line_break_and_indent(&source[blank..at]);
    let value = content_of(value);
    let text = format!("<{prefix}{name}{attribute}>{value}</{prefix}{name}>{indent}");
    Ok(Edit { at: at..at, text })
}

/// The last line break of some white space with the indent after it; the whole white space when it has no line break.
fn line_break_and_indent(blank: &str) -> &str {
    let Some(feed) = blank.rfind('\n') else {
        return blank;
    };
    let start = if blank[..feed].ends_with('\r') { feed - 1 } else { feed };
    &blank[start..]
}

/// The namespace prefix of UBL's leaves with its colon; empty for the default namespace.
fn prefix_of_cbc(node: Node<'_, '_>) -> Option<String> {
    let bound = |prefix: Option<&str>| node.lookup_namespace_uri(prefix) == Some(CBC);
    let mut prefixes = node.namespaces().filter(|n| n.uri() == CBC).map(|n| n.name());
    let prefix = prefixes.find(|prefix| bound(*prefix))?;
    Some(prefix.map(|p| format!("{p}:")).unwrap_or_default())
}

/// The start tag of the element in a range; `>` inside a quoted value does not end it.
fn start_tag(source: &str, element: &Range<usize>) -> Option<Range<usize>> {
    let mut quote = None;
    for (offset, byte) in source.get(element.clone())?.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(element.start..element.start + offset + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The name in a start tag, with its prefix.
fn qualified_name(tag: &str) -> &str {
    let name = tag.strip_prefix('<').unwrap_or(tag);
    let end = name.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(name.len());
    &name[..end]
}

fn content_of(value: &str) -> String {
    let mut content = String::new();
    escape_text(&mut content, value);
    content
}

/// Escapes a value for use between quotes of either kind, which are the document's own.
fn quoted(value: &str) -> String {
    let mut quoted = String::new();
    escape_attribute(&mut quoted, value);
    quoted.replace('\'', "&apos;")
}
