//! `multipart/related`: the SOAP envelope and the payload as parts.

use memchr::memmem::Finder;
use std::borrow::Cow;

/// A part of the body.
#[derive(Debug)]
pub(super) struct Part<'b> {
    headers: Vec<(String, String)>,
    body: &'b [u8],
}

/// The maximum number of parts of a message; the profile has two.
const MOST_PARTS: usize = 16;
const MOST_HEADERS: usize = 64;

impl<'b> Part<'b> {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let is = |one: &&(String, String)| one.0.eq_ignore_ascii_case(name);
        self.headers.iter().find(is).map(|(_, value)| value.as_str())
    }

    /// The `Content-ID` without angle brackets.
    pub(super) fn content_id(&self) -> Option<&str> {
        let id = self.header("content-id")?.trim();
        Some(id.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or(id))
    }

    /// The media type without parameters, in lower case.
    pub(super) fn media_type(&self) -> String {
        let value = self.header("content-type").unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The decoded bytes; `None` for an unknown or violated encoding.
    pub(super) fn bytes(&self) -> Option<Cow<'b, [u8]>> {
        let encoding = self.header("content-transfer-encoding").unwrap_or("binary");
        match encoding.trim().to_ascii_lowercase().as_str() {
            "binary" | "8bit" | "7bit" => Some(Cow::Borrowed(self.body)),
            "base64" => {
                let text = std::str::from_utf8(self.body).ok()?;
                crate::tree::base64(text).map(Cow::Owned)
            }
            _ => None,
        }
    }
}

/// The parts of a body, the SOAP envelope first. A body that is not multipart is one part.
pub(super) fn parts<'b>(content_type: &str, body: &'b [u8]) -> Result<Vec<Part<'b>>, &'static str> {
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("multipart/related") {
        let headers = vec![("Content-Type".to_owned(), content_type.to_owned())];
        return Ok(vec![Part { headers, body }]);
    }
    let boundary = parameter(content_type, "boundary").ok_or("the boundary is missing")?;
    if !(1..=70).contains(&boundary.len()) {
        return Err("the boundary is too long");
    }
    let mut all = split(body, &boundary)?;
    let start = parameter(content_type, "start");
    let start = start.as_deref().map(|id| id.trim().trim_matches(['<', '>']));
    let at = start.and_then(|id| all.iter().position(|part| part.content_id() == Some(id)));
    all.swap(0, at.unwrap_or(0));
    Ok(all)
}

fn split<'b>(body: &'b [u8], boundary: &str) -> Result<Vec<Part<'b>>, &'static str> {
    let delimiter = format!("--{boundary}");
    // created once, because a body may consist of delimiters only
    let delimiter = Finder::new(&delimiter);
    let (mut all, mut from, mut at) = (Vec::new(), None, 0);
    while let Some(mark) = next_delimiter(body, at, &delimiter) {
        if let Some(from) = from {
            if all.len() == MOST_PARTS {
                return Err("there are too many parts");
            }
            all.push(part(without_line_end(&body[from..mark.begin]))?);
        }
        if mark.is_last {
            return if all.is_empty() { Err("there is no part") } else { Ok(all) };
        }
        (from, at) = (Some(mark.end), mark.end);
    }
    Err("the last part is not closed")
}

struct Mark {
    begin: usize,
    end: usize,
    is_last: bool,
}

/// The next line that consists of the delimiter only.
fn next_delimiter(body: &[u8], from: usize, delimiter: &Finder<'_>) -> Option<Mark> {
    let mut at = from;
    while let Some(found) = delimiter.find(body.get(at..)?) {
        let begin = at + found;
        let after = begin + delimiter.needle().len();
        at = after;
        if begin != 0 && body[begin - 1] != b'\n' {
            continue;
        }
        // each line is scanned once, because only a delimiter at its beginning leads here
        let rest = &body[after..];
        let is_last = rest.starts_with(b"--");
        let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let is_blank = rest[..line].iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        if is_last || is_blank {
            return Some(Mark { begin, end: (after + line + 1).min(body.len()), is_last });
        }
    }
    None
}

fn without_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

