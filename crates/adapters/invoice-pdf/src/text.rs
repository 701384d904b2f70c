//! Makes any text printable: characters the fonts lack would make the PDF export fail.

use std::collections::BTreeSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Stands for a character that no font has.
pub(crate) const MISSING: char = '□';
/// Marks where a long word may be broken.
const BREAK: char = '\u{200b}';
/// Words longer than this may be broken.
const LONG_WORD: usize = 20;

/// The text with only characters that `covered` accepts. Line feeds stay; other control and
/// formatting characters go, an uncovered character becomes [`MISSING`] and is added to `lacking`.
pub(crate) fn printable(
    text: &str,
    covered: impl Fn(char) -> bool,
    lacking: &mut BTreeSet<char>,
) -> String {
    text.replace("\r\n", "\n")
        .nfc()
        .filter_map(|c| match c {
            '\n' => Some('\n'),
            '\t' | '\r' => Some(' '),
            c if c.is_control() || is_invisible(c) => None,
            c if covered(c) => Some(c),
            c if c.is_whitespace() => Some(' '),
            c if is_combining_mark(c) => None,
            c => {
                lacking.insert(c);
                Some(MISSING)
            }
        })
        .collect()
}

/// Puts break marks into words that may be too long for their column: not between letters that are written joined,
/// and not before a mark.
pub(crate) fn breakable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive([' ', '\n']) {
        if word.trim_end().chars().count() <= LONG_WORD {
            out.push_str(word);
            continue;
        }
        let mut rest = word.chars().peekable();
        while let Some(c) = rest.next() {
            out.push(c);
            let is_whole =
                |next: &char| !(is_combining_mark(*next) || is_joined(c) && is_joined(*next));
            if !c.is_whitespace() && rest.peek().is_none_or(is_whole) {
                out.push(BREAK);
            }
        }
    }
    out
}

/// Letters of Arabic, whose forms depend on their neighbours.
const fn is_joined(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}')
}

/// Formatting characters that would reorder or join the text around them, and variation
/// selectors.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latin(text: &str) -> String {
        printable(text, |c| ('\u{20}'..'\u{250}').contains(&c), &mut BTreeSet::new())
    }

    #[test]
    fn keeps_what_can_be_printed() {
        assert_eq!(latin("Žltý kôň\nďalej"), "Žltý kôň\nďalej");
        assert_eq!(latin("Z\u{30c}"), "Ž");
    }

    #[test]
    fn drops_control_and_direction_marks() {
        assert_eq!(latin("a\u{0}b\u{7}\u{202e}c\u{200d}\u{feff}"), "abc");
        assert_eq!(latin("a\tb\r\nc\u{2003}d"), "a b\nc d");
    }

    #[test]
    fn marks_what_is_missing() {
        assert_eq!(latin("ok 🚀 שלום"), "ok □ □□□□");
        let mut lacking = BTreeSet::new();
        printable("a□b🚀\u{301}\u{2003}", |c| c.is_ascii() || c == MISSING, &mut lacking);
        assert_eq!(
            lacking,
            BTreeSet::from(['🚀']),
            "neither a box of the text nor marks and spaces"
        );
    }

    #[test]
    fn only_long_words_may_break() {
        assert_eq!(breakable("krátke slová"), "krátke slová");
        assert!(breakable(&"x".repeat(30)).contains(BREAK));
        assert!(!breakable(&"م".repeat(30)).trim_end_matches(BREAK).contains(BREAK));
        assert!(!breakable(&"กิ".repeat(20)).contains("ก\u{200b}"));
    }
}
