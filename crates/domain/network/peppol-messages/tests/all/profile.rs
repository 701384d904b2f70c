//! What the profile fixes, and what standards around it ask for.

use crate::as4::{MESSAGE, answer, between, edited, identity, refused, take};
use crate::resigned::{RIGHT, SEALED, Signer, changed, resigned, taken};
use peppol_messages::as4::{EbmsCode, EbmsError, Reply, ReplyFault};
use time::macros::datetime;

/// RFC 2392, 2: a `cid` URL is the percent-encoded `Content-ID`.
#[test]
fn attachments_may_be_named_encoded() {
    let own = format!("payload-{MESSAGE}");
    let named = |id: &str, url: &str| {
        let body = edited(&SEALED, |soap| {
            let named = soap.replace(&format!("cid:{own}"), &format!("cid:{url}"));
            assert_eq!(named.matches(&format!("cid:{url}")).count(), 3, "{url}");
            RIGHT.sign(&named)
        });
        let (from, to) = (format!("Content-ID: <{own}>"), format!("Content-ID: <{id}>"));
        let at = body.windows(from.len()).position(|at| at == from.as_bytes()).expect("it");
        [&body[..at], to.as_bytes(), &body[at + from.len()..]].concat()
    };
    taken("encoded", &named("att+1&x=2@acceptance", "att%2B1%26x%3D2%40acceptance"));
    taken("with its %", &named("att%2B1@x", "att%2B1@x"));
    taken("encoded twice", &named("att%2B1@x", "att%252B1%40x"));
    let other = named("att+2@x", "att%2B1%40x");
    refused(&SEALED, &other, EbmsCode::MimeInconsistency, "not the one that the header names");
}

/// SOAP 1.2, part 1, 2.4.
#[test]
fn what_must_be_understood_and_is_not_is_refused() {
    let with = |attributes: &str| {
        edited(&SEALED, |soap| {
            let block = format!("<x:Must xmlns:x=\"urn:x\" {attributes}/></S12:Header>");
            changed(soap, "</S12:Header>", &block)
        })
    };
    let next = "S12:role=\"http://www.w3.org/2003/05/soap-envelope/role/next\"";
    let none = "S12:role=\"http://www.w3.org/2003/05/soap-envelope/role/none\"";
    for must in ["S12:mustUnderstand=\"true\"", "S12:mustUnderstand=\" 1 \""] {
        for body in [with(must), with(&format!("{must} {next}"))] {
            let what = "the header Must must be understood, and is not";
            refused(&SEALED, &body, EbmsCode::FeatureNotSupported, what);
            let error = take(&SEALED.content_type, &body).expect_err(what);
            assert_eq!((error.code.code(), error.about.as_deref()), ("EBMS:0002", Some(MESSAGE)));
        }
        taken("for somebody else", &with(&format!("{must} {none}")));
    }
    for may in ["", "S12:mustUnderstand=\"false\"", "mustUnderstand=\"true\""] {
        taken("one that may be passed over", &with(may));
    }
}

#[test]
fn roles_and_the_type_of_the_service_are_fixed() {
    let swapped = |soap: &str, of: &str, role: &str, other: &str| {
        let party = between(soap, &format!("<eb:{of}>"), &format!("</eb:{of}>"));
        soap.replace(party, &changed(party, role, other))
    };
    for (what, from, to) in [("To", "/responder", "/initiator"), ("From", "/initiator", "/x")] {
        let body = resigned(&RIGHT, |soap| swapped(soap, what, from, to));
        refused(&SEALED, &body, EbmsCode::ValueInconsistent, "eb:Role");
    }
    let untyped =
        |soap: &str| changed(soap, "<eb:Service type=\"cenbii-procid-ubl\">", "<eb:Service>");
    refused(&SEALED, &resigned(&RIGHT, untyped), EbmsCode::ValueInconsistent, "eb:Service");
}

/// An answer of our receiver with what is put behind its signal, signed by it.
fn answered(behind: &[&str]) -> Result<Reply, ReplyFault> {
    let received = take(&SEALED.content_type, &SEALED.body).expect("taken");
    let at = datetime!(2026-11-22 12:00 UTC);
    let receipt = received.receipt(&identity("ap2"), "1@billhook", at).expect("signed");
    let end = "</eb:SignalMessage>";
    let whole = receipt.replace(end, &format!("{end}{}", behind.concat()));
    let receiver = Signer { name: "ap2", covers: &["#messaging", "#body"], ..RIGHT };
    answer(receiver.sign(&whole).as_bytes(), &SEALED)
}

/// The signal of an error about a message.
fn error_about(id: &str) -> String {
    let at = datetime!(2026-11-22 12:00 UTC);
    let error = EbmsError::other(id, "no").signal(&identity("ap2"), "2@billhook", at);
    between(&error.expect("signed"), "<eb:SignalMessage>", "</eb:SignalMessage>").to_owned()
}

#[test]
fn an_answer_that_contradicts_itself_proves_nothing() {
    assert!(matches!(answered(&[]), Ok(Reply::Receipt { .. })));
    let (own, other) = (error_about(MESSAGE), error_about("other@x"));
    let warning = own.replace("severity=\"failure\"", "severity=\"warning\"");
    let before = own.replace("EBMS:0004", "EBMS:4001");
    let of_none = changed(&own, &format!("<eb:RefToMessageId>{MESSAGE}</eb:RefToMessageId>"), "");
    for fault in [&own, &of_none] {
        assert_eq!(answered(&[fault]), Err(ReplyFault::Contradiction));
        assert_eq!(answered(&[&before, fault]), Err(ReplyFault::Contradiction));
        assert_eq!(answered(&[fault, &before]), Err(ReplyFault::Contradiction));
    }
    for agrees in [&other, &warning, &before] {
        assert!(matches!(answered(&[agrees]), Ok(Reply::Receipt { .. })), "{agrees}");
    }
}