fn part(bytes: &[u8]) -> Result<Part<'_>, &'static str> {
    let (mut headers, mut rest) = (Vec::<(String, String)>::new(), bytes);
    loop {
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or("a part has no body")?;
        let (line, after) = rest.split_at(end + 1);
        rest = after;
        let line =
            std::str::from_utf8(without_line_end(line)).map_err(|_| "a header is no text")?;
        if line.is_empty() {
            return Ok(Part { headers, body: rest });
        }
        match (line.starts_with([' ', '\t']), headers.last_mut()) {
            (true, Some(last)) => {
                last.1.push(' ');
                last.1.push_str(line.trim());
            }
            _ => {
                let (name, value) = line.split_once(':').ok_or("a header has no colon")?;
                headers.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        if headers.len() > MOST_HEADERS {
            return Err("a part has too many headers");
        }
    }
}

/// A parameter of a `Content-Type`, without quotes.
pub(super) fn parameter(content_type: &str, name: &str) -> Option<String> {
    let mut rest = content_type.split_once(';')?.1;
    loop {
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after
                .split_once(';')
                .map_or((after.trim(), ""), |(value, next)| (value.trim(), next)),
        };
        if key.trim_matches([' ', '\t', '\r', '\n', ';']).eq_ignore_ascii_case(name) {
            return Some(value.to_owned());
        }
        rest = next;
    }
}

/// Writes the body and the `Content-Type` of a message with two parts.
pub(super) fn write(
    soap: &str,
    content_id: &str,
    payload: &[u8],
    boundary: &str,
) -> (String, Vec<u8>) {
    let root = format!("root-{boundary}@billhook");
    let mut body = Vec::with_capacity(soap.len() + payload.len() + 640);
    let head = format!(
        "--{boundary}\r\nContent-Type: application/soap+xml; charset=UTF-8\r\n\
         Content-Transfer-Encoding: binary\r\nContent-ID: <{root}>\r\n\r\n{soap}\r\n--{boundary}\r\n\
         Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\n\
         Content-ID: <{content_id}>\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(payload);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    let content_type = format!(
        "multipart/related; boundary=\"{boundary}\"; type=\"application/soap+xml\"; start=\"<{root}>\""
    );
    (content_type, body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TYPE: &str =
        "multipart/related; type=\"application/soap+xml\"; boundary=b; start=\"<r>\"";

    /// In quadratic time this would take hours.
    #[test]
    fn delimiters_within_a_line_are_passed_over() {
        let body = format!("x{}", "--b".repeat(2_000_000));
        assert!(parts(TYPE, body.as_bytes()).is_err());
    }

    #[test]
    fn parts_are_found() {
        let body = b"preamble\r\n--b\r\nContent-ID: <p>\r\nContent-Type: text/plain;\r\n charset=x\r\n\r\n--bee\r\n--b \r\n\
                     content-id: <r>\r\nContent-Transfer-Encoding: BASE64\r\n\r\nYW\r\nJj\r\n--b--\r\nepilogue";
        let all = parts(TYPE, body).expect("parts");
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].content_id(), Some("r"));
        assert_eq!(all[0].bytes().as_deref(), Some(&b"abc"[..]));
        assert_eq!(all[1].bytes().as_deref(), Some(&b"--bee"[..]));
        assert_eq!(all[1].media_type(), "text/plain");
        assert_eq!(all[1].header("CONTENT-TYPE"), Some("text/plain; charset=x"));
        let one = parts("application/soap+xml", b"<x/>").expect("one");
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].bytes().as_deref(), Some(&b"<x/>"[..]));
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        for body in [
            "",
            "--b\r\n\r\nx",
            "--b\r\n\r\nx\r\n--b",
            "--b--",
            "--b\r\nno colon\r\n\r\n\r\n--b--",
            "--b\r\nx: y\r\n--b--",
        ] {
            assert!(parts(TYPE, body.as_bytes()).is_err(), "{body}");
        }
        assert!(parts("multipart/related", b"--b\r\n\r\n\r\n--b--").is_err());
        let many = format!("{}--b--", "--b\r\n\r\n\r\n".repeat(17));
        assert!(parts(TYPE, many.as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(payload in proptest::collection::vec(any::<u8>(), 0..300)) {
            let (content_type, body) = write("<soap/>", "a@b", &payload, "0123456789abcdef0123456789abcdef");
            let all = parts(&content_type, &body).expect("parts");
            let bytes = |part: &Part<'_>| part.bytes().map(Cow::into_owned);
            prop_assert_eq!(bytes(&all[0]), Some(b"<soap/>".to_vec()));
            prop_assert_eq!(all[1].content_id(), Some("a@b"));
            prop_assert_eq!(bytes(&all[1]), Some(payload));
        }

        #[test]
        fn no_bytes_break_it(content_type in "[a-z/;=\" -]{0,40}", body in "(--b|\r\n|a:|b|-){0,30}") {
            let _ = parts(&content_type, body.as_bytes());
            let _ = parts(TYPE, body.as_bytes());
        }
    }
}
