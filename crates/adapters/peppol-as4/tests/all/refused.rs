//! What is posted to our endpoint and must not be taken, and what comes twice.

use crate::common::{
    AT, Installation, Lists, Message, Posted, certificate, edited, keys, now, reply, reply_of,
    trust, trust_of, without,
};
use peppol_as4::{Answer, As4Receiver, Refusal};
use peppol_connector::identifiers::Network;
use peppol_messages::as4::{Reply, Sealed};
use peppol_trust::WhenUnknown;
use std::sync::{Arc, Mutex};
use time::{Duration, macros::datetime};

async fn post(to: &Installation, sealed: &Sealed) -> Answer {
    let posted = Posted { content_type: sealed.content_type.clone(), body: sealed.body.clone() };
    to.answer(posted).await.expect("an answer")
}

/// Posts what must be refused, by a signed error with this code, and that nothing is kept.
async fn refused(to: &Installation, name: &str, sealed: &Sealed, code: &str) -> String {
    let answer = post(to, sealed).await;
    let read = reply(&answer, sealed);
    let Ok(Reply::Error { code: answered, detail, is_signed }) = read else {
        panic!("{name}: {read:?}")
    };
    assert_eq!(
        (answered.as_str(), is_signed, answer.status),
        (code, true, 200),
        "{name}: {detail}"
    );
    assert!(to.arrived(None).await.is_empty(), "{name}");
    detail
}

#[tokio::test]
async fn what_is_not_protected_is_refused() {
    let own = Installation::new().await;
    let right = Message::default().sealed();
    let broken = |soap: &str| {
        let at = soap.find("<ds:SignatureValue>").expect("a value") + 40;
        let other = if &soap[at..=at] == "A" { "B" } else { "A" };
        [&soap[..at], other, &soap[at + 1..]].concat()
    };
    let clear = |soap: &str| without(&without(soap, "xenc:EncryptedData"), "xenc:EncryptedKey");
    let renamed = |soap: &str| soap.replacen("9915:sender", "9915:Someone", 1);
    let again = |soap: &str| {
        let begin = soap.find("<ds:Signature ").expect("a signature");
        let end = soap.find("</ds:Signature>").expect("its end") + "</ds:Signature>".len();
        [&soap[..end], &soap[begin..end], &soap[end..]].concat()
    };
    for (name, sealed, code) in [
        ("unsigned", edited(&right, |soap| without(soap, "ds:Signature")), "EBMS:0101"),
        ("a broken signature", edited(&right, broken), "EBMS:0101"),
        ("two signatures", edited(&right, again), "EBMS:0101"),
        ("a changed header", edited(&right, renamed), "EBMS:0101"),
        ("no security", edited(&right, |soap| without(soap, "wsse:Security")), "EBMS:0103"),
        ("not encrypted", edited(&right, clear), "EBMS:0103"),
        (
            "another's certificate",
            Message { to: "ap1", ..Message::default() }.sealed(),
            "EBMS:0102",
        ),
    ] {
        refused(&own, name, &sealed, code).await;
    }
}

#[tokio::test]
async fn who_is_no_access_point_is_refused() {
    let own = Installation::new().await;
    for (from, reason) in
        [("revoked", "revoked"), ("rogue", "not issued by"), ("smp", "not issued by")]
    {
        let sealed = Message { from, ..Message::default() }.sealed();
        let detail = refused(&own, from, &sealed, "EBMS:0101").await;
        assert!(detail.contains(reason), "{from}: {detail}");
    }
}

