//! Looking around in the CII tree.

use std::borrow::Cow;

use xml::white_space::trimmed;

/// An element of the CII document, which outlives the conversion.
pub(crate) type Element<'a> = roxmltree::Node<'a, 'a>;

/// The namespace of the document and its three parts.
pub(crate) const RSM: &str = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";

/// The namespace of nearly everything else.
pub(crate) const RAM: &str =
    "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";

/// The namespace of days and indicators.
pub(crate) const UDT: &str = "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100";

/// The namespace of the days of documents referred to.
pub(crate) const QDT: &str = "urn:un:unece:uncefact:data:standard:QualifiedDataType:100";

/// Longest name that is shown in a path or a message.
const LONGEST_NAME: usize = 64;

pub(crate) fn is(node: Element<'_>, namespace: &str, name: &str) -> bool {
    let tag = node.tag_name();
    node.is_element() && tag.name() == name && tag.namespace() == Some(namespace)
}

/// The children of a name, in one of CII's namespaces: `rsm` below the root, `udt` and `qdt` below
/// days and indicators, else `ram`.
pub(crate) fn children<'a>(
    parent: Option<Element<'a>>,
    name: &'static str,
) -> impl Iterator<Item = Element<'a>> {
    let all = parent.into_iter().flat_map(|parent| parent.children());
    all.filter(move |child| namespaces_of(name).iter().any(|uri| is(*child, uri, name)))
}

fn namespaces_of(name: &str) -> &'static [&'static str] {
    match name {
        "ExchangedDocumentContext" | "ExchangedDocument" | "SupplyChainTradeTransaction" => &[RSM],
        "DateTimeString" => &[UDT, QDT],
        "DateString" | "Indicator" => &[UDT],
        _ => &[RAM],
    }
}

/// The text that stands directly in an element, comments and child elements left out.
pub(crate) fn own_text(node: Element<'_>) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

/// Whether an element says nothing: no text of its own and no elements.
pub(crate) fn is_hollow(node: Element<'_>) -> bool {
    !node.children().any(|child| match child.text() {
        Some(text) if child.is_text() => !trimmed(text).is_empty(),
        _ => child.is_element(),
    })
}

/// An attribute without a namespace, with its number among the element's attributes.
pub(crate) fn attribute<'a>(node: Element<'a>, name: &str) -> Option<(usize, &'a str)> {
    let mut all = node.attributes().enumerate();
    all.find(|(_, attribute)| attribute.namespace().is_none() && attribute.name() == name)
        .map(|(number, attribute)| (number, attribute.value()))
}

/// An element for a message, `{namespace}name`.
pub(crate) fn described(node: Element<'_>) -> String {
    let tag = node.tag_name();
    format!("{{{}}}{}", cut(tag.namespace().unwrap_or_default(), 128), shown_name(tag.name()))
}

/// A name, cut where it is long.
pub(crate) fn shown_name(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_NAME { Cow::Borrowed(name) } else { cut(name, LONGEST_NAME).into() }
}

/// The first so many characters of a text, with an ellipsis where some are left out.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
