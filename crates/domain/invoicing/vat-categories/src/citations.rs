//! Citations of the law in a text: "§ 43 ods. 1 a 4", "Art. 138 (1)", and whose act is meant.

use crate::words::{Word, fits_any};

/// Whose sections the text counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Slovak,
    Czech,
    German,
    /// Not a VAT act: income tax, civil code, data protection.
    Other,
}

/// What a number is cited as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A section (§) of a national act.
    Section,
    /// An article of Directive 2006/112/EC.
    Article,
}

const SECTION: &str = "§|paragraf*|par";
const SECTION_WORD: &str = "sec|section|sections";
const ARTICLE: &str =
    "art|article|articles|artikel|artikeln|cl|clanok|clanku|clankov|clanky|clanek";
const SUBSECTION: &str = "ods|odst|odsek*|odstavc*|abs|absatz|par|paragraph|nr|nummer|pism*|lit|\
                          buchst*|bod|bodu|point|letter|veta|satz";
const CONNECTIVE: &str = "§|a|i|az|and|to|und|bis|or|alebo|nebo|oder|resp";

/// One cited section or article.
pub(crate) struct Citation<'a> {
    pub kind: Kind,
    /// The number with its letter, as in "199a".
    pub number: &'a str,
    /// Paragraph, letter and point, as far as given.
    pub parts: Vec<&'a str>,
    /// Index of the word that begins it, as "§" or "Art".
    pub first: usize,
    /// Index of the last word that belongs to it.
    pub last: usize,
}

/// All citations of a text in their order; none if it cites an act that is not about VAT.
pub(crate) fn citations(words: &[Word]) -> Vec<Citation<'_>> {
    (0..words.len())
        .filter_map(|first| Some((first, kind_of(&words[first].text, words)?)))
        .flat_map(|(first, kind)| citations_after(words, first, kind))
        .collect()
}

/// "section" is an everyday word, so it counts only beside a word for an act.
fn kind_of(word: &str, words: &[Word]) -> Option<Kind> {
    let beside_an_act = || words.iter().any(|word| fits_any("act|slovak*|222|vat", &word.text));
    if fits_any(ARTICLE, word) {
        Some(Kind::Article)
    } else if fits_any(SECTION, word) || (fits_any(SECTION_WORD, word) && beside_an_act()) {
        Some(Kind::Section)
    } else {
        None
    }
}

/// Which act the sections of a text belong to.
pub(crate) fn act_of(words: &[Word]) -> Act {
    let any = |alternatives: &str| words.iter().any(|word| fits_any(alternatives, &word.text));
    let in_a_row = |first: &str, second: &str| {
        words
            .windows(2)
            .any(|pair| fits_any(first, &pair[0].text) && fits_any(second, &pair[1].text))
    };
    let other = in_a_row("z", "prijm*")
        || in_a_row("obciansk*|obchodn*|obcansk*", "zakon*")
        || in_a_row("income", "tax")
        || any("595|586|gdpr|dsgvo|679|ustav*|bgb|estg|hgb");
    if other {
        Act::Other
    } else if any("ustg|umsatzsteuer*|ust|mwst|steuerfrei*|gem|gemass|gemaess|nach") {
        Act::German
    } else if any("zdph|235|odst|osvoboz*|zboz*|dle|plneni") {
        Act::Czech
    } else {
        Act::Slovak
    }
}

/// The citations that one "§" or "Articles" begins, as in "Articles 138(1) and 146".
fn citations_after(words: &[Word], first: usize, kind: Kind) -> Vec<Citation<'_>> {
    const LONGEST: usize = 16;
    let mut found: Vec<Citation> = Vec::new();
    let mut part_follows = false;
    for (last, word) in words.iter().enumerate().skip(first + 1).take(LONGEST) {
        let text = word.text.as_str();
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        let is_part = part_follows || word.in_bracket || (text.len() == 1 && !is_number);
        part_follows = fits_any(SUBSECTION, text);
        match found.last_mut() {
            Some(citation) if is_part && !part_follows => {
                citation.parts.push(text);
                citation.last = last;
            }
            _ if is_number => {
                found.push(Citation { kind, number: text, parts: Vec::new(), first, last });
            }
            _ if part_follows || fits_any(CONNECTIVE, text) => {}
            _ => break,
        }
    }
    found
}
