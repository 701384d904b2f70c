//! What stands between the tags, and how children are matched with it.

use super::simple::Simple;

/// A name with its namespace, which may be empty.
pub(super) type Name = (&'static str, &'static str);

/// A type's place in [`Schema::types`](super::shape::Schema::types).
pub(super) type TypeId = usize;

/// What an element holds.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// Anything.
    Any,
    /// A value.
    Value(Simple),
    /// Elements, with text between them only where it is mixed.
    Elements {
        /// Which, in what order.
        model: Particle,
        /// Text may stand between them.
        mixed: bool,
    },
}

/// A part of a content model with how often it may stand.
#[derive(Debug, Clone)]
pub(super) struct Particle {
    pub(super) term: Term,
    pub(super) least: usize,
    pub(super) most: usize,
}

impl Particle {
    /// Whether any element can stand there.
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
    /// This element.
    Element(Name, TypeId),
    /// All of these in order.
    Sequence(Vec<Particle>),
    /// One of these.
    Choice(Vec<Particle>),
    /// An element of another namespace than this one, or of any where it is empty.
    Wildcard(&'static str, Process),
}

/// What happens to an element that a wildcard let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Process {
    /// It is checked against the table if the table knows it.
    Lax,
    /// It is let be.
    Skip,
}

/// What a child turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Typed(TypeId),
    Let(Process),
}

/// Children matched so far. Content models of schemas are deterministic, so looking at the next child
/// alone says how to go on.
pub(super) struct Match<'c, 'n> {
    names: &'c [(&'n str, &'n str)],
    /// What each child is.
    pub(super) found: Vec<Found>,
}

/// How a part of the model went.
enum Went {
    /// It took children.
    Took,
    /// It took none.
    Nothing,
    /// It took some and then missed one, or missed one that it must have.
    Failed,
}

impl<'c, 'n> Match<'c, 'n> {
    /// Matches children, by namespace and name, with a model. The place of the first child that does not
    /// belong, or the number of children where one is missing at the end; nothing when all fits.
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
                // a part that can be empty is complete however often it must stand
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

/// Whether an element can be the first of a term.
fn begins(term: &Term, name: (&str, &str)) -> bool {
    match term {
        // most namespaces are the same, and long
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
