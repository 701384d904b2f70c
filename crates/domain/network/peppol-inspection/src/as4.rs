//! AS4 messages without the receiver's key: the payload stays encrypted.

use crate::certificate::{certificate_view, code};
use crate::{Finding, Inspection, Kind, Options};
use peppol_messages::as4::{EbmsError, Seen, UserMessage, look};
use peppol_messages::trust::{Certificate, Untrusted};

/// Whether it is a body with its HTTP or MIME headers in front, or one that begins with a boundary.
pub(crate) fn is_mime(bytes: &[u8]) -> bool {
    let is_boundary = bytes.starts_with(b"--") && !bytes.starts_with(b"-----BEGIN ");
    is_boundary || content_type(bytes).is_some()
}

/// The type that headers in front of a body name, and the body.
fn content_type(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (head, body) = split_head(bytes)?;
    let header = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-type").then(|| value.trim().to_owned())
    });
    Some((header?, body))
}

/// A body with its HTTP or MIME headers in front, or one that begins with a boundary. `None`: neither.
pub(crate) fn of_mime(bytes: &[u8], options: &Options<'_>) -> Option<Inspection> {
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?.trim_end();
    if let Some(boundary) = line.strip_prefix("--").filter(|rest| !rest.is_empty()) {
        let content_type = format!("multipart/related; boundary=\"{boundary}\"");
        return Some(inspect(&content_type, bytes, options));
    }
    let (header, body) = content_type(bytes)?;
    Some(inspect(&header, body, options))
}

/// The headers and the body, if the bytes begin with headers: the first byte is not `<`.
fn split_head(bytes: &[u8]) -> Option<(String, &[u8])> {
    if bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with("\u{feff}".as_bytes()) {
        return None;
    }
    let ends = [&b"\r\n\r\n"[..], b"\n\n"];
    let end = |end: &[u8]| {
        let at = bytes.windows(end.len()).take(16_384).position(|window| window == end)?;
        Some((at, at + end.len()))
    };
    let (end, begin) = ends.into_iter().filter_map(end).min()?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    // a header may go on in the next line
    Some((head.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " "), &bytes[begin..]))
}

pub(crate) fn inspect(content_type: &str, body: &[u8], options: &Options<'_>) -> Inspection {
    let mut found = Inspection::new(Kind::As4);
    match look(content_type, body) {
        Err(error) => found.error(of(&error)),
        Ok(Seen::Message { message, signer, attachments }) => {
            found.say("message", "user-message");
            header(&mut found, &message);
            found.say("attachments", attachments);
            let from = message.from.as_str();
            signed(&mut found, signer, Some(from), options);
            let note = "the payload is encrypted: neither it nor its digest was checked";
            found.warning(Finding::new("payload-not-checked", note));
        }
        Ok(Seen::Receipt { message_id, about, parts, signer }) => {
            found.say("message", "receipt");
            found.say("message_id", message_id);
            found.say("about", about);
            found.say("parts", parts);
            signed(&mut found, signer, None, options);
        }
        Ok(Seen::Error { code, detail, about }) => {
            found.say("message", "error");
            found.say("code", code);
            found.say("detail", detail);
            found.say_some("about", about);
        }
    }
    found
}

fn of(error: &EbmsError) -> Finding {
    Finding::new(error.code.code(), &error.detail)
}

fn header(found: &mut Inspection, message: &UserMessage) {
    for (name, value) in [
        ("message_id", message.message_id.clone()),
        ("timestamp", message.timestamp.clone()),
        ("from", message.from.clone()),
        ("to", message.to.clone()),
        ("conversation_id", message.conversation_id.clone()),
        ("process", message.process.to_string()),
        ("document_type", message.document_type.to_string()),
        ("original_sender", message.original_sender.to_string()),
        ("final_recipient", message.final_recipient.to_string()),
    ] {
        found.say(name, value);
    }
}

fn signed(
    found: &mut Inspection,
    signer: Result<Box<Certificate>, EbmsError>,
    from: Option<&str>,
    options: &Options<'_>,
) {
    let signer = match signer {
        Ok(signer) => signer,
        Err(error) => return found.error(of(&error)),
    };
    found.say("signer", certificate_view(&signer, options.trust, options.at));
    if from.is_some_and(|from| from != signer.common_name) {
        found.error(Finding::new("EBMS:0101", "another access point signed than sent"));
    }
    match options.trust.map(|trust| trust.access_points.check(&signer, options.at)) {
        Some(Ok(())) => {}
        Some(Err(fault @ Untrusted::RevocationUnknown)) => {
            found.warning(Finding::new(code(fault), fault));
        }
        Some(Err(fault)) => found.error(Finding::new(code(fault), fault)),
        None => {
            let message = "no authorities were given: who signed was not checked";
            found.warning(Finding::new("trust-not-checked", message));
        }
    }
}
