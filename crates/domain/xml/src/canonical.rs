//! Canonical XML: the one form of a document that signatures are made over.
//!
//! Canonical XML 1.0 and Exclusive XML Canonicalization 1.0, each of a whole document or of one
//! element with what is in it. It descends once for each level of nesting, which the guard bounds.

use roxmltree::{Node, NodeId};

use crate::escape::{canonical_attribute, canonical_text};

const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

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
    pub inclusive_prefixes: Vec<&'a str>,
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

    /// The canonical form of an element, or of the document when the node is its root node.
    #[must_use]
    pub fn of(&self, node: Node<'_, '_>) -> String {
        let mut out = String::with_capacity(node.range().len() + 256);
        if node.is_root() {
            self.document(node, &mut out);
        } else {
            self.element(node, &mut Vec::new(), true, &mut out);
        }
        out
    }

    fn document(&self, document: Node<'_, '_>, out: &mut String) {
        let mut after_root = false;
        for child in document.children() {
            if child.is_element() {
                self.element(child, &mut Vec::new(), false, out);
                after_root = true;
            } else if is_instruction(child) || (child.is_comment() && self.comments) {
                if after_root {
                    out.push('\n');
                }
                self.other(child, out);
                if !after_root {
                    out.push('\n');
                }
            }
        }
    }

    fn element<'d>(
        &self,
        node: Node<'d, '_>,
        rendered: &mut Vec<Rendered<'d>>,
        apex: bool,
        out: &mut String,
    ) {
        if self.without == Some(node.id()) {
            return;
        }
        let name = qualified_name(node);
        let before = rendered.len();
        out.push('<');
        out.push_str(name);
        self.namespaces(node, name, rendered, out);
        attributes(node, apex && !self.exclusive, out);
        out.push('>');
        for child in node.children() {
            if child.is_element() {
                self.element(child, rendered, false, out);
            } else {
                self.other(child, out);
            }
        }
        out.push_str("</");
        out.push_str(name);
        out.push('>');
        rendered.truncate(before);
    }

    /// Writes the namespace declarations that the canonical form has here.
    fn namespaces<'d>(
        &self,
        node: Node<'d, '_>,
        name: &'d str,
        rendered: &mut Vec<Rendered<'d>>,
        out: &mut String,
    ) {
        // most elements of what is signed use their own prefix alone
        if self.exclusive && self.inclusive_prefixes.is_empty() && node.attributes().len() == 0 {
            let prefix = prefix_of(name);
            if prefix != "xml" {
                declare(prefix, node.tag_name().namespace().unwrap_or(""), rendered, out);
            }
            return;
        }
        for prefix in self.prefixes(node, name) {
            let uri = namespace_of(node, prefix);
            let Some(uri) = uri.or_else(|| prefix.is_empty().then_some("")) else { continue };
            declare(prefix, uri, rendered, out);
        }
    }

    /// The prefixes whose declaration matters here, in order and once.
    fn prefixes<'d>(&self, node: Node<'d, '_>, name: &'d str) -> Vec<&'d str> {
        let mut wanted = vec![if self.exclusive { prefix_of(name) } else { "" }];
        let declared = || node.namespaces().map(|one| one.name().unwrap_or(""));
        if self.exclusive {
            let names = node.attributes().map(|one| attribute_name(node, &one));
            wanted.extend(names.map(prefix_of).filter(|prefix| !prefix.is_empty()));
            wanted.extend(declared().filter(|prefix| self.inclusive_prefixes.contains(prefix)));
            if self.inclusive_prefixes.contains(&"") {
                wanted.push("");
            }
        } else {
            wanted.extend(declared());
        }
        wanted.retain(|prefix| *prefix != "xml");
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    fn other(&self, node: Node<'_, '_>, out: &mut String) {
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

/// A prefix and the namespace that it was last written with.
type Rendered<'d> = (&'d str, &'d str);

/// Writes a declaration, unless one around it says the same.
fn declare<'d>(prefix: &'d str, uri: &'d str, rendered: &mut Vec<Rendered<'d>>, out: &mut String) {
    let known = rendered.iter().rev().find(|one| one.0 == prefix).map_or("", |one| one.1);
    if known == uri {
        return;
    }
    out.push_str(" xmlns");
    if !prefix.is_empty() {
        out.push(':');
        out.push_str(prefix);
    }
    out.push_str("=\"");
    canonical_attribute(out, uri);
    out.push('"');
    rendered.push((prefix, uri));
}

/// Attributes in order of namespace and name; the apex of the inclusive form inherits `xml:` ones.
fn attributes(node: Node<'_, '_>, inherits: bool, out: &mut String) {
    if !inherits && node.attributes().len() < 2 {
        for one in node.attributes() {
            attribute(attribute_name(node, &one), one.value(), out);
        }
        return;
    }
    let mut found: Vec<_> =
        node.attributes().map(|one| (one, attribute_name(node, &one))).collect();
    if inherits {
        for ancestor in node.ancestors().skip(1) {
            for one in ancestor.attributes().filter(|one| one.namespace() == Some(XML_NAMESPACE)) {
                let same = |known: &(roxmltree::Attribute<'_, '_>, &str)| {
                    known.0.namespace() == Some(XML_NAMESPACE) && known.0.name() == one.name()
                };
                if !found.iter().any(same) {
                    found.push((one, attribute_name(ancestor, &one)));
                }
            }
        }
    }
    found.sort_by_key(|(one, _)| (one.namespace().unwrap_or(""), one.name()));
    for (one, name) in found {
        attribute(name, one.value(), out);
    }
}

fn attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    canonical_attribute(out, value);
    out.push('"');
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

fn namespace_of<'d>(node: Node<'d, '_>, prefix: &str) -> Option<&'d str> {
    node.lookup_namespace_uri(Some(prefix).filter(|prefix| !prefix.is_empty()))
}

/// Whether this is an instruction. The parser takes a declaration for one whose `<?xml` is followed by a tab or by the
/// end of the line.
fn is_instruction(node: Node<'_, '_>) -> bool {
    node.pi().is_some_and(|instruction| instruction.target != "xml")
}
