//! Content models of elements, and the matching of children with them.

use super::simple::Simple;

/// A name with its namespace, which may be empty.
pub(super) type Name = (&'static str, &'static str);

/// The index of a type in [`Schema::types`](super::shape::Schema::types).
pub(super) type TypeId = usize;

/// The content of an element.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// Anything is allowed.
    Any,
    /// A simple value.
    Value(Simple),
    /// Child elements.
    Elements {
        /// The allowed elements and their order.
        model: Particle,
        /// Whether text may occur between them.
        mixed: bool,
    },
}

/// A part of a content model, with how often it may occur.
#[derive(Debug, Clone)]
pub(super) struct Particle {
    pub(super) term: Term,
    pub(super) least: usize,
    pub(super) most: usize,
}

impl Particle {
    /// Whether an element can occur in it at all.
    pub(super) fn takes_elements(&self) -> bool {
        self.most > 0
            && match &self.term {
                Term::Element(..) | Term::Wildcard(..) => true,
                Term::Sequence(parts) | Term::Choice(parts) => {
                    parts.iter().any(Self::takes_elements)
                }
            }
    }
}

/// A part of a content model.
#[derive(Debug, Clone)]
pub(super) enum Term {
    /// One element.
    Element(Name, TypeId),
    /// All of these, in this order.
    Sequence(Vec<Particle>),
    /// One of these.
    Choice(Vec<Particle>),
    /// Any element outside this namespace; any element at all if it is empty.
    Wildcard(&'static str, Process),
}

/// How an element that matches a wildcard is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Process {
    /// It is checked if the table has a declaration for it.
    Lax,
    /// It is not checked.
    Skip,
}

/// What a child was matched with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Typed(TypeId),
    Let(Process),
}

/// The children that are matched so far. Content models of schemas are deterministic, so the next child alone decides
/// how to continue.
pub(super) struct Match<'c, 'n> {
    names: &'c [(&'n str, &'n str)],
    /// The match of each child.
    pub(super) found: Vec<Found>,
}

/// The result of matching a part of the model.
enum Went {
    /// It matched children.
    Took,
    /// It matched no child.
    Nothing,
    /// A required child was missing, at the beginning or after some others.
    Failed,
}

impl<'c, 'n> Match<'c, 'n> {
    /// Matches children, given by namespace and name, with a model. Also returns the index of the first child that
    /// does not fit, or the number of children if one is missing at the end; `None` if all of them fit.
    pub(super) fn of(model: &Particle, names: &'c [(&'n str, &'n str)]) -> (Self, Option<usize>) {
        let mut state = Self { names, found: Vec::with_capacity(names.len()) };
        let failed = matches!(state.particle(model), Went::Failed);
        let at = state.found.len();
        let fault = (failed || at < names.len()).then_some(at);
        (state, fault)
    }

    fn particle(&mut self, particle: &Particle) -> Went {
        let mut went = Went::Nothing;
        for round in 0..particle.most {
            let before = self.found.len();
            match self.term(&particle.term) {
                Went::Took => went = Went::Took,
                // a part that can be empty is complete, however often it must occur
                Went::Nothing => return went,
                Went::Failed if round >= particle.least && self.found.len() == before => {
                    return went;
                }
                Went::Failed => return Went::Failed,
            }
        }
        went
    }

    fn term(&mut self, term: &Term) -> Went {
        match term {
            Term::Element(..) | Term::Wildcard(..) => {
                let Some(name) = self.names.get(self.found.len()) else { return Went::Failed };
                if !begins(term, *name) {
                    return Went::Failed;
                }
                self.found.push(match term {
                    Term::Wildcard(_, process) => Found::Let(*process),
                    Term::Element(_, of) => Found::Typed(*of),
                    _ => Found::Let(Process::Skip),
                });
                Went::Took
            }
            Term::Sequence(parts) => {
                let before = self.found.len();
                for part in parts {
                    if matches!(self.particle(part), Went::Failed) {
                        return Went::Failed;
                    }
                }
                if self.found.len() > before { Went::Took } else { Went::Nothing }
            }
            Term::Choice(parts) => self.choice(parts),
        }
    }

    fn choice(&mut self, parts: &[Particle]) -> Went {
        let next = self.names.get(self.found.len()).copied();
        let begun = next.and_then(|name| parts.iter().find(|part| begins(&part.term, name)));
        if let Some(part) = begun {
            return self.particle(part);
        }
        if parts.iter().any(can_be_empty) { Went::Nothing } else { Went::Failed }
    }
}

/// Whether the element can be the first of a term.
fn begins(term: &Term, name: (&str, &str)) -> bool {
    match term {
        // names are compared first, because most namespaces are equal and long
        Term::Element(own, _) => own.1 == name.1 && own.0 == name.0,
        Term::Wildcard(not, _) => not.is_empty() || (!name.0.is_empty() && name.0 != *not),
        Term::Choice(parts) => parts.iter().any(|part| begins(&part.term, name)),
        Term::Sequence(parts) => {
            for part in parts {
                if begins(&part.term, name) {
                    return true;
                }
                if !can_be_empty(part) {
                    return false;
                }
            }
            false
        }
    }
}

fn can_be_empty(part: &Particle) -> bool {
    part.least == 0
        || match &part.term {
            Term::Element(..) | Term::Wildcard(..) => false,
            Term::Sequence(parts) => parts.iter().all(can_be_empty),
            Term::Choice(parts) => parts.iter().any(can_be_empty),
        }
}
