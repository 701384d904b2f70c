//! Text that every bank accepts.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The text in plain ASCII: accents removed, what has no equivalent dropped, white space single.
pub(super) fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        match c {
            'ß' => out.push_str("ss"),
            'Æ' => out.push_str("AE"),
            'æ' => out.push_str("ae"),
            'Ø' => out.push('O'),
            'ø' => out.push('o'),
            'Ł' => out.push('L'),
            'ł' => out.push('l'),
            'Đ' => out.push('D'),
            'đ' => out.push('d'),
            '–' | '—' | '−' => out.push('-'),
            '„' | '“' | '”' => out.push('"'),
            '‘' | '’' => out.push('\''),
            c if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            c if c.is_whitespace() => out.push(' '),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text in Latin letters with their accents: what a payee's name is compared with.
pub(super) fn latin(text: &str) -> String {
    let keep =
        |c: &char| c.is_ascii() && !c.is_ascii_control() || ('\u{a1}'..'\u{250}').contains(c);
    let kept: String =
        text.nfc().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(keep).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `most` characters.
pub(super) fn first(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_go_and_letters_stay() {
        assert_eq!(ascii("Žltý kôň, Łódź & Straße – „x“"), "Zlty kon, Lodz & Strasse - \"x\"");
        assert_eq!(ascii(" a\tb\n\u{0}c 🚀 "), "a b c");
    }
}
