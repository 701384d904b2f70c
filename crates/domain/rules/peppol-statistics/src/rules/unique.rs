//! That no two parts of a type have the same keys.

use billing_rules::machinery::{StylesheetAborted, Truth, normalized};

use super::combinations::Combinations;
use super::key::{Key, Kind};
use super::report::{Part, Report};

/// Combinations of keys in one part that are looked at; an honest part has one.
const MOST_COMBINATIONS: usize = 10_000;

impl<'a> Report<'_, 'a> {
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
}
