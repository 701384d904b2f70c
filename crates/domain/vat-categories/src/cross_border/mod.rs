//! The exemption-text detector of rule 1: does a free text (BT-120) describe a supply whose
//! category must come from `tax_treatment`?
//!
//! Two kinds of evidence are looked for, in this order: set phrases in Slovak, Czech, English
//! and German ([`phrases`]), and references to the law ([`references`]). Words before the
//! evidence can take it back: a negation ("nejde o …"), or a subject that merely talks about
//! it (a course on reverse charge, an insurance of exports).

mod phrases;
mod references;

use std::fmt;

use crate::TaxTreatment;
use crate::words::{Word, fits_any, words_of};

/// What an exemption text reads as, and the words that say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossBorderHint {
    /// The treatment to set instead of the text; never [`TaxTreatment::Domestic`].
    pub treatment: TaxTreatment,
    /// The part of the text that was recognised, as written.
    pub found: String,
}

impl fmt::Display for CrossBorderHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let supply = match self.treatment {
            TaxTreatment::Domestic => "a domestic supply",
            TaxTreatment::ReverseChargeService => "a reverse charge",
            TaxTreatment::IntraEuGoods => "an intra-EU supply of goods",
            TaxTreatment::IntraEuTransfer => "a transfer of own goods within the EU",
            TaxTreatment::IntraEuTriangulation => "a triangular trade",
            TaxTreatment::ExportGoods => "an export of goods",
        };
        write!(f, "{supply} ({:?})", self.found)
    }
}

/// Evidence in a text: which words, and what they mean.
struct Evidence {
    treatment: TaxTreatment,
    first: usize,
    count: usize,
}

/// Words that turn the evidence after them around.
const NEGATIONS: &str = "nie|nejde|nejedna|nejedn*|neni|neuplatn*|nepodlieh*|nepodleh*|bez|not|no|\
                         without|non|kein|keine|keinen|keiner|nicht|ohne";
/// Services about a cross-border supply, which are not one.
const ABOUT: &str = "skolen*|kurz|kurzu|kurzy|seminar*|webinar*|workshop*|prednask*|vzdelav*|\
                     training*|course*|lecture*|education*|schulung*|fortbildung*|poisten*|\
                     pojisten*|pojist*|insurance|insuring|versicherung*|uver*|financovan*|financing|\
                     poradenstv*|finanzierung*|preklad*|translation*|ubersetzung*";
/// Small words that may stand between a negation and what it negates.
const FILLERS: &str = "se|sa|o|to|je|a|an|the|ein|eine|einen|zu|pod|subject|under";
const ABOUT_REACH: usize = 4;

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

/// Whether words before `first` take the evidence back.
fn taken_back(words: &[Word], first: usize) -> bool {
    let before = &words[first.saturating_sub(ABOUT_REACH)..first];
    is_negated(words, first) || before.iter().any(|word| fits_any(ABOUT, &word.text))
}

/// Whether a negation stands right before `first`, small words and no punctuation between.
fn is_negated(words: &[Word], first: usize) -> bool {
    (1..=first)
        .take_while(|back| !words[first - back + 1].after_break)
        .map(|back| words[first - back].text.as_str())
        .find(|word| !fits_any(FILLERS, word))
        .is_some_and(|word| fits_any(NEGATIONS, word))
}
