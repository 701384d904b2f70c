//! Keeping account of what has been carried.

use std::collections::{HashMap, HashSet};

use crate::loss::Reason;
use crate::tree::Element;

/// Which texts and attributes of the CII have been written to the UBL. Only the writing marks them,
/// so that what was not written is found in the end, whatever it is.
#[derive(Default)]
pub(crate) struct Ledger {
    texts: HashSet<usize>,
    attributes: HashSet<(usize, usize)>,
    reasons: HashMap<usize, Reason>,
}

impl Ledger {
    /// The element's own text is in the UBL.
    pub(crate) fn carried(&mut self, element: Element<'_>) {
        self.texts.insert(element.id().get_usize());
    }

    /// The element's attribute of this number is in the UBL.
    pub(crate) fn attribute_carried(&mut self, element: Element<'_>, number: usize) {
        self.attributes.insert((element.id().get_usize(), number));
    }

    pub(crate) fn is_carried(&self, element: Element<'_>) -> bool {
        self.texts.contains(&element.id().get_usize())
    }

    pub(crate) fn is_attribute_carried(&self, element: Element<'_>, number: usize) -> bool {
        self.attributes.contains(&(element.id().get_usize(), number))
    }

    /// Why what is not carried of this element is not. The first reason stays.
    pub(crate) fn note(&mut self, element: Element<'_>, reason: Reason) {
        self.reasons.entry(element.id().get_usize()).or_insert(reason);
    }

    pub(crate) fn reason(&self, element: Element<'_>) -> Option<Reason> {
        self.reasons.get(&element.id().get_usize()).copied()
    }
}
