//! Finds out what is wrong with children that are not in order.

use super::table::Particle;
use super::{Pass, rule};
use crate::index::Element;
use crate::verdict::Value;

impl Pass<'_, '_, '_> {
    /// Reports each child that is wrong, and the missing ones. Called when something is wrong.
    pub(super) fn repair(&mut self, element: Element, particles: &[Particle]) {
        let mut counts = vec![0_usize; particles.len()];
        let mut furthest = 0;
        for child in self.index.children(element) {
            let name = self.index.name(child);
            let Some(place) = particles.iter().position(|particle| particle.name == name) else {
                self.unexpected(child);
                continue;
            };
            self.types[child.0 as usize] = particles[place].of;
            counts[place] += 1;
            if counts[place] > 1 && !particles[place].repeatable {
                self.hits.push(&rule::REPEATED, child);
            } else if place < furthest {
                let before = Value::Name(particles[furthest].name);
                self.hits.push_with(&rule::ORDER, child, before, Value::None);
            }
            furthest = furthest.max(place);
        }
        for (particle, count) in particles.iter().zip(counts) {
            if particle.required && count == 0 {
                let expected = Value::Name(particle.name);
                self.hits.push_with(&rule::MISSING, element, expected, Value::None);
            }
        }
    }
}
