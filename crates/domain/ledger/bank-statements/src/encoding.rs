//! The text of a CSV: UTF-8, UTF-16 with a byte order mark, or windows-1250.

use crate::{Fault, Place, ReadError};
use std::borrow::Cow;

/// The upper half of windows-1250; what has no character there is U+FFFD.
const WINDOWS_1250: &str = "€\u{fffd}‚\u{fffd}„…†‡\u{fffd}‰Š‹ŚŤŽŹ\
    \u{fffd}‘’“”•–—\u{fffd}™š›śťžź\
    \u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

/// The text of the bytes.
///
/// # Errors
/// [`Fault::Encoding`] at the first character that no text of a bank has.
pub(crate) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest)?,
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(windows_1250(bytes)),
        },
    };
    match text.find(is_no_text) {
        Some(at) => Err(fault(&text[..at])),
        None => Ok(text),
    }
}

fn is_no_text(c: char) -> bool {
    c == '\u{fffd}' || (c.is_control() && !matches!(c, '\t' | '\r' | '\n'))
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        fault(&String::from_utf8_lossy(valid))
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, ReadError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let no_text = || ReadError::new(Place::Whole, Fault::Encoding);
    let mut text = String::with_capacity(bytes.len());
    for character in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        text.push(character.map_err(|_| no_text())?);
    }
    if rest.is_empty() { Ok(Cow::Owned(text)) } else { Err(no_text()) }
}

fn windows_1250(bytes: &[u8]) -> String {
    let high: Vec<char> = WINDOWS_1250.chars().collect();
    let character = |byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(*byte),
        Some(place) => high.get(usize::from(place)).copied().unwrap_or('\u{fffd}'),
    };
    // exactly as long as it becomes: a text that grows is there twice for a moment
    let length = bytes.iter().map(|byte| character(byte).len_utf8()).sum();
    let mut text = String::with_capacity(length);
    text.extend(bytes.iter().map(character));
    text
}

/// What is no text comes right after this.
fn fault(before: &str) -> ReadError {
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    ReadError::new(Place::Text { line: number(line), column: number(column) }, Fault::Encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banks_write_in_three_encodings() {
        let expected = "Dátum;Suma\nŽltý kôň, ľalia – 5 €";
        let utf16: Vec<u8> = std::iter::once(0xfeff)
            .chain(expected.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = utf16.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        let windows = b"D\xe1tum;Suma\n\x8elt\xfd k\xf4\xf2, \xbealia \x96 5 \x80".to_vec();
        let marked = [b"\xef\xbb\xbf", expected.as_bytes()].concat();
        for bytes in [expected.as_bytes().to_vec(), marked, utf16, big, windows] {
            assert_eq!(text(&bytes).expect("text"), expected);
        }
        assert_eq!(WINDOWS_1250.chars().count(), 128);
    }

    #[test]
    fn what_is_no_text_is_said_with_its_place() {
        for (bytes, line, column) in [
            (&b"a\nb\x81"[..], 2, 2),
            (b"\xe1\0", 1, 2),
            (b"\xef\xbb\xbfa\xff", 1, 2),
            (b"ab\x1b[0m", 1, 3),
        ] {
            let error = text(bytes).expect_err("no text");
            assert_eq!(error, ReadError::new(Place::Text { line, column }, Fault::Encoding));
        }
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8"] {
            assert_eq!(text(bytes).expect_err("no text").fault, Fault::Encoding);
        }
    }
}
