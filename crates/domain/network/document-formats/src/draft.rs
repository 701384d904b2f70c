//! A document on its way into a format, by one conversion or by several.

use cii_builder::{Cii, CiiError, Context};
use cii_to_ubl::{Converted, LossKind, NotCii, Target, convert_for};
use std::collections::HashSet;
use xml::{Parsed, Place, Sources, XmlElement as _};

/// What was made of a document that was given. All places are those of the document that was given.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) xml: Vec<u8>,
    /// What is not in it, and its value.
    pub(crate) lost: Vec<(Place, String)>,
    /// Where what is in it comes from.
    pub(crate) sources: Sources,
}

impl From<Cii> for Draft {
    fn from(made: Cii) -> Self {
        let lost = made.losses.into_iter().map(|loss| (loss.place, loss.value)).collect();
        Self { xml: made.xml.into_bytes(), lost, sources: made.sources }
    }
}

impl From<Converted> for Draft {
    fn from(made: Converted) -> Self {
        let said = |loss: cii_to_ubl::Loss| match loss.kind {
            LossKind::More => (loss.place, loss.message),
            _ => (loss.place, loss.value),
        };
        Self {
            xml: made.ubl,
            lost: made.losses.into_iter().map(said).collect(),
            sources: made.sources,
        }
    }
}

/// A UBL document as CII.
pub(crate) fn as_cii(ubl: &Parsed<'_>, context: &Context) -> Result<Draft, CiiError> {
    Ok(cii_builder::of_ubl(ubl, Some(context))?.into())
}

/// A CII document as UBL.
pub(crate) fn as_ubl(cii: &Parsed<'_>, target: Target) -> Result<Draft, NotCii> {
    Ok(convert_for(cii, target)?.into())
}

impl Draft {
    /// The same, converted once more: `read` is this draft parsed, and `next` is made of it.
    pub(crate) fn then(&self, read: &Parsed<'_>, next: Draft, given: &Parsed<'_>) -> Draft {
        let on_the_way = self.lost_of(next.lost, read.root().offset(), given.root().offset());
        let mut lost = [&*self.lost, &*on_the_way].concat();
        lost.sort_by_key(|(place, _)| place.element);
        let sources = next.sources.of_what_was_written(&self.sources);
        Draft { xml: next.xml, lost, sources }
    }

    /// What of the given document is lost with places of this draft. What only this draft says, such as a code that its
    /// syntax asks for, is no loss, nor is what it says elsewhere as well.
    fn lost_of(
        &self,
        lost: Vec<(Place, String)>,
        own_root: usize,
        given_root: usize,
    ) -> Vec<(Place, String)> {
        let elements = lost.iter().filter(|(place, _)| place.attribute.is_none());
        let elements: HashSet<usize> = elements.map(|(place, _)| place.element).collect();
        let carried = self.sources.iter().filter(|(at, _)| !elements.contains(at));
        let carried: HashSet<&Place> = carried.map(|(_, place)| place).collect();
        let traced = lost.into_iter().filter_map(|(place, value)| {
            if place.element == own_root {
                return Some((Place { element: given_root, ..place }, value));
            }
            let from = self.sources.trace(&place)?;
            let is_elsewhere = place.attribute.is_none() && carried.contains(&from);
            (!is_elsewhere).then_some((from, value))
        });
        traced.collect()
    }
}
