//! One rule on how often an element may stand.

use crate::rule::Rule;

/// How many elements a path may lead to.
pub(super) struct Limit {
    pub(super) rule: Rule,
    /// From the context's children on; steps without a prefix are `ram`.
    pub(super) path: &'static str,
    pub(super) most: usize,
}

/// The standard has no use for the element, receivers may pass over it.
pub(super) const fn unused(id: &'static str, path: &'static str) -> Limit {
    let rule = Rule::warning(
        id,
        &[],
        "{name} has no meaning in the European standard at this place.",
        "Leave the element out, or agree with the buyer on what it says.",
    );
    Limit { rule, path, most: 0 }
}

/// The standard forbids the element.
pub(super) const fn forbidden(id: &'static str, path: &'static str) -> Limit {
    let rule = Rule::fatal(
        id,
        &[],
        "{name} must not be used at this place.",
        "Remove the element; put what it says into an element that the standard knows.",
    );
    Limit { rule, path, most: 0 }
}

/// The element may stand once.
pub(super) const fn once(id: &'static str, path: &'static str) -> Limit {
    let rule = Rule::fatal(
        id,
        &[],
        "{name} stands more than once, and only one is allowed here.",
        "Keep one of the repeated elements.",
    );
    Limit { rule, path, most: 1 }
}

/// The element should stand once.
pub(super) const fn preferably_once(id: &'static str, path: &'static str) -> Limit {
    let rule = Rule::warning(
        id,
        &[],
        "{name} stands more than once, but the European standard knows only one here.",
        "Keep one of the repeated elements or join their contents.",
    );
    Limit { rule, path, most: 1 }
}

impl Limit {
    /// The business terms that the rule speaks of.
    pub(super) const fn about(mut self, terms: &'static [&'static str]) -> Self {
        self.rule.terms = terms;
        self
    }
}
