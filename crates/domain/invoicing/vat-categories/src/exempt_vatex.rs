//! The VATEX code (BT-121) of an exempt supply (category E), derived from its text.

use crate::citations::{Act, Citation, Kind, act_of, citations};
use crate::words::{Word, fits_any, words_of};

/// Subject words of exemptions that need no citation, with their codes.
const SUBJECTS: [(&str, &str); 6] = [
    ("vzdelav*|vychov*|vyucovan*|education*|unterricht*", "VATEX-EU-132-1I"),
    ("zdravotn*|lekarsk*|healthcare|medical|heilbehandlung*", "VATEX-EU-132"),
    ("postov*|postal|postdienst*", "VATEX-EU-132-1A"),
    ("poistovac*|poisten*|pojisten*|pojistov*|insurance|versicherung*", "VATEX-EU-135-1"),
    ("najom|najmu|prenajom|prenajmu|najem|pronajem|pronajmu|letting|vermietung*", "VATEX-EU-135-1"),
    ("financn*|uver*|financial|finanzdienst*", "VATEX-EU-135-1"),
];

/// Articles 132(1)(a) to (q) of Directive 2006/112/EC.
const ARTICLE_132: [&str; 17] = [
    "VATEX-EU-132-1A",
    "VATEX-EU-132-1B",
    "VATEX-EU-132-1C",
    "VATEX-EU-132-1D",
    "VATEX-EU-132-1E",
    "VATEX-EU-132-1F",
    "VATEX-EU-132-1G",
    "VATEX-EU-132-1H",
    "VATEX-EU-132-1I",
    "VATEX-EU-132-1J",
    "VATEX-EU-132-1K",
    "VATEX-EU-132-1L",
    "VATEX-EU-132-1M",
    "VATEX-EU-132-1N",
    "VATEX-EU-132-1O",
    "VATEX-EU-132-1P",
    "VATEX-EU-132-1Q",
];

/// The VATEX code of an exempt supply, read from its exemption text (BT-120).
///
/// Looked for in this order: an article of Directive 2006/112/EC, a section of the Slovak VAT
/// act, a special scheme (margin, travel agents), the subject itself. `None` when the text says
/// nothing the code list knows; BR-E-10 is then satisfied by the text alone.
///
/// ```
/// use vat_categories::exempt_vatex;
/// assert_eq!(exempt_vatex("Oslobodené podľa § 31 zákona o DPH"), Some("VATEX-EU-132-1I"));
/// assert_eq!(exempt_vatex("Oslobodené od dane"), None);
/// ```
#[must_use]
pub fn exempt_vatex(reason: &str) -> Option<&'static str> {
    let words = words_of(reason);
    let act = act_of(&words);
    let cited = citations(&words);
    let by_kind = |kind: Kind| cited.iter().filter(move |citation| citation.kind == kind);
    let code_of_article = || by_kind(Kind::Article).find_map(article_code);
    let code_of_section = || by_kind(Kind::Section).find_map(slovak_section_code);
    match act {
        Act::Other => None,
        Act::Slovak => code_of_article().or_else(|| scheme_code(&words)).or_else(code_of_section),
        Act::Czech | Act::German => code_of_article().or_else(|| scheme_code(&words)),
    }
    .or_else(|| subject_code(&words))
}

fn article_code(citation: &Citation) -> Option<&'static str> {
    match citation.number {
        "79" if citation.parts.first() == Some(&"c") => Some("VATEX-EU-79-C"),
        "132" => Some(article_132_code(&citation.parts)),
        "135" => Some("VATEX-EU-135-1"),
        "146" if matches!(citation.parts.as_slice(), ["1", "e", ..]) => Some("VATEX-EU-146-1E"),
        "309" => Some("VATEX-EU-309"),
        _ => None,
    }
}

/// The code of the lettered point of Article 132(1), or of the article when none is given.
fn article_132_code(parts: &[&str]) -> &'static str {
    let letter = parts.iter().find_map(|part| match part.as_bytes() {
        [letter @ b'a'..=b'q'] => Some(usize::from(letter - b'a')),
        _ => None,
    });
    letter.and_then(|index| ARTICLE_132.get(index).copied()).unwrap_or("VATEX-EU-132")
}

/// Sections 28 to 41 of Act 222/2004, which carry over Articles 132 and 135 of the directive.
fn slovak_section_code(citation: &Citation) -> Option<&'static str> {
    match citation.number {
        "28" => Some("VATEX-EU-132-1A"),
        "29" => Some("VATEX-EU-132"),
        "30" => Some("VATEX-EU-132-1G"),
        "31" => Some("VATEX-EU-132-1I"),
        "32" => Some("VATEX-EU-132-1L"),
        "33" => Some("VATEX-EU-132-1M"),
        "34" => Some("VATEX-EU-132-1N"),
        "35" => Some("VATEX-EU-132-1O"),
        "36" => Some("VATEX-EU-132-1Q"),
        "37" | "38" | "39" | "40" | "41" => Some("VATEX-EU-135-1"),
        "65" => Some("VATEX-EU-D"),
        "66" => Some("VATEX-EU-F"),
        _ => None,
    }
}

/// The margin schemes: travel agents (D), works of art (I), collectors' items and
/// antiques (J), other second-hand goods (F).
fn scheme_code(words: &[Word]) -> Option<&'static str> {
    let says = |alternatives: &str| words.iter().any(|word| fits_any(alternatives, &word.text));
    if !says("prirazk*|prirazc*|margin|differenzbesteuerung*|sonderregelung") {
        return None;
    }
    if says("cestovn*|travel|reise*") {
        Some("VATEX-EU-D")
    } else if says("umeleck*|artwork*|works|kunst*") {
        Some("VATEX-EU-I")
    } else if says("zberatel*|sberatel*|starozit*|antique*|collector*|antiquitat*|sammlung*") {
        Some("VATEX-EU-J")
    } else {
        Some("VATEX-EU-F")
    }
}

fn subject_code(words: &[Word]) -> Option<&'static str> {
    SUBJECTS
        .iter()
        .find(|(subjects, _)| words.iter().any(|word| fits_any(subjects, &word.text)))
        .map(|(_, code)| *code)
}
