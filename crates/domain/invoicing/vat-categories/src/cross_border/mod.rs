//! The exemption-text detector of rule 1: does a free text (BT-120) describe a supply whose
//! category must come from `tax_treatment`?
//!
//! Two kinds of evidence are looked for, in this order: set phrases in Slovak, Czech, English
//! and German ([`phrases`]), and references to the law ([`references`]). Words before the
//! evidence can take it back: a negation ("nejde o …"), or a subject that merely talks about
//! it (a course on reverse charge, an insurance of exports).

mod evidence;
mod phrases;
mod references;

use std::fmt;

use crate::TaxTreatment;
use crate::words::{Word, words_of};
use evidence::Evidence;

/// What an exemption text reads as, and the words that say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossBorderHint {
    /// The treatment to set instead of the text; never [`TaxTreatment::Domestic`].
    pub treatment: TaxTreatment,
    /// The part of the text that was recognised, as written.
    pub found: String,
}

impl CrossBorderHint {
    /// What the text describes, in English.
    #[must_use]
    pub const fn supply(&self) -> &'static str {
        match self.treatment {
            TaxTreatment::Domestic => "a domestic supply",
            TaxTreatment::ReverseChargeService => "a reverse charge",
            TaxTreatment::IntraEuGoods => "an intra-EU supply of goods",
            TaxTreatment::IntraEuTransfer => "a transfer of own goods within the EU",
            TaxTreatment::IntraEuTriangulation => "a triangular trade",
            TaxTreatment::ExportGoods => "an export of goods",
        }
    }
}

impl fmt::Display for CrossBorderHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.supply(), self.found)
    }
}

/// Recognises a reverse charge, an export or an intra-EU supply in an exemption text.
///
/// Case, diacritics, hyphens and spacing do not matter; only whole words count, so ordinary
/// exemptions (education, health, insurance, rent, small business) pass with `None`.
///
/// ```
/// use vat_categories::{TaxTreatment, detect_cross_border};
/// let hint = detect_cross_border("PRENESENIE DANOVEJ POVINNOSTI").expect("a reverse charge");
/// assert_eq!(hint.treatment, TaxTreatment::ReverseChargeService);
/// assert_eq!(detect_cross_border("Oslobodené od dane podľa § 31 zákona o DPH"), None);
/// ```
#[must_use]
pub fn detect_cross_border(text: &str) -> Option<CrossBorderHint> {
    let words = words_of(text);
    phrases::find(&words)
        .or_else(|| references::find(&words))
        .map(|evidence| hint(text, &words, &evidence))
}

fn hint(text: &str, words: &[Word], evidence: &Evidence) -> CrossBorderHint {
    let matched = &words[evidence.first..evidence.first + evidence.count];
    let span = matched.first().zip(matched.last()).map(|(first, last)| first.start..last.end);
    let found = span.and_then(|span| text.get(span)).unwrap_or_default().to_owned();
    CrossBorderHint { treatment: evidence.treatment, found }
}
