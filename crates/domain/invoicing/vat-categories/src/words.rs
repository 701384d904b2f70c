//! A text as comparable words: lower case, without diacritics, with their place in the original.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// One word of a text.
#[derive(Debug)]
pub(crate) struct Word {
    /// Lower case, without diacritics; or the section sign.
    pub text: String,
    /// Byte range in the original text.
    pub start: usize,
    pub end: usize,
    /// Whether punctuation stands between it and the word before.
    pub after_break: bool,
    /// Whether a bracket opens right before it, as in "Art. 138 (1)".
    pub in_bracket: bool,
}

/// Splits a text into words: runs of letters and digits, and section signs.
pub(crate) fn words_of(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut after_break, mut in_bracket, mut joined) = (false, false, false);
    for (start, original) in text.char_indices().filter(|(_, c)| !is_invisible(*c)) {
        let folded = fold(original);
        if folded.is_empty() && is_combining_mark(original) {
            continue;
        }
        if !(original == '§' || folded.chars().any(char::is_alphanumeric)) {
            after_break |= original.is_ascii_punctuation() || is_dash(original);
            in_bracket = original == '(' || (in_bracket && original.is_whitespace());
            joined = false;
            continue;
        }
        let end = start + original.len_utf8();
        let previous = words.last_mut().filter(|word| joined && continues(&word.text, &folded));
        if let Some(word) = previous {
            word.text.push_str(&folded);
            word.end = end;
        } else {
            words.push(Word { text: folded, start, end, after_break, in_bracket });
            (after_break, in_bracket) = (false, false);
        }
        joined = original != '§';
    }
    detach_long_suffixes(words)
}

/// Whether a character goes on with the word: not after a section sign, and not a digit
/// after a letter ("čl138").
fn continues(word: &str, folded: &str) -> bool {
    let last_is_letter = word.chars().next_back().is_some_and(char::is_alphabetic);
    let digit_next = folded.starts_with(|c: char| c.is_ascii_digit());
    folded != "§" && !(last_is_letter && digit_next)
}

/// Splits "47ods" into "47" and "ods", but keeps "199a": a letter belongs to a section number.
fn detach_long_suffixes(words: Vec<Word>) -> Vec<Word> {
    let mut split = Vec::with_capacity(words.len());
    for mut word in words {
        let digits = word.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.text.len());
        if digits == 0 || word.text[digits..].chars().count() < 2 {
            split.push(word);
            continue;
        }
        let text = word.text.split_off(digits);
        let (start, end) = (word.start, word.end);
        split.push(word);
        split.push(Word { text, start, end, after_break: false, in_bracket: false });
    }
    split
}

/// The text in lower case without diacritics, as people search: `Žaneta` becomes `zaneta`, `Straße`
/// becomes `strasse`.
#[must_use]
pub fn folded(text: &str) -> String {
    text.chars().map(fold).collect()
}

/// Lower case without diacritics; compatibility forms and the sharp s are spelt out.
fn fold(original: char) -> String {
    let mut folded = String::new();
    for c in original.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ß' => folded.push_str("ss"),
            'ł' => folded.push('l'),
            other => folded.extend(Some(other).filter(|c| !is_combining_mark(*c))),
        }
    }
    folded
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '„' | '“' | '”' | '•' | '·')
}

/// Whether a word fits one of the alternatives, `a|b|c*`; a star stands for any ending.
pub(crate) fn fits_any(alternatives: &str, word: &str) -> bool {
    alternatives.split('|').any(|alternative| match alternative.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == alternative,
    })
}
