//! What answers mean for a send.

use crate::common::{
    AT, Installation, Message, Posted, RECEIVER, Server, StaticDirectory, http, identity, keys,
    listed, now, trust,
};
use peppol_as4::{Answer, As4AccessPoint, Sending};
use peppol_connector::{
    identifiers::MessageId,
    inbox::Arrival,
    ports::{AccessPoint, DeliveryError, DirectoryError},
    submissions::{HopStep, OutgoingMessage, RetryClass, Trace},
};
use std::sync::{Arc, Mutex};
use testkit::{peppol::participant, sends::send};

const INVOICE: &[u8] =
    b"<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\"/>";

fn message() -> OutgoingMessage {
    let message = send().submission.message();
    OutgoingMessage { receiver: participant(RECEIVER), attempt: 1, ..message }
}

fn access_point(url: &str, certificate: &str) -> As4AccessPoint<StaticDirectory> {
    let entries = [(participant(RECEIVER), Ok(listed(url, certificate)))];
    let directory = StaticDirectory(entries.into_iter().collect());
    let sending = Sending { country: "SK".to_owned(), asks_for_status: true };
    As4AccessPoint::new(directory, now, http(), keys(&["ap1"]), trust(), sending)
}

/// A receiver that keeps the receipt of the first attempt, breaks off, and gives it to the next. The ids are those that the
/// product makes: of version 4, which say no time.
#[tokio::test]
async fn a_retry_is_the_message_that_was_sent_first() {
    let own = Installation::new().await;
    let kept = Arc::new(Mutex::new(None));
    let server = Server::new(move |posted: Posted| {
        let (receiver, kept) = (own.receiver.clone(), Arc::clone(&kept));
        async move {
            let opened = receiver.open(&posted.content_type, posted.body).await.expect("opened");
            let receipt = opened.answer(Arrival::Kept).expect("a receipt").body;
            let first = kept.lock().expect("it").replace(receipt.clone());
            match first {
                None => Server::reply(502, "text/html", b"broken off"),
                Some(first) => Server::reply(200, "application/soap+xml", &first),
            }
        }
    })
    .await;
    let message = OutgoingMessage { message_id: MessageId(uuid::Uuid::new_v4()), ..message() };
    let clock = Arc::new(Mutex::new(AT));
    let now = Arc::clone(&clock);
    let entries = [(participant(RECEIVER), Ok(listed(&server.url, "ap2")))];
    let directory = StaticDirectory(entries.into_iter().collect());
    let sending = Sending { country: "SK".to_owned(), asks_for_status: true };
    let now = move || *now.lock().expect("the time");
    let point = As4AccessPoint::new(directory, now, http(), keys(&["ap1"]), trust(), sending);
    let error = point.deliver(&message, INVOICE).await.expect_err("broken off");
    assert_eq!(error.class(), RetryClass::Unknown, "{error:?}");
    *clock.lock().expect("the time") += time::Duration::seconds(10);
    let again = OutgoingMessage { attempt: 2, ..message };
    let receipt = point.deliver(&again, INVOICE).await.expect("the receipt of the first");
    assert!(!receipt.duplicate);
}

async fn outcome(server: &Server) -> DeliveryError {
    let sent = access_point(&server.url, "ap2").deliver(&message(), INVOICE).await;
    sent.expect_err("no receipt")
}

#[tokio::test]
async fn the_class_of_each_answer() {
    use RetryClass::{Permanent, Transient, Unknown};
    for (status, body, class) in [
        (200, "", Unknown),
        (200, "<html>welcome</html>", Unknown),
        (202, "", Unknown),
        (301, "", Transient),
        (404, "no such page", Transient),
        (413, "", Transient),
        (429, "", Transient),
        (500, "", Unknown),
        (502, "bad gateway", Unknown),
        (503, "", Transient),
    ] {
        let server =
            Server::new(
                move |_| async move { Server::reply(status, "text/html", body.as_bytes()) },
            )
            .await;
        let error = outcome(&server).await;
        assert_eq!(error.class(), class, "{status} {body}: {error:?}");
    }
    for (code, detail, class) in [
        ("EBMS:0004", "PEPPOL:NOT_SERVICED", Permanent),
        ("EBMS:0004", "the store is full", Transient),
        ("EBMS:0003", "no", Permanent),
        ("EBMS:0101", "revoked", Transient),
        ("EBMS:0102", "another key", Transient),
        ("EBMS:0303", "no gzip", Permanent),
    ] {
        let error = outcome(&erring(code, detail).await).await;
        assert_eq!(error.class(), class, "{code} {detail}: {error:?}");
    }
}

