//! The part of a source line around a place. Only so many bytes around it are looked at: a minified
//! document is one line, and each of its findings asks again.

/// Characters of a source line that are shown at most.
const WIDTH: usize = 100;
/// Bytes that so many characters may take, on either side.
const REACH: usize = 4 * WIDTH;

/// The text around the byte, the column of the caret below it, and the length of the caret.
pub fn window(bytes: &[u8], offset: usize) -> (String, usize, usize) {
    let offset = offset.min(bytes.len());
    let (before, cut_before) = line_before(&bytes[..offset]);
    let (after, cut_after) = line_after(&bytes[offset..]);
    let indent = before.iter().take_while(|c| **c == ' ').count();
    // an indentation is left out, so that the line begins with the element
    let (start, cut_before) = if indent == before.len() {
        (indent, false)
    } else if before.len() - indent > WIDTH / 2 || cut_before {
        (before.len().saturating_sub(WIDTH / 4), true)
    } else {
        (indent, false)
    };
    let before = &before[start..];
    let room = WIDTH - before.len();
    let shown_after = &after[..after.len().min(room)];
    let mut shown: String = before.iter().chain(shown_after).collect();
    let mut caret = before.len();
    if cut_before {
        shown.insert(0, '…');
        caret += 1;
    }
    if shown_after.len() < after.len() || cut_after {
        shown.push('…');
    }
    let tag = shown_after.iter().position(|c| *c == '>').map_or(shown_after.len(), |at| at + 1);
    (shown, caret, tag.max(1))
}

/// The end of the line before a position, and whether there is more of it.
fn line_before(bytes: &[u8]) -> (Vec<char>, bool) {
    let near = &bytes[bytes.len().saturating_sub(REACH)..];
    let start = near.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
    let cut = start.is_none() && near.len() < bytes.len();
    let mut near = &near[start.unwrap_or(0)..];
    // the rest of a character that begins before
    while cut && near.first().is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000) {
        near = &near[1..];
    }
    (characters(near), cut)
}

/// The beginning of the line after a position, and whether there is more of it.
fn line_after(bytes: &[u8]) -> (Vec<char>, bool) {
    let near = &bytes[..bytes.len().min(REACH)];
    let end = near.iter().position(|byte| *byte == b'\n');
    (characters(&near[..end.unwrap_or(near.len())]), end.is_none() && near.len() < bytes.len())
}

fn characters(bytes: &[u8]) -> Vec<char> {
    let text = String::from_utf8_lossy(bytes);
    text.trim_end_matches('\r').chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn the_caret_stands_under_the_tag() {
        let (shown, caret, length) = window(b"<a>\r\n    <cbc:ID>7</cbc:ID>\r\n</a>", 9);
        assert_eq!((shown.as_str(), caret, length), ("<cbc:ID>7</cbc:ID>", 0, 8));
        let (shown, caret, length) = window(b"  <a><b/></a>", 5);
        assert_eq!((shown.as_str(), caret, length), ("<a><b/></a>", 3, 4));
    }

    #[test]
    fn long_lines_are_cut_around_it() {
        for before in ["č".repeat(5_000), "x".repeat(60), "x".repeat(5_001)] {
            let line = format!("{before}<cbc:ID>7</cbc:ID>{}", "ř".repeat(5_000));
            let (shown, caret, length) = window(line.as_bytes(), before.len());
            assert_eq!(shown.chars().skip(caret).take(length).collect::<String>(), "<cbc:ID>");
            assert!(shown.chars().count() <= 102 && shown.starts_with('…'), "{shown}");
            assert!(!shown.contains('\u{fffd}'), "{shown}");
        }
    }

    #[test]
    fn a_wide_indentation_is_not_shown() {
        let line = format!("{}<cbc:ID>7</cbc:ID>", " ".repeat(10_000));
        assert_eq!(window(line.as_bytes(), 10_000), ("<cbc:ID>7</cbc:ID>".to_owned(), 0, 8));
    }

    #[test]
    fn places_past_the_end_do_no_harm() {
        assert_eq!(window(b"", 9), (String::new(), 0, 1));
        assert_eq!(window(b"\x1b[2J", 0).0, " [2J".to_owned());
        assert_eq!(window(b"a\xff\xfe", 1).1, 1);
    }
}
