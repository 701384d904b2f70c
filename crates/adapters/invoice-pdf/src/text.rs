//! Makes any text printable: characters the fonts lack would make the PDF export fail.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Stands for a character that no font has.
pub(crate) const MISSING: char = '□';
/// Marks where a long word may be broken.
const BREAK: char = '\u{200b}';
/// Words longer than this may be broken.
const LONG_WORD: usize = 20;

/// The text with only characters that `covered` accepts. Line feeds stay; other control and
/// formatting characters go, an uncovered character becomes [`MISSING`].
pub(crate) fn printable(text: &str, covered: impl Fn(char) -> bool) -> String {
    text.replace("\r\n", "\n")
        .nfc()
        .filter_map(|c| match c {
            '\n' => Some('\n'),
            '\t' | '\r' => Some(' '),
            c if c.is_control() || is_invisible(c) => None,
            c if covered(c) => Some(c),
            c if c.is_whitespace() => Some(' '),
            c if is_combining_mark(c) => None,
            _ => Some(MISSING),
        })
        .collect()
}

/// Puts break marks into words that may be too long for their column.
pub(crate) fn breakable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive([' ', '\n']) {
        if word.trim_end().chars().count() <= LONG_WORD {
            out.push_str(word);
            continue;
        }
        for c in word.chars() {
            out.push(c);
            if !c.is_whitespace() {
                out.push(BREAK);
            }
        }
    }
    out
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
        printable(text, |c| ('\u{20}'..'\u{250}').contains(&c))
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
    }

    #[test]
    fn only_long_words_may_break() {
        assert_eq!(breakable("krátke slová"), "krátke slová");
        assert!(breakable(&"x".repeat(30)).contains(BREAK));
    }
}
