//! What others wrote, within what we write.

/// Longest name, in characters.
const MAX_NAME: usize = 100;

/// Whether a character would end a line or act on a terminal.
pub(crate) fn breaks(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a character is not seen, or turns the direction of the text around it.
fn unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' |
        '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// A name on one line, without line breaks, control characters and invisible characters.
pub(crate) fn name(text: &str) -> String {
    line(text, MAX_NAME)
}

/// A text on one line of at most `most` characters; a longer one ends in `…`.
pub(crate) fn line(text: &str, most: usize) -> String {
    let seen: String =
        text.chars().filter(|c| !unseen(*c)).map(|c| if breaks(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    let whole = words.join(" ");
    if whole.chars().count() <= most {
        return whole;
    }
    let cut: String = whole.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}
