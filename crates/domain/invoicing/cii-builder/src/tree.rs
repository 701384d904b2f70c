//! Looking around in the UBL tree.

use xml::white_space::trimmed;

/// An element of the UBL document, which outlives the conversion.
pub(crate) type Element<'a> = roxmltree::Node<'a, 'a>;

/// Where the components of UBL are: `cac` and `cbc`.
const COMPONENTS: [&str; 2] = [
    "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
];

/// Whether the root is that of an Invoice or a CreditNote.
pub(crate) fn is_invoice(root: Element<'_>) -> bool {
    let tag = root.tag_name();
    let of = |name: &str, namespace: &str| {
        tag.name() == name
            && tag
                .namespace()
                .and_then(|uri| uri.strip_prefix("urn:oasis:names:specification:ubl:schema:xsd:"))
                == Some(namespace)
    };
    of("Invoice", "Invoice-2") || of("CreditNote", "CreditNote-2")
}

/// The children of a name that say anything.
pub(crate) fn children<'a>(
    parent: Option<Element<'a>>,
    name: &'static str,
) -> impl Iterator<Item = Element<'a>> {
    let all = parent.into_iter().flat_map(|parent| parent.children());
    all.filter(move |child| {
        let tag = child.tag_name();
        tag.name() == name && tag.namespace().is_some_and(|uri| COMPONENTS.contains(&uri))
    })
}

/// The first of the first of …
pub(crate) fn at<'a>(parent: Option<Element<'a>>, path: &[&'static str]) -> Option<Element<'a>> {
    path.iter().fold(parent, |parent, name| children(parent, name).next())
}

/// The text that stands directly in an element.
pub(crate) fn own_text(node: Element<'_>) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

/// The text of an element without the white space around it; empty where there is none.
pub(crate) fn value(node: Option<Element<'_>>) -> String {
    node.map(|node| trimmed(&own_text(node)).to_owned()).unwrap_or_default()
}

/// An attribute that says anything.
pub(crate) fn attribute<'a>(node: Element<'a>, name: &str) -> Option<&'a str> {
    node.attribute(name).map(trimmed).filter(|value| !value.is_empty())
}