/// Answers with an error of this code.
async fn erring(code: &'static str, detail: &'static str) -> Server {
    let own = Installation::new().await;
    Server::new(move |posted: Posted| {
        let receiver = own.receiver.clone();
        async move {
            let opened = receiver.open(&posted.content_type, posted.body).await;
            let message = opened.expect("opened").document.message.expect("a message");
            let error = peppol_messages::as4::EbmsError::other(&message.message_id, detail);
            let signal = error.signal(&identity("ap2"), "e@x", AT).expect("signed");
            let signal = signal.replace("EBMS:0004", code);
            Server::reply(200, "application/soap+xml", signal.as_bytes())
        }
    })
    .await
}

fn tried(attempt: u16, ambiguous: bool) -> OutgoingMessage {
    OutgoingMessage { attempt, ambiguous, ..message() }
}

#[tokio::test]
async fn already_received_is_a_success() {
    let server = erring("EBMS:4001", "had it").await;
    let (point, mut trace) = (access_point(&server.url, "ap2"), Trace::default());
    // anybody between us and the other side may say so, and it was never sent
    let counted = || {
        let all = peppol_as4::unsigned_answers().into_iter();
        all.filter(|(answer, _)| *answer == "duplicate").map(|(_, count)| count).sum::<u64>()
    };
    let before = counted();
    let doubted = point.deliver(&tried(1, false), INVOICE).await.expect_err("in doubt");
    assert!(counted() > before, "nobody signed it");
    assert_eq!(doubted.class(), RetryClass::Unknown, "{doubted:?}");
    for again in [tried(2, false), tried(1, true)] {
        assert!(point.deliver(&again, INVOICE).await.expect("a receipt").duplicate);
    }
    let sent = point.deliver_noted(&tried(2, true), Some("CZ"), INVOICE, &mut trace).await;
    let receipt = sent.expect("a receipt");
    assert!(receipt.duplicate && !receipt.evidence.is_empty());
    let steps: Vec<_> = trace.hops.iter().map(|hop| (hop.step, hop.answer.as_str())).collect();
    assert_eq!(steps, [(HopStep::Certificate, "trusted"), (HopStep::Message, "HTTP 200")]);
}

fn service_message(attempt: u16) -> OutgoingMessage {
    OutgoingMessage { sender: participant("0242:000001"), attempt, ..message() }
}

/// Statuses and reports of our own are no less careful than documents.
#[tokio::test]
async fn a_message_of_our_own_came_before_only_if_it_went_out_before() {
    let server = erring("EBMS:4001", "had it").await;
    let (point, mut trace) = (access_point(&server.url, "ap2"), Trace::default());
    let first = point.deliver_service_message(&service_message(1), INVOICE, &mut trace).await;
    let doubted = first.expect_err("in doubt");
    assert_eq!(doubted.class(), RetryClass::Unknown, "{doubted:?}");
    let again = point.deliver_service_message(&service_message(2), INVOICE, &mut trace).await;
    assert!(again.expect("a receipt").duplicate);
    let steps: Vec<_> = trace.hops.iter().map(|hop| hop.step).collect();
    assert_eq!(steps, [HopStep::Certificate, HopStep::Message].repeat(2));
}