/// An error would be signed, and might end the send for good.
#[tokio::test]
async fn nobody_is_refused_because_lists_cannot_be_had() {
    let lists = Arc::new(Lists::default());
    let trust = trust_of(Arc::clone(&lists), WhenUnknown::Refuse);
    let at = Arc::new(Mutex::new(AT));
    let clock = Arc::clone(&at);
    let now = move || *clock.lock().expect("a time");
    let receiver = As4Receiver::new(Network::Test, now, keys(&["ap2"]), trust);
    for from in ["ap1", "revoked"] {
        let sealed = Message { from, ..Message::default() }.sealed();
        let opened = receiver.open(&sealed.content_type, sealed.body).await;
        assert!(matches!(opened, Err(Refusal::Failed(_))), "{from}: {opened:?}");
    }
    lists.publish(Some(fixtures::bytes("peppol-network/as4/pki/ap.crl")));
    *at.lock().expect("a time") += Duration::minutes(2);
    for (from, is_taken) in [("ap1", true), ("revoked", false)] {
        let sealed = Message { from, ..Message::default() }.sealed();
        match receiver.open(&sealed.content_type, sealed.body).await {
            Ok(_) => assert!(is_taken, "{from}"),
            Err(Refusal::Refused(error)) => assert!(!is_taken, "{from}: {error:?}"),
            Err(Refusal::Failed(what)) => panic!("{from}: {what}"),
            Err(Refusal::Busy) => panic!("{from}: nobody else is here"),
        }
    }
}

#[tokio::test]
async fn an_expired_certificate_is_refused() {
    let late = || datetime!(2028-11-21 00:00 UTC);
    let receiver = As4Receiver::new(Network::Test, late, keys(&["ap2"]), trust());
    let sealed = Message::default().sealed();
    let refused = receiver.open(&sealed.content_type, sealed.body).await;
    let Err(Refusal::Refused(error)) = refused else { panic!("taken") };
    assert_eq!((error.code.code(), &*error.detail), ("EBMS:0101", "the certificate has expired"));
}

#[tokio::test]
async fn a_bomb_does_not_go_off() {
    let own = Installation::new().await;
    let receiver = own.receiver.clone().with_largest(1024 * 1024);
    let own = Installation { receiver, ..own };
    let text = "0".repeat(20_000_000);
    let document = format!(
        "<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\">{text}</Invoice>"
    );
    let sealed = Message { document: document.into_bytes(), ..Message::default() }.sealed();
    assert!(sealed.body.len() < 60_000, "{}", sealed.body.len());
    refused(&own, "a bomb", &sealed, "EBMS:0303").await;
}

#[tokio::test]
async fn who_is_not_served_is_named() {
    let own = Installation::new().await;
    let sealed = Message { receiver: "9915:2020202099", ..Message::default() }.sealed();
    let detail = refused(&own, "not served", &sealed, "EBMS:0004").await;
    assert_eq!(detail, "PEPPOL:NOT_SERVICED");
}

/// Errors of bytes that are no message at all are HTTP errors too, and never receipts.
#[tokio::test]
async fn any_bytes_get_an_error() {
    let own = Installation::new().await;
    let right = Message::default().sealed();
    let half = right.body[..right.body.len() / 2].to_vec();
    let soap = "application/soap+xml";
    for (content_type, body) in [
        ("", Vec::new()),
        (soap, b"<x/>".to_vec()),
        (soap, b"\xff\xfe\x00".to_vec()),
        (soap, "<a>".repeat(100_000).into_bytes()),
        (soap, b"<!DOCTYPE x [<!ENTITY y 'z'>]><x>&y;</x>".to_vec()),
        ("multipart/related", b"--".to_vec()),
        ("multipart/related; boundary=", right.body.clone()),
        ("multipart/related; boundary=\"x\"", b"--x\r\n\r\n\r\n--x--".to_vec()),
        ("text/xml", right.body.clone()),
        (&*right.content_type, half),
    ] {
        let posted = Posted { content_type: content_type.to_owned(), body };
        let answer = own.answer(posted).await.expect("an answer");
        let text = String::from_utf8(answer.body).expect("text");
        assert_eq!(answer.status, 400, "{content_type}: {text}");
        assert!(text.contains("errorCode=\"EBMS:") && !text.contains("Receipt"), "{text}");
    }
    assert!(own.arrived(None).await.is_empty());
}

