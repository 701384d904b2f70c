//! The few functions of XPath 2.0 that the rules use.

use xml::Node;

use crate::application_response::CBC;
use crate::tree::children;

/// The official rules stop at a sequence where one item is asked: such a document is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeError;

/// `normalize-space` of nothing or one element.
pub(super) fn normalized<'a, 'i>(
    nodes: impl IntoIterator<Item = Node<'a, 'i>>,
) -> Result<String, TypeError>
where
    'i: 'a,
{
    let mut nodes = nodes.into_iter();
    let first = nodes.next();
    if nodes.next().is_some() {
        return Err(TypeError);
    }
    let Some(first) = first else { return Ok(String::new()) };
    let text: String =
        first.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let words = text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
    Ok(words.collect::<Vec<_>>().join(" "))
}

/// `normalize-space(cbc:NAME)`
pub(super) fn leaf(parent: Node<'_, '_>, name: &str) -> Result<String, TypeError> {
    normalized(children(parent, CBC, name))
}
