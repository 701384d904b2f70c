//! A message as RFC 5322 and MIME have it.

use crate::mail::From;
use lettre::message::header::{
    ContentTransferEncoding, ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0,
};
use lettre::message::{Body, Mailbox};
use notifications::{MailError, Message};
use std::time::SystemTime;
use time::OffsetDateTime;

/// Writes a message: in ASCII throughout, so that any server takes it.
///
/// The same key gives the same `Message-ID`, by which programs know what they have already.
/// `Auto-Submitted` keeps programs from answering (RFC 3834).
///
/// # Errors
/// [`MailError::Refused`], if the address is not to the library's liking.
pub(crate) fn write(
    from: &From,
    message: &Message,
    at: OffsetDateTime,
) -> Result<lettre::Message, MailError> {
    let refused = |error: &dyn std::error::Error| MailError::Refused(crate::mail::reason(error));
    let to = message
        .to
        .as_str()
        .parse()
        .map_err(|error: lettre::address::AddressError| refused(&error))?;
    let text = message.text.as_str().to_owned();
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable);
    let body = body.map_err(|_| MailError::Refused("the text cannot be encoded".into()))?;
    let id = format!("<{}@{}>", message.key, from.0.email.domain());
    lettre::Message::builder()
        .from(from.0.clone())
        .to(Mailbox::new(None, to))
        .subject(message.subject.as_str())
        .date(SystemTime::from(at))
        .message_id(Some(id))
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ))
        .header(MIME_VERSION_1_0)
        .header(ContentType::TEXT_PLAIN)
        .body(body)
        .map_err(|error| refused(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailparse::MailHeaderMap;
    use notifications::{Address, DedupKey, Subject, Text};
    use proptest::prelude::*;

    fn written(subject: Subject, text: Text) -> Vec<u8> {
        let to = Address::parse("a@b.sk").expect("an address");
        let message = Message { to, subject, text, key: DedupKey::parse("k").expect("a key") };
        let from = "Billhook <noreply@example.com>".parse().expect("a sender");
        write(&from, &message, OffsetDateTime::UNIX_EPOCH).expect("written").formatted()
    }

    proptest! {
        /// Another's parser reads back what was written, and no header that was not.
        #[test]
        fn any_subject_and_text_are_read_back(
            subject in "(\\PC|[=?_ ľš]){1,200}",
            text in "(\\PC|[\n\t.=\"ľšč-]){1,300}",
        ) {
            let (Ok(subject), Ok(text)) = (Subject::new(&subject), Text::new(&text)) else {
                return Ok(());
            };
            let bytes = written(subject.clone(), text.clone());
            prop_assert!(bytes.is_ascii());
            let mail = mailparse::parse_mail(&bytes).expect("a message");
            prop_assert_eq!(mail.headers.len(), 9);
            let read = mail.headers.get_first_value("Subject").expect("a subject");
            prop_assert_eq!(read, subject.as_str());
            let read = mail.get_body().expect("a body").replace("\r\n", "\n");
            prop_assert_eq!(read.trim_end_matches('\n'), text.as_str().trim_end_matches('\n'));
        }
    }
}
