//! A message as RFC 5322 and MIME have it.

use crate::settings::From;
use lettre::message::header::{
    ContentTransferEncoding, ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0,
};
use lettre::message::{Attachment, Body, Mailbox, MultiPart, SinglePart};
use notifications::{Address, Html, MailError, MailFile, Message};
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
    let id = format!("<{}@{}>", message.key, from.0.email.domain());
    let mut builder = lettre::Message::builder()
        .from(from.0.clone())
        .to(mailbox(&message.to)?)
        .subject(message.subject.as_str())
        .date(SystemTime::from(at))
        .message_id(Some(id))
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ))
        .header(MIME_VERSION_1_0);
    if let Some(reply_to) = &message.reply_to {
        builder = builder.reply_to(mailbox(reply_to)?);
    }
    let text = encoded(message.text.as_str())?;
    let written = match &message.html {
        None if message.files.is_empty() => builder.header(ContentType::TEXT_PLAIN).body(text),
        html => builder.multipart(parts(text, html.as_ref(), &message.files)?),
    };
    written.map_err(|error| refused(&error))
}

fn refused(error: &dyn std::error::Error) -> MailError {
    MailError::Refused(crate::reason::reason(error))
}

fn mailbox(address: &Address) -> Result<Mailbox, MailError> {
    let address = address.as_str().parse();
    let address = address.map_err(|error: lettre::address::AddressError| refused(&error))?;
    Ok(Mailbox::new(None, address))
}

fn encoded(text: &str) -> Result<Body, MailError> {
    let body = Body::new_with_encoding(text.to_owned(), ContentTransferEncoding::QuotedPrintable);
    body.map_err(|_| MailError::Refused("the text cannot be encoded".into()))
}

/// The text and its HTML as alternatives, with what the HTML shows beside it; then the files.
fn parts(text: Body, html: Option<&Html>, files: &[MailFile]) -> Result<MultiPart, MailError> {
    let plain = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(text);
    let is_shown = |file: &&MailFile| html.is_some() && file.content_id.is_some();
    let mut mixed = match html {
        None => MultiPart::mixed().singlepart(plain),
        Some(html) => {
            let html = encoded(html.as_str())?;
            let html = SinglePart::builder().header(ContentType::TEXT_HTML).body(html);
            let mut related = MultiPart::related().singlepart(html);
            for file in files.iter().filter(is_shown) {
                related = related.singlepart(part(file)?);
            }
            let text = MultiPart::alternative().singlepart(plain);
            MultiPart::mixed().multipart(text.multipart(related))
        }
    };
    for file in files.iter().filter(|file| !is_shown(file)) {
        mixed = mixed.singlepart(part(file)?);
    }
    Ok(mixed)
}

/// A file, in base64.
fn part(file: &MailFile) -> Result<SinglePart, MailError> {
    let media_type = ContentType::parse(file.media_type).map_err(|error| refused(&error))?;
    let name = file.name.clone();
    let attachment = match file.content_id {
        Some(id) => Attachment::new_inline_with_name(id.to_owned(), name),
        None => Attachment::new(name),
    };
    let content = file.content.clone();
    let body = Body::new_with_encoding(content, ContentTransferEncoding::Base64);
    let body = body.map_err(|_| MailError::Refused("a file cannot be encoded".into()))?;
    Ok(attachment.body(body, media_type))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailparse::MailHeaderMap;
    use notifications::{DedupKey, EmailContent, Subject, Text};
    use proptest::prelude::*;

    fn written(subject: Subject, text: Text) -> Vec<u8> {
        let to = Address::parse("a@b.sk").expect("an address");
        let content = EmailContent { subject, text, html: None };
        let message = content.to(to, DedupKey::parse("k").expect("a key"));
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

    fn letter() -> Message {
        use notifications::{DocumentKind, InvoiceLetter, PAYMENT_QR, Purpose};
        let letter = InvoiceLetter {
            purpose: Purpose::Reminder,
            language: Default::default(),
            kind: DocumentKind::Invoice,
            number: "FA20260001",
            sender: "Píla & synovia",
            email: Some("pila@example.sk"),
            phone: None,
            total: 123.into(),
            to_pay: 123.into(),
            currency: "EUR",
            due_date: None,
            today: time::Date::MIN,
            payee: None,
            has_qr: true,
            has_pdf: true,
            link: None,
            is_test: false,
        };
        let to = Address::parse("a@b.sk").expect("an address");
        let mut message = letter.write().to(to.clone(), DedupKey::parse("k").expect("a key"));
        message.reply_to = Some(to);
        let file = |name: &str, media_type, content_id| MailFile {
            name: name.to_owned(),
            media_type,
            content: (0..=255).cycle().take(9_000).collect(),
            content_id,
        };
        message.files = vec![
            file("Faktúra č. 1.pdf", "application/pdf", None),
            file("qr.png", "image/png", Some(PAYMENT_QR)),
        ];
        message
    }

    /// Text and HTML are alternatives, the code stands with the HTML, the PDF beside both.
    #[test]
    fn a_letter_has_its_html_and_its_files() {
        let (message, from) = (letter(), "noreply@example.com".parse().expect("a sender"));
        let written = write(&from, &message, OffsetDateTime::UNIX_EPOCH).expect("written");
        let bytes = written.formatted();
        assert!(bytes.is_ascii());
        assert!(bytes.split(|b| *b == b'\n').all(|line| line.len() <= 999));
        let mail = mailparse::parse_mail(&bytes).expect("a message");
        assert_eq!(mail.headers.get_first_value("Reply-To").as_deref(), Some("a@b.sk"));
        let [alternative, pdf] = &mail.subparts[..] else { panic!("{:?}", mail.ctype) };
        let [plain, related] = &alternative.subparts[..] else { panic!("{:?}", alternative.ctype) };
        let [html, qr] = &related.subparts[..] else { panic!("{:?}", related.ctype) };
        let types = [&mail, alternative, plain, related, html, qr, pdf].map(|p| &*p.ctype.mimetype);
        let expected = [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
            "application/pdf",
        ];
        assert_eq!(types, expected);
        let read = plain.get_body().expect("a text").replace("\r\n", "\n");
        assert_eq!(read.trim_end(), message.text.as_str().trim_end());
        let page = html.get_body().expect("a page");
        assert!(page.contains("cid:payment-qr@billhook") && page.contains("Píla &amp; synovia"));
        assert_eq!(
            qr.headers.get_first_value("Content-ID").as_deref(),
            Some("<payment-qr@billhook>")
        );
        assert_eq!(pdf.get_body_raw().expect("bytes"), message.files[0].content);
        let disposition = pdf.get_content_disposition();
        assert_eq!(disposition.params["filename"], "Faktúra č. 1.pdf");
    }
}