/// A flipped bit may stand where nothing is signed; what is kept is the document, or nothing.
#[tokio::test]
async fn no_flipped_bit_changes_what_is_kept() {
    let right = Message::default();
    let sealed = right.sealed();
    let text = String::from_utf8(right.document.clone()).expect("text");
    let root = &text[text.find("<Invoice").expect("a root")..].trim_end();
    let (own, mut taken) = (Installation::new().await, 0);
    for at in (0..sealed.body.len()).step_by(53) {
        let mut body = sealed.body.clone();
        body[at] ^= 1 << (at % 8);
        let Ok(opened) = own.receiver.open(&sealed.content_type, body).await else { continue };
        assert_eq!(std::str::from_utf8(&opened.document.document), Ok(*root), "byte {at}");
        taken += 1;
    }
    assert!(taken < sealed.body.len() / 53 / 2, "{taken} were taken");
}

#[tokio::test]
async fn a_replay_gets_the_first_receipt() {
    let own = Installation::new().await;
    let sealed = Message::default().sealed();
    let first = post(&own, &sealed).await;
    assert!(matches!(reply(&first, &sealed), Ok(Reply::Receipt { .. })));
    for _ in 0..3 {
        assert_eq!(post(&own, &sealed).await, first);
    }
    assert_eq!(own.arrived(None).await.len(), 1);
}

/// Some access points write another time, or another message id, into each attempt.
#[tokio::test]
async fn an_attempt_that_is_signed_anew_gets_a_receipt_that_fits() {
    let own = Installation::new().await;
    let first = Message::default();
    let sealed = first.sealed();
    let receipt = post(&own, &sealed).await;
    for again in [
        Message { at: AT + Duration::SECOND, ..first.clone() },
        Message { id: "another@other.example".to_owned(), ..first.clone() },
    ] {
        let sealed = again.sealed();
        let answer = post(&own, &sealed).await;
        assert_ne!(answer, receipt);
        assert!(matches!(reply(&answer, &sealed), Ok(Reply::Receipt { .. })));
    }
    assert_eq!(own.arrived(None).await.len(), 1);
}

/// A receipt would say that the document is here.
#[tokio::test]
async fn another_document_under_the_same_id_is_refused() {
    let own = Installation::new().await;
    let first = Message::default();
    post(&own, &first.sealed()).await;
    let document =
        b"<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\"/>".to_vec();
    let other = Message { document, ..first };
    for again in [
        Message { id: "another@other.example".to_owned(), ..other.clone() },
        Message { instance: "another".to_owned(), ..other.clone() },
        other,
    ] {
        let sealed = again.sealed();
        let answered = reply(&post(&own, &sealed).await, &sealed);
        assert!(
            matches!(&answered, Ok(Reply::Error { code, .. }) if code == "EBMS:0004"),
            "{answered:?}"
        );
    }
    assert_eq!(own.arrived(None).await.len(), 1);
}

/// Both certificates of a rotation are served, and each message is answered by the one it was made for: its
/// sender knows no other.
#[tokio::test]
async fn messages_for_either_certificate_of_a_rotation_are_answered_by_it() {
    let keys = keys(&["ap2-next", "ap2"]);
    let seen = |at| keys.signing(at).expect("a key").certificate.clone();
    assert_eq!(seen(AT), certificate("ap2"), "the next one is not valid yet");
    assert_eq!(seen(AT + Duration::days(1)), certificate("ap2-next"));
    let own = Installation::new().await;
    let receiver = As4Receiver::new(Network::Test, now, keys, trust());
    let own = Installation { receiver, ..own };
    for (to, id) in [("ap2", "1@x"), ("ap2-next", "2@x")] {
        let message =
            Message { to, id: id.to_owned(), instance: id.to_owned(), ..Message::default() };
        let sealed = message.sealed();
        let answer = post(&own, &sealed).await;
        assert!(matches!(reply_of(&answer, &sealed, to), Ok(Reply::Receipt { .. })), "{to}");
    }
    assert_eq!(own.arrived(None).await.len(), 2);
}
