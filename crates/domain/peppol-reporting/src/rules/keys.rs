//! The keys of parts: their kinds, and that no two parts of a type have the same.

use std::borrow::Cow;
use std::ops::Range;

use billing_rules::machinery::{Attribute, Element, StylesheetAborted, Truth, normalized};

use super::report::{Part, Report};
use crate::document::SEAT_IDS;

/// What a key is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meta {
    Provider,
    DocumentType,
    Process,
    Country,
    Transport,
    Other,
}

impl Meta {
    fn of(text: &str) -> Self {
        match text {
            "SP" => Self::Provider,
            "DT" => Self::DocumentType,
            "PR" => Self::Process,
            "CC" => Self::Country,
            "TP" => Self::Transport,
            _ => Self::Other,
        }
    }
}

/// The scheme of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    SeatIds,
    Peppol,
    SenderCountry,
    ReceiverCountry,
    EndUserCountry,
    Other,
}

impl Scheme {
    fn of(text: &str) -> Self {
        match text {
            SEAT_IDS => Self::SeatIds,
            "Peppol" => Self::Peppol,
            "SenderCountry" => Self::SenderCountry,
            "ReceiverCountry" => Self::ReceiverCountry,
            "EndUserCountry" => Self::EndUserCountry,
            _ => Self::Other,
        }
    }
}

/// A kind of keys. Nothing stands for anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    /// What the key is about.
    pub(super) meta: Option<Meta>,
    /// The scheme of its values.
    pub(super) scheme: Option<Scheme>,
}

/// Keys about this.
pub(super) const fn about(meta: Meta) -> Kind {
    Kind { meta: Some(meta), scheme: None }
}

/// Keys about this, of a scheme.
pub(super) const fn about_of(meta: Meta, scheme: Scheme) -> Kind {
    Kind { meta: Some(meta), scheme: Some(scheme) }
}

/// Keys of a scheme.
pub(super) const fn of_scheme(scheme: Scheme) -> Kind {
    Kind { meta: None, scheme: Some(scheme) }
}

/// A key of a part, as each rule on keys sees it: a dozen rules compare its attributes, so they are looked up once.
pub(super) struct Key<'a> {
    pub(super) element: Element,
    pub(super) meta: Meta,
    pub(super) scheme: Scheme,
    /// The scheme as it is written, white space aside.
    written_scheme: Cow<'a, str>,
}

impl Key<'_> {
    pub(super) fn is(&self, kind: &Kind) -> bool {
        kind.meta.is_none_or(|meta| self.meta == meta)
            && kind.scheme.is_none_or(|scheme| self.scheme == scheme)
    }
}

/// The combinations of keys that the parts of a type have.
pub(super) struct Combinations {
    /// All of them, one after the other.
    texts: String,
    /// Where each part's stands, in the order of the texts.
    sorted: Vec<(Range<usize>, Element)>,
    /// The parts whose combination another part has too, in their order.
    repeated: Vec<Element>,
}

impl Combinations {
    fn of(texts: String, mut all: Vec<(Range<usize>, Element)>) -> Self {
        let text = |one: &(Range<usize>, Element)| &texts[one.0.clone()];
        all.sort_unstable_by(|one, other| text(one).cmp(text(other)));
        let same = all.chunk_by(|one, other| text(one) == text(other));
        let same = same.filter(|parts| parts.len() > 1).flatten();
        let mut repeated: Vec<Element> = same.map(|part| part.1).collect();
        repeated.sort_unstable();
        Self { texts, sorted: all, repeated }
    }

    /// Whether exactly one part has this combination.
    fn has_once(&self, combination: &str) -> bool {
        let text = |one: &(Range<usize>, Element)| &self.texts[one.0.clone()];
        let from = self.sorted.partition_point(|one| text(one) < combination);
        let same = self.sorted[from..].iter().take_while(|one| text(one) == combination);
        same.take(2).count() == 1
    }
}

/// Combinations of keys in one part that are looked at; an honest part has one.
const MOST_COMBINATIONS: usize = 10_000;

