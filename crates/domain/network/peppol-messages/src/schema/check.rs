//! Holds an element, and what is in it, against its type.

use std::collections::BTreeSet;

use xml::schema::Kind;
use xml::white_space::is_blank;
use xml::{QName, XmlElement};

use super::content::{Content, Found, Match, Particle, Process};
use super::fault::ShapeFault;
use super::shape::{Schema, Type};

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
const MOST_FAULTS: usize = 50;

pub(super) fn run<'t>(schema: &'static Schema, root: impl XmlElement<'t>) -> Vec<ShapeFault> {
    let mut pass = Pass { schema, faults: Vec::new(), ids: BTreeSet::new() };
    match schema.elements.get(&root.qname()) {
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

impl Pass {
    fn fault<'t>(&mut self, node: impl XmlElement<'t>, what: String) {
        if self.faults.len() < MOST_FAULTS {
            let element = self.display_name(node.qname());
            self.faults.push(ShapeFault { offset: node.offset(), element, what });
        }
    }

    fn display_name(&self, (uri, local): QName<'_>) -> String {
        let known = self.schema.namespaces.iter().find(|(_, known)| *known == uri);
        known.map_or_else(|| local.to_owned(), |(prefix, _)| format!("{prefix}:{local}"))
    }

    /// The guard bounds how deep elements lie within one another.
    fn element<'t>(&mut self, node: impl XmlElement<'t>, of: &'static Type) {
        self.attributes(node, of);
        match &of.content {
            Content::Any => self.below(node),
            Content::Value(value) => {
                if node.elements().next().is_some() {
                    return self
                        .fault(node, "it holds an element where a value belongs".to_owned());
                }
                if let Some(what) = value.fault(&node.whole_text()) {
                    self.fault(node, what);
                }
            }
            Content::Elements { model, mixed } => {
                if !mixed && !model.takes_elements() && node.texts().any(|text| !text.is_empty()) {
                    // white space too (XML Schema 1.0 part 1, cvc-complex-type 2.1)
                    self.fault(node, "it must be empty".to_owned());
                } else if !mixed && !node.texts().all(is_blank) {
                    self.fault(node, "it holds text between its elements".to_owned());
                }
                self.children(node, model);
            }
        }
    }

    fn children<'t>(&mut self, node: impl XmlElement<'t>, model: &'static Particle) {
        let mut names = Vec::with_capacity(16);
        names.extend(node.elements().map(XmlElement::qname));
        let (matched, fault) = Match::of(model, &names);
        for (child, found) in node.elements().zip(&matched.found) {
            match found {
                Found::Typed(of) => self.element(child, &self.schema.types[*of]),
                Found::Let(Process::Lax) => self.lax(child),
                Found::Let(Process::Skip) => {}
            }
        }
        match fault.map(|at| names.get(at)) {
            Some(Some(name)) => {
                let what = format!("{} does not belong here", self.display_name(*name));
                self.fault(node, what);
            }
            Some(None) => self.fault(node, "an element is missing at its end".to_owned()),
            None => {}
        }
    }

    /// Checks an element if the table has it.
    fn lax<'t>(&mut self, node: impl XmlElement<'t>) {
        match self.schema.elements.get(&node.qname()) {
            Some(of) => self.element(node, &self.schema.types[*of]),
            None => self.below(node),
        }
    }

    fn below<'t>(&mut self, node: impl XmlElement<'t>) {
        for child in node.elements() {
            self.lax(child);
        }
    }

    fn attributes<'t>(&mut self, node: impl XmlElement<'t>, of: &'static Type) {
        for (name, value) in node.attribute_pairs() {
            if let Some(known) = of.attributes.iter().find(|known| known.name == name) {
                let normalized = known.value.normalized(value);
                let differs = known.fixed.as_ref().is_some_and(|fixed| *fixed != normalized);
                let again =
                    known.value.kind == Kind::Id && !self.ids.insert(normalized.into_owned());
                let fault = if differs || again {
                    Some("another value belongs there".to_owned())
                } else {
                    known.value.fault(value)
                };
                if let Some(what) = fault {
                    self.fault(node, format!("its attribute {}: {what}", name.1));
                }
            } else if !is_free(name, of) {
                self.fault(node, format!("it cannot have the attribute {}", name.1));
            }
        }
        for missing in of.attributes.iter().filter(|known| known.required) {
            if !node.attribute_pairs().any(|(name, _)| name == missing.name) {
                self.fault(node, format!("it lacks the attribute {}", missing.name.1));
            }
        }
    }
}

/// Where schemas lie may be said anywhere; that an element is nil or of another type, nowhere.
fn is_free((uri, local): QName<'_>, of: &Type) -> bool {
    if uri == XSI {
        return matches!(local, "schemaLocation" | "noNamespaceSchemaLocation");
    }
    match of.other_attributes {
        None => false,
        Some("") => true,
        Some(not) => !uri.is_empty() && uri != not,
    }
}
