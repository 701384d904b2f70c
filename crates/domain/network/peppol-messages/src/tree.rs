//! Looking around in a tree.

use data_encoding::BASE64;
use xml::{Node, XmlElement};

/// The first child element of this name.
pub(crate) fn child<'a, 'i>(
    parent: Node<'a, 'i>,
    namespace: &str,
    name: &str,
) -> Option<Node<'a, 'i>> {
    children(parent, namespace, name).next()
}

/// The child elements of this name.
pub(crate) fn children<'a, 'i: 'a>(
    parent: Node<'a, 'i>,
    namespace: &str,
    name: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |node| node.has_tag_name((namespace, name)))
}

/// The child element of this name, where exactly one has it.
pub(crate) fn only_child<'a, 'i>(
    parent: Node<'a, 'i>,
    namespace: &str,
    name: &str,
) -> Option<Node<'a, 'i>> {
    let mut found = children(parent, namespace, name);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The whole text of an element, whatever comments divide it.
pub(crate) fn text(node: Node<'_, '_>) -> String {
    node.whole_text().into_owned()
}

/// The text without white space at its ends.
pub(crate) fn trimmed(node: Node<'_, '_>) -> String {
    node.whole_text().trim_ascii().to_owned()
}

/// Bytes in Base64, with white space anywhere.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    if !text.bytes().any(|byte| byte.is_ascii_whitespace()) {
        return BASE64.decode(text.as_bytes()).ok();
    }
    let compact: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    BASE64.decode(&compact).ok()
}

/// The bytes that an element holds in Base64.
pub(crate) fn bytes(node: Node<'_, '_>) -> Option<Vec<u8>> {
    base64(&node.whole_text())
}
