//! What was found in a text, and words before it that take it back.

use crate::TaxTreatment;
use crate::words::{Word, fits_any};

/// Evidence in a text: which words, and what they mean.
pub(super) struct Evidence {
    pub(super) treatment: TaxTreatment,
    pub(super) first: usize,
    pub(super) count: usize,
}

/// Words that turn the evidence after them around.
pub(super) const NEGATIONS: &str = "nie|nejde|nejedna|nejedn*|neni|neuplatn*|nepodlieh*|nepodleh*|bez|not|no|\
                         without|non|kein|keine|keinen|keiner|nicht|ohne";
/// Services about a cross-border supply, which are not one.
const ABOUT: &str = "skolen*|kurz|kurzu|kurzy|seminar*|webinar*|workshop*|prednask*|vzdelav*|\
                     training*|course*|lecture*|education*|schulung*|fortbildung*|poisten*|\
                     pojisten*|pojist*|insurance|insuring|versicherung*|uver*|financovan*|financing|\
                     poradenstv*|finanzierung*|preklad*|translation*|ubersetzung*";
/// Small words that may stand between a negation and what it negates.
const FILLERS: &str = "se|sa|o|to|je|a|an|the|ein|eine|einen|zu|pod|subject|under";
const ABOUT_REACH: usize = 4;

/// Whether words before `first` take the evidence back.
pub(super) fn taken_back(words: &[Word], first: usize) -> bool {
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
