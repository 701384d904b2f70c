//! The keys of parts: their kinds, and that no two parts of a type have the same.

use std::collections::HashMap;

use billing_rules::machinery::{Attribute, Element, StylesheetAborted, Truth, normalized};

use super::report::Report;
use crate::document::SEAT_IDS;

/// A kind of keys. Nothing stands for anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// What the key is about: `SP`, `DT`, `PR`, `CC`, `TP`.
    pub(super) meta: Option<&'static str>,
    /// The scheme of its values.
    pub(super) scheme: Option<&'static str>,
}

/// Keys about this.
pub(super) const fn about(meta: &'static str) -> Part {
    Part { meta: Some(meta), scheme: None }
}

/// Keys about this, of a scheme.
pub(super) const fn about_of(meta: &'static str, scheme: &'static str) -> Part {
    Part { meta: Some(meta), scheme: Some(scheme) }
}

/// Keys of a scheme.
pub(super) const fn of_scheme(scheme: &'static str) -> Part {
    Part { meta: None, scheme: Some(scheme) }
}

/// How often each combination of keys stands among the parts of a type, by their texts.
pub(super) type UniqueKeys = HashMap<String, usize>;

/// Combinations of keys in one part that are looked at; an honest part has one.
const MOST_COMBINATIONS: usize = 10_000;

impl Report<'_, '_> {
    /// The keys of a part.
    pub(super) fn keys(&self, part: Element) -> impl Iterator<Item = Element> {
        self.index.children_named(part, self.names.key)
    }

    /// The keys of a kind.
    pub(super) fn keys_of(&self, part: Element, kind: &Part) -> impl Iterator<Item = Element> {
        let is = |key, attribute, wanted: Option<&str>| {
            wanted.is_none_or(|wanted| normalized(self.attribute(key, attribute)) == wanted)
        };
        self.keys(part).filter(move |&key| {
            is(key, Attribute::MetaSchemeId, kind.meta) && is(key, Attribute::SchemeId, kind.scheme)
        })
    }

    /// Whether each key of the kind has the scheme of seat ids.
    pub(super) fn have_seat_id_scheme(&self, part: Element, kind: &Part) -> bool {
        let scheme = |key| normalized(self.attribute(key, Attribute::SchemeId));
        self.keys_of(part, kind).all(|key| scheme(key) == SEAT_IDS)
    }

    /// Whether each combination of keys of these kinds stands in one part of the type alone. Of the
    /// other parts the first key of each kind counts.
    pub(super) fn is_unique(&self, part: Element, kinds: &[Part]) -> Truth {
        let kind = self.kind(part);
        if !self.unique.borrow().contains_key(&kind) {
            let counts = self.count_keys(&kind, kinds)?;
            self.unique.borrow_mut().insert(kind.clone(), counts);
        }
        let mut combinations = vec![String::new()];
        for (place, kind) in kinds.iter().enumerate() {
            let mut longer = Vec::with_capacity(combinations.len());
            for key in self.keys_of(part, kind) {
                for before in &combinations {
                    let mut keys = before.clone();
                    self.push_key(&mut keys, place, Some(key))?;
                    longer.push(keys);
                }
                if longer.len() > MOST_COMBINATIONS {
                    return Err(StylesheetAborted::too_many(key));
                }
            }
            combinations = longer;
        }
        let unique = self.unique.borrow();
        let counts = unique.get(&kind);
        let once = |keys: &String| counts.and_then(|counts| counts.get(keys)) == Some(&1);
        Ok(combinations.iter().all(once))
    }

    fn count_keys(&self, kind: &str, kinds: &[Part]) -> Result<UniqueKeys, StylesheetAborted> {
        let mut counts = UniqueKeys::new();
        for part in self.parts_of(kind) {
            let mut keys = String::new();
            for (place, kind) in kinds.iter().enumerate() {
                self.push_key(&mut keys, place, self.keys_of(part, kind).next())?;
            }
            *counts.entry(keys).or_default() += 1;
        }
        Ok(counts)
    }

    /// Adds `scheme::value` of a key, nothing of none. The official function deals with one text alone: a
    /// comment in it is an error.
    fn push_key(
        &self,
        keys: &mut String,
        place: usize,
        key: Option<Element>,
    ) -> Result<(), StylesheetAborted> {
        if place > 0 {
            keys.push_str("::");
        }
        let Some(key) = key else { return Ok(()) };
        let mut texts = self.index.node(key).children().filter(|child| child.is_text());
        let text = texts.next().and_then(|text| text.text()).unwrap_or_default();
        if texts.next().is_some() {
            return Err(StylesheetAborted::too_many(key));
        }
        keys.push_str(&normalized(self.attribute(key, Attribute::SchemeId)));
        keys.push_str("::");
        keys.push_str(&normalized(text));
        Ok(())
    }
}
