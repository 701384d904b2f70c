//! Canonical XML: the one form of a document that signatures are made over.
//!
//! Canonical XML 1.0 and Exclusive XML Canonicalization 1.0, each of a whole document or of one
//! element with what is in it. It descends once for each level of nesting, which the guard bounds. What an element
//! costs grows with what stands in its own tag, and all of it is paid from [`Steps`].

mod attributes;
mod declarations;
mod steps;

use std::collections::BTreeSet;

use roxmltree::{Node, NodeId};

use crate::escape::canonical_text;
use attributes::attributes;
use declarations::{Rendered, own};
pub use steps::{Steps, TooManySteps};

/// Which canonical form.
#[derive(Debug, Clone, Default)]
pub struct Canonical<'a> {
    /// Only the namespaces that are visibly used are written (Exclusive Canonicalization); otherwise
    /// all that are in scope.
    pub exclusive: bool,
    /// Comments are kept.
    pub comments: bool,
    /// Exclusive only: prefixes that are treated as the inclusive form does, empty for the default
    /// namespace.
    pub inclusive_prefixes: BTreeSet<&'a str>,
    /// An element that is left out with all that is in it: the signature within what it signs.
    pub without: Option<NodeId>,
}

impl Canonical<'_> {
    /// Exclusive, without comments.
    #[must_use]
    pub fn exclusive() -> Self {
        Self { exclusive: true, ..Self::default() }
    }

    /// Inclusive, without comments.
    #[must_use]
    pub fn inclusive() -> Self {
        Self::default()
    }

    /// The canonical form of an element, or of the document when the node is its root node: of what we made ourselves.
    #[must_use]
    pub fn of(&self, node: Node<'_, '_>) -> String {
        self.within(node, &mut Steps::unbounded()).unwrap_or_default()
    }

    /// The canonical form of a document from outside, within a limit on steps.
    ///
    /// # Errors
    /// [`TooManySteps`]: the form, or the way to it, is longer than what is left.
    pub fn within(&self, node: Node<'_, '_>, steps: &mut Steps) -> Result<String, TooManySteps> {
        let mut out = String::with_capacity(node.range().len() + 256);
        let mut rendered = Rendered::default();
        if node.is_root() {
            self.document(node, &mut rendered, steps, &mut out)?;
        } else {
            self.element(node, &mut rendered, true, steps, &mut out)?;
        }
        Ok(out)
    }

    fn document<'d>(
        &self,
        document: Node<'d, '_>,
        rendered: &mut Rendered<'d>,
        steps: &mut Steps,
        out: &mut String,
    ) -> Result<(), TooManySteps> {
        let mut after_root = false;
        for child in document.children() {
            if child.is_element() {
                self.element(child, rendered, false, steps, out)?;
                after_root = true;
            } else if is_instruction(child) || (child.is_comment() && self.comments) {
                if after_root {
                    out.push('\n');
                }
                self.other(child, steps, out)?;
                if !after_root {
                    out.push('\n');
                }
            }
        }
        Ok(())
    }

    fn element<'d>(
        &self,
        node: Node<'d, '_>,
        rendered: &mut Rendered<'d>,
        apex: bool,
        steps: &mut Steps,
        out: &mut String,
    ) -> Result<(), TooManySteps> {
        if self.without == Some(node.id()) {
            return Ok(());
        }
        let (name, before, length) = (qualified_name(node), rendered.len(), out.len());
        out.push('<');
        out.push_str(name);
        self.namespaces(node, name, rendered, apex, steps, out)?;
        attributes(node, apex && !self.exclusive, steps, out)?;
        out.push('>');
        steps.node(out.len() - length)?;
        for child in node.children() {
            if child.is_element() {
                self.element(child, rendered, false, steps, out)?;
            } else {
                self.other(child, steps, out)?;
            }
        }
        out.push_str("</");
        out.push_str(name);
        out.push('>');
        rendered.forget_behind(before);
        Ok(())
    }

    /// Writes the namespace declarations that the canonical form has here.
    fn namespaces<'d>(
        &self,
        node: Node<'d, '_>,
        name: &'d str,
        rendered: &mut Rendered<'d>,
        apex: bool,
        steps: &mut Steps,
        out: &mut String,
    ) -> Result<(), TooManySteps> {
        let mut wanted = Vec::new();
        if self.exclusive {
            wanted.push((prefix_of(name), node.tag_name().namespace().unwrap_or("")));
            let used = node.attributes().filter_map(|one| {
                let prefix = prefix_of(attribute_name(node, &one));
                Some((prefix, one.namespace()?)).filter(|_| !prefix.is_empty())
            });
            wanted.extend(used);
        }
        if !self.exclusive || !self.inclusive_prefixes.is_empty() {
            // what is around was declared where it stands, or at the element with which this form begins
            let declared = if apex { node.namespaces().len() } else { own(node) };
            steps.spend(declared)?;
            let declared = node.namespaces().take(declared);
            let declared = declared.map(|one| (one.name().unwrap_or(""), one.uri()));
            let is_kept =
                |prefix: &str| !self.exclusive || self.inclusive_prefixes.contains(prefix);
            wanted.extend(declared.filter(|(prefix, _)| is_kept(prefix)));
        }
        wanted.retain(|(prefix, _)| *prefix != "xml");
        if wanted.len() > 1 {
            wanted.sort_by_key(|(prefix, _)| *prefix);
            wanted.dedup_by_key(|(prefix, _)| *prefix);
        }
        for (prefix, uri) in wanted {
            rendered.declare(prefix, uri, steps, out)?;
        }
        Ok(())
    }

    fn other(
        &self,
        node: Node<'_, '_>,
        steps: &mut Steps,
        out: &mut String,
    ) -> Result<(), TooManySteps> {
        let before = out.len();
        if let Some(instruction) = node.pi() {
            out.push_str("<?");
            out.push_str(instruction.target);
            if let Some(value) = instruction.value {
                out.push(' ');
                line_ends(value, out);
            }
            out.push_str("?>");
        } else if node.is_comment() {
            if self.comments {
                out.push_str("<!--");
                line_ends(node.text().unwrap_or(""), out);
                out.push_str("-->");
            }
        } else {
            canonical_text(out, node.text().unwrap_or(""));
        }
        steps.node(out.len() - before)
    }
}

/// Appends what the parser leaves as it stands, with its line ends as XML reads them.
fn line_ends(text: &str, out: &mut String) {
    let mut lines = text.split('\r');
    out.push_str(lines.next().unwrap_or_default());
    for line in lines {
        if !line.starts_with('\n') {
            out.push('\n');
        }
        out.push_str(line);
    }
}

/// The name of an element as it stands in the text, with its prefix.
fn qualified_name<'d>(node: Node<'d, '_>) -> &'d str {
    let text = node.document().input_text().get(node.range()).unwrap_or_default();
    let name = text.strip_prefix('<').unwrap_or_default();
    let ends = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'/' | b'>');
    &name[..name.bytes().position(ends).unwrap_or(name.len())]
}

fn attribute_name<'d>(node: Node<'d, '_>, one: &roxmltree::Attribute<'d, '_>) -> &'d str {
    node.document().input_text().get(one.range_qname()).unwrap_or_default()
}

fn prefix_of(name: &str) -> &str {
    name.split_once(':').map_or("", |(prefix, _)| prefix)
}

/// Whether this is an instruction. The parser takes a declaration for one whose `<?xml` is followed by a tab or by the
/// end of the line.
fn is_instruction(node: Node<'_, '_>) -> bool {
    node.pi().is_some_and(|instruction| instruction.target != "xml")
}