impl<'a> Report<'_, 'a> {
    /// The keys of a part.
    pub(super) fn keys(&self, part: &Part<'a>) -> &[Key<'a>] {
        &self.keys[part.keys.clone()]
    }

    /// The keys of a kind.
    pub(super) fn keys_of(&self, part: &Part<'a>, kind: &Kind) -> impl Iterator<Item = &Key<'a>> {
        self.keys(part).iter().filter(move |key| key.is(kind))
    }

    /// Whether each key of the kind has the scheme of seat ids.
    pub(super) fn have_seat_id_scheme(&self, part: &Part<'a>, kind: &Kind) -> bool {
        self.keys_of(part, kind).all(|key| key.scheme == Scheme::SeatIds)
    }

    /// Whether each combination of keys of these kinds stands in one part of the type alone. Of the
    /// other parts the first key of each kind counts.
    pub(super) fn is_unique(&self, part: &Part<'a>, kinds: &[Kind]) -> Truth {
        let known = self.combinations.borrow().iter().position(|known| known.0 == part.kind);
        let known = match known {
            Some(known) => known,
            None => {
                let all = self.combine(&part.kind, kinds)?;
                let mut combinations = self.combinations.borrow_mut();
                combinations.push((part.kind.clone(), all));
                combinations.len() - 1
            }
        };
        let combinations = &self.combinations.borrow()[known].1;
        if kinds.iter().all(|kind| self.keys_of(part, kind).take(2).count() == 1) {
            return Ok(combinations.repeated.binary_search(&part.element).is_err());
        }
        let own = self.combinations_in(part, kinds)?;
        Ok(own.iter().all(|own| combinations.has_once(own)))
    }

    /// All combinations of a part's keys.
    fn combinations_in(
        &self,
        part: &Part<'a>,
        kinds: &[Kind],
    ) -> Result<Vec<String>, StylesheetAborted> {
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
                    return Err(StylesheetAborted::too_many(key.element));
                }
            }
            combinations = longer;
        }
        Ok(combinations)
    }

    /// The combination of the first keys of each part of the type.
    fn combine(&self, kind: &str, kinds: &[Kind]) -> Result<Combinations, StylesheetAborted> {
        let (mut texts, mut all) = (String::new(), Vec::new());
        for part in self.parts_of(kind) {
            let from = texts.len();
            for (place, kind) in kinds.iter().enumerate() {
                self.push_key(&mut texts, place, self.keys_of(part, kind).next())?;
            }
            all.push((from..texts.len(), part.element));
        }
        Ok(Combinations::of(texts, all))
    }

    /// Adds `scheme::value` of a key, nothing of none. The official function deals with one text alone: a
    /// comment in it is an error.
    fn push_key(
        &self,
        keys: &mut String,
        place: usize,
        key: Option<&Key<'_>>,
    ) -> Result<(), StylesheetAborted> {
        if place > 0 {
            keys.push_str("::");
        }
        let Some(Key { element, written_scheme, .. }) = key else { return Ok(()) };
        let text = match self.index.single_text(*element) {
            Some(text) => text,
            None => {
                let children = self.index.node(*element).children();
                let mut texts = children.filter(|child| child.is_text());
                let text = texts.next().and_then(|text| text.text()).unwrap_or_default();
                if texts.next().is_some() {
                    return Err(StylesheetAborted::too_many(*element));
                }
                text
            }
        };
        keys.push_str(written_scheme);
        keys.push_str("::");
        keys.push_str(&normalized(text));
        Ok(())
    }

    /// A key, as the rules on keys see it.
    pub(super) fn key(&self, element: Element) -> Key<'a> {
        let meta = normalized(self.attribute(element, Attribute::MetaSchemeId));
        let written_scheme = normalized(self.attribute(element, Attribute::SchemeId));
        let (meta, scheme) = (Meta::of(&meta), Scheme::of(&written_scheme));
        Key { element, meta, scheme, written_scheme }
    }
}