/// Of a document its sender wants to hear everything, of a status nothing. The one is from the country of whose document
/// it is, the other from ours.
#[tokio::test]
async fn nobody_is_asked_for_a_status_of_a_status() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (own, seen) = (Installation::new().await, Arc::clone(&asked));
    let server = Server::new(move |posted: Posted| {
        let (receiver, seen) = (own.receiver.clone(), Arc::clone(&seen));
        async move {
            let opened = receiver.open(&posted.content_type, posted.body).await.expect("opened");
            let message = opened.document.message.clone().expect("a message");
            let said = (message.instance, message.status.always, opened.document.country.clone());
            seen.lock().expect("the list").push(said);
            let answer = opened.answer(Arrival::Kept).expect("a receipt");
            Server::reply(200, Answer::CONTENT_TYPE, &answer.body)
        }
    })
    .await;
    let (point, sent) = (access_point(&server.url, "ap2"), message());
    let mut trace = Trace::default();
    point.deliver_noted(&sent, Some("CZ"), INVOICE, &mut trace).await.expect("a receipt");
    let message = service_message(1);
    point.deliver_service_message(&message, INVOICE, &mut trace).await.expect("a receipt");
    let both = [
        (sent.message_id.to_string(), true, Some("CZ".to_owned())),
        (message.message_id.to_string(), false, Some("SK".to_owned())),
    ];
    assert_eq!(*asked.lock().expect("the list"), both);
}

/// A receipt for another message, and one by another access point, prove nothing.
#[tokio::test]
async fn receipts_that_do_not_fit_leave_it_unknown() {
    let own = Installation::new().await;
    let other = Message::default().sealed();
    let posted = Posted { content_type: other.content_type.clone(), body: other.body.clone() };
    let answer = own.answer(posted).await.expect("an answer");
    let server = Server::new(move |_| {
        let body = answer.body.clone();
        async move { Server::reply(200, "application/soap+xml", &body) }
    })
    .await;
    assert_eq!(outcome(&server).await.class(), RetryClass::Unknown);
}

#[tokio::test]
async fn what_never_answers_is_unknown_and_what_is_not_there_is_transient() {
    let silent = Server::new(|_| std::future::pending()).await;
    assert_eq!(outcome(&silent).await.class(), RetryClass::Unknown);
    let endless = Server::new(|_| async { Server::reply(200, "x", &vec![b' '; 2_000_000]) }).await;
    assert_eq!(outcome(&endless).await.class(), RetryClass::Unknown);
    for url in ["https://127.0.0.1:1/as4", "ftp://127.0.0.1/", "https://10.0.0.1/as4", "no url"] {
        let sent = access_point(url, "ap2").deliver(&message(), INVOICE).await;
        assert_eq!(sent.expect_err(url).class(), RetryClass::Transient, "{url}");
    }
}

#[tokio::test]
async fn nothing_is_sent_to_who_is_no_access_point() {
    let reached = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&reached);
    let server = Server::new(move |_| {
        *counter.lock().expect("a count") += 1;
        async { None }
    })
    .await;
    for certificate in ["revoked", "rogue", "smp"] {
        let sent = access_point(&server.url, certificate).deliver(&message(), INVOICE).await;
        let error = sent.expect_err(certificate);
        let untrusted = DeliveryError::Directory(DirectoryError::Untrusted("".into()));
        assert_eq!(std::mem::discriminant(&error), std::mem::discriminant(&untrusted), "{error:?}");
        assert_eq!(error.class(), RetryClass::Transient);
    }
    assert_eq!(*reached.lock().expect("a count"), 0);
}

/// A document that no envelope can carry fails at once, with the reason.
#[tokio::test]
async fn what_cannot_be_wrapped_is_refused() {
    let point = access_point("http://127.0.0.1:1/as4", "ap2");
    for document in [b"<Invoice".as_slice(), b"", b"<Order xmlns='urn:x'/>"] {
        let error = point.deliver(&message(), document).await.expect_err("refused");
        assert!(matches!(&error, DeliveryError::Refused(why) if !why.is_empty()), "{error:?}");
    }
}
