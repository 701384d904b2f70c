//! The fast path for elements in order. `repair` finds out what is wrong with others.

use std::ops::Range;

use super::table::{Content, LAX, Particle, UNCHECKED};
use super::{Pass, rule};
use crate::index::Element;
use crate::names::{Name, Namespace};
use crate::verdict::Value;

impl Pass<'_, '_, '_> {
    /// Holds one element against its type and gives its children theirs.
    pub(super) fn element(&mut self, element: Element) {
        let of = self.types[element.0 as usize];
        if of == UNCHECKED {
            return;
        }
        let schema = self.schema;
        let kind = &schema.types[of as usize];
        self.attributes(element, kind);
        match &kind.content {
            Content::Value(value) => self.value(element, *value),
            Content::Sequence(range) => {
                if !self.in_sequence(element, range) {
                    self.repair(element, &schema.particles[range.clone()]);
                }
                self.no_text(element);
            }
            Content::Choice(range) => {
                self.choice(element, &schema.particles[range.clone()]);
                self.no_text(element);
            }
            Content::Wildcard => {
                self.wildcard(element);
                self.no_text(element);
            }
            Content::Anything => self.anything(element),
        }
    }

    /// Whether the children follow the sequence. Sets their types.
    fn in_sequence(&mut self, element: Element, range: &Range<usize>) -> bool {
        let particles = &self.schema.particles[range.clone()];
        let mut at = 0;
        let mut seen = false;
        for child in self.index.children(element) {
            let name = self.index.name(child);
            loop {
                let Some(particle) = particles.get(at) else { return false };
                if particle.name == name {
                    if seen && !particle.repeatable {
                        return false;
                    }
                    seen = true;
                    self.types[child.0 as usize] = particle.of;
                    break;
                }
                if particle.required && !seen {
                    return false;
                }
                at += 1;
                seen = false;
            }
        }
        let rest = particles.get(at + usize::from(seen)..).unwrap_or(&[]);
        !rest.iter().any(|particle| particle.required)
    }

    /// Exactly one child, of those allowed.
    fn choice(&mut self, element: Element, particles: &[Particle]) {
        let mut children = self.index.children(element);
        let Some(first) = children.next() else {
            let expected = Value::Name(particles.first().map_or(Name::UNKNOWN, |p| p.name));
            self.hits.push_with(&rule::MISSING, element, expected, Value::None);
            return;
        };
        for more in children {
            self.hits.push(&rule::REPEATED, more);
        }
        match particles.iter().find(|particle| particle.name == self.index.name(first)) {
            Some(particle) => self.types[first.0 as usize] = particle.of,
            None => self.unexpected(first),
        }
    }

    /// Exactly one child, of a namespace other than the extensions' own.
    fn wildcard(&mut self, element: Element) {
        let mut children = self.index.children(element);
        let Some(first) = children.next() else {
            let expected = Value::Text("of the extension");
            self.hits.push_with(&rule::MISSING, element, expected, Value::None);
            return;
        };
        for more in children {
            self.hits.push(&rule::REPEATED, more);
        }
        match self.index.node(first).tag_name().namespace() {
            Some(uri) if Namespace::of_uri(uri) != Some(Namespace::Ext) => self.lax(first),
            _ => self.unexpected(first),
        }
    }

    fn anything(&mut self, element: Element) {
        for child in self.index.children(element) {
            self.lax(child);
        }
    }

    /// An element that the schema declares is checked wherever it occurs.
    fn lax(&mut self, element: Element) {
        let usual = self.schema.usual.get(self.index.name(element).index());
        self.types[element.0 as usize] = usual.copied().unwrap_or(LAX);
    }

    fn no_text(&mut self, element: Element) {
        if self.index.has_own_text(element) {
            self.hits.push(&rule::TEXT, element);
        }
    }

    pub(super) fn unexpected(&mut self, child: Element) {
        self.hits.push(&rule::UNEXPECTED, child);
    }
}
