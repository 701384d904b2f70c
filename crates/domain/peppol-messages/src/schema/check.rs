//! Holds an element, and what is in it, against its type.

use std::collections::BTreeSet;

use xml::Node;

use super::content::{Content, Found, Match, Particle, Process};
use super::fault::ShapeFault;
use super::shape::{Schema, Type};
use super::value::Kind;

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
const MOST_FAULTS: usize = 50;

pub(super) fn run(schema: &'static Schema, root: Node<'_, '_>) -> Vec<ShapeFault> {
    let mut pass = Pass { schema, faults: Vec::new(), ids: BTreeSet::new() };
    match schema.elements.get(&name_of(root)) {
        Some(of) => pass.element(root, &schema.types[*of]),
        None => pass.fault(root, "it is no document of this kind".to_owned()),
    }
    pass.faults
}

struct Pass {
    schema: &'static Schema,
    faults: Vec<ShapeFault>,
    ids: BTreeSet<String>,
}

fn name_of<'d>(node: Node<'d, '_>) -> (&'d str, &'d str) {
    let name = node.tag_name();
    (name.namespace().unwrap_or(""), name.name())
}

impl Pass {
    fn fault(&mut self, node: Node<'_, '_>, what: String) {
        if self.faults.len() < MOST_FAULTS {
            let element = self.shown(name_of(node));
            self.faults.push(ShapeFault { offset: node.range().start, element, what });
        }
    }

    fn shown(&self, (uri, local): (&str, &str)) -> String {
        let known = self.schema.namespaces.iter().find(|(_, known)| *known == uri);
        known.map_or_else(|| local.to_owned(), |(prefix, _)| format!("{prefix}:{local}"))
    }

    /// The guard bounds how deep elements lie within one another.
    fn element(&mut self, node: Node<'_, '_>, of: &'static Type) {
        self.attributes(node, of);
        match &of.content {
            Content::Any => self.below(node),
            Content::Value(value) => {
                if node.children().any(|child| child.is_element()) {
                    return self
                        .fault(node, "it holds an element where a value belongs".to_owned());
                }
                let text = text_of(node);
                if let Some(what) = value.fault(&text) {
                    self.fault(node, what);
                }
            }
            Content::Elements { model, mixed } => {
                if !mixed && has_text(node) {
                    self.fault(node, "it holds text between its elements".to_owned());
                }
                self.children(node, model);
            }
        }
    }

    fn children(&mut self, node: Node<'_, '_>, model: &'static Particle) {
        let children: Vec<_> = node.children().filter(Node::is_element).collect();
        let names: Vec<_> = children.iter().map(|child| name_of(*child)).collect();
        let (matched, fault) = Match::of(model, &names);
        for (child, found) in children.iter().zip(&matched.found) {
            match found {
                Found::Typed(of) => self.element(*child, &self.schema.types[*of]),
                Found::Let(Process::Lax) => self.lax(*child),
                Found::Let(Process::Skip) => {}
            }
        }
        match fault.map(|at| names.get(at)) {
            Some(Some(name)) => {
                let what = format!("{} does not belong here", self.shown(*name));
                self.fault(node, what);
            }
            Some(None) => self.fault(node, "an element is missing at its end".to_owned()),
            None => {}
        }
    }

    /// What the table knows is checked against it.
    fn lax(&mut self, node: Node<'_, '_>) {
        match self.schema.elements.get(&name_of(node)) {
            Some(of) => self.element(node, &self.schema.types[*of]),
            None => self.below(node),
        }
    }

    fn below(&mut self, node: Node<'_, '_>) {
        for child in node.children().filter(Node::is_element) {
            self.lax(child);
        }
    }

    fn attributes(&mut self, node: Node<'_, '_>, of: &'static Type) {
        for one in node.attributes() {
            let name = (one.namespace().unwrap_or(""), one.name());
            if let Some(known) = of.attributes.iter().find(|known| known.name == name) {
                let value = known.value.normalized(one.value());
                let differs = known.fixed.as_ref().is_some_and(|fixed| *fixed != value);
                let again = known.value.kind == Kind::Id && !self.ids.insert(value);
                let fault = if differs || again {
                    Some("another value belongs there".to_owned())
                } else {
                    known.value.fault(one.value())
                };
                if let Some(what) = fault {
                    self.fault(node, format!("its attribute {}: {what}", one.name()));
                }
            } else if !is_free(name, of) {
                self.fault(node, format!("it cannot have the attribute {}", one.name()));
            }
        }
        for missing in of.attributes.iter().filter(|known| known.required) {
            let (uri, local) = missing.name;
            if !node
                .attributes()
                .any(|one| (one.namespace().unwrap_or(""), one.name()) == (uri, local))
            {
                self.fault(node, format!("it lacks the attribute {local}"));
            }
        }
    }
}

/// Where schemas lie may be said anywhere; that an element is nil or of another type, nowhere.
fn is_free((uri, local): (&str, &str), of: &Type) -> bool {
    if uri == XSI {
        return matches!(local, "schemaLocation" | "noNamespaceSchemaLocation");
    }
    match of.other_attributes {
        None => false,
        Some("") => true,
        Some(not) => !uri.is_empty() && uri != not,
    }
}

/// The text of an element, whatever comments divide it.
pub(super) fn text_of(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}

fn has_text(node: Node<'_, '_>) -> bool {
    let is_space =
        |text: &str| text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    node.children().any(|child| child.is_text() && !child.text().is_none_or(is_space))
}
