//! From an invoice to what of it is reported: a table, and the copying that it directs.

use std::sync::OnceLock;

use uuid::Uuid;
use xml::{Node, Writer};

/// An element that is reported.
struct Row {
    prefix: &'static str,
    local: &'static str,
    /// The local names of the elements that it is made from.
    sources: Vec<&'static str>,
    attributes: Vec<&'static str>,
    all: bool,
    vat_only: bool,
    /// What it says, whatever letters the invoice has for it.
    always: Option<&'static str>,
    /// It is the number of the reported document.
    is_uuid: bool,
    children: Vec<Self>,
}

/// Writes what is reported of the invoice.
pub(crate) fn write(out: &mut Writer, invoice: Node<'_, '_>, uuid: Uuid) {
    for row in rows() {
        row.write(out, invoice, uuid);
    }
}

impl Row {
    fn write(&self, out: &mut Writer, parent: Node<'_, '_>, uuid: Uuid) {
        if self.is_uuid {
            out.leaf((self.prefix, self.local), &[], &uuid.to_string());
            return;
        }
        let found = parent.children().filter(|child| self.is_made_from(*child));
        for source in found.take(if self.all { usize::MAX } else { 1 }) {
            if self.children.is_empty() {
                self.leaf(out, source);
            } else {
                let opened = out.open((self.prefix, self.local), &[]);
                self.children.iter().for_each(|row| row.write(out, source, uuid));
                out.close_unless_empty(opened);
            }
        }
    }

    fn is_made_from(&self, child: Node<'_, '_>) -> bool {
        child.is_element()
            && is_ubl(child)
            && self.sources.contains(&child.tag_name().name())
            && (!self.vat_only || is_vat(child))
    }

    fn leaf(&self, out: &mut Writer, source: Node<'_, '_>) {
        let attributes: Vec<_> = self
            .attributes
            .iter()
            .filter_map(|name| Some((*name, source.attribute(*name)?)))
            .collect();
        let text = self.always.map_or_else(|| text(source), str::to_owned);
        out.leaf((self.prefix, self.local), &attributes, &text);
    }
}

/// Whether the tax scheme of a registration is VAT.
pub(crate) fn is_vat(registration: Node<'_, '_>) -> bool {
    child(registration, "TaxScheme")
        .and_then(|scheme| child(scheme, "ID"))
        .is_some_and(|id| text(id).trim().eq_ignore_ascii_case("VAT"))
}

/// The first child element of the name.
pub(crate) fn child<'a, 'i>(parent: Node<'a, 'i>, local: &str) -> Option<Node<'a, 'i>> {
    children(parent, local).next()
}

/// The child elements of the name.
pub(crate) fn children<'a, 'i: 'a>(
    parent: Node<'a, 'i>,
    local: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |child| {
        child.is_element() && is_ubl(*child) && child.tag_name().name() == local
    })
}

/// The text of an element, without that of elements in it.
pub(crate) fn text(node: Node<'_, '_>) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

fn is_ubl(element: Node<'_, '_>) -> bool {
    let namespace = element.tag_name().namespace().unwrap_or_default();
    namespace.strip_prefix("urn:oasis:names:specification:ubl:schema:xsd:Common").is_some()
}

fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = include_str!("reported.txt").lines();
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
        read(&mut lines, 0)
    })
}

/// The rows of a depth, with those below them.
fn read(
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'static str>>,
    depth: usize,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    while let Some(line) = lines.peek() {
        let indent = line.len() - line.trim_start().len();
        if indent < depth {
            break;
        }
        if indent > depth {
            let below = read(lines, indent);
            if let Some(row) = rows.last_mut() {
                row.children = below;
            }
        } else if let Some(line) = lines.next() {
            rows.push(row(line.trim()));
        }
    }
    rows
}

fn row(line: &'static str) -> Row {
    let (own, sources) = line.split_once(" < ").unwrap_or((line, ""));
    let mut words = own.split(' ');
    let name = words.next().unwrap_or_default();
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let marks: Vec<&'static str> = words.collect();
    let locals = sources.split_ascii_whitespace().filter_map(|name| name.split_once(':'));
    let sources: Vec<_> = locals.map(|(_, local)| local).collect();
    Row {
        prefix,
        local,
        sources: if sources.is_empty() { vec![local] } else { sources },
        attributes: marks.iter().filter_map(|mark| mark.strip_prefix('@')).collect(),
        all: marks.contains(&"*"),
        vat_only: marks.contains(&"VAT"),
        always: marks.iter().find_map(|mark| mark.strip_prefix('=')),
        is_uuid: marks.contains(&"UUID"),
        children: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_a_tree() {
        fn count(rows: &[Row]) -> usize {
            rows.iter().map(|row| 1 + count(&row.children)).sum()
        }
        let lines = include_str!("reported.txt").lines();
        let written = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        assert_eq!(count(rows()), written);
        let lines = rows().last().expect("lines come last");
        assert_eq!((lines.local, lines.all), ("DocumentLine", true));
        assert_eq!(lines.sources, ["InvoiceLine", "CreditNoteLine"]);
        assert!(rows().iter().filter(|row| row.is_uuid).count() == 1);
    }
}
