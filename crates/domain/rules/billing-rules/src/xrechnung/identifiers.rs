//! The specification identifiers (BT-24) of XRechnung 3.0, and which of them a document names.

use crate::index::{Element, Index};
use crate::peppol::reading::text_nodes;

/// The CIUS: XRechnung itself.
pub(super) const CIUS: &str =
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
/// The extension: sub lines, third party payments, further schemes and attachments.
pub(super) const EXTENSION: &str = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0";
/// Clean vehicles (Clean Vehicles Directive).
pub(super) const CVD: &str = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9";

/// All of XRechnung's.
pub(super) const ALL: [&str; 3] = [CIUS, EXTENSION, CVD];

/// The identifiers of a document: its elements, all of them if it has several.
pub(super) struct Identifiers {
    elements: Vec<Element>,
}

impl Identifiers {
    /// Of these elements.
    pub(super) fn of(elements: impl Iterator<Item = Element>) -> Self {
        Self { elements: elements.collect() }
    }

    /// Whether an identifier's whole text is exactly this.
    pub(super) fn say(&self, index: &Index<'_>, identifier: &str) -> bool {
        self.elements.iter().any(|&element| index.is(element, identifier))
    }

    /// Whether a text node of an identifier is exactly this: a comment within splits the text.
    pub(super) fn hold(&self, index: &Index<'_>, identifier: &str) -> bool {
        self.elements
            .iter()
            .any(|&element| text_nodes(index, element).iter().any(|text| text == identifier))
    }
}
