//! What arrives at a receiver, and what its answers come to.

use crate::common::{BODY, Server, ok, request, respond, secret, send, sender};
use std::process::Command;
use std::time::Duration;
use time::OffsetDateTime;
use webhooks::{
    deliveries::Outcome,
    ports::Sender,
    signing::{HEADER_SIGNATURE, TOLERANCE, verify},
};

fn answered(status: u16, body: &str) -> Outcome {
    Outcome::Answered { status, body: body.to_owned() }
}

#[tokio::test]
async fn the_bytes_that_were_signed_arrive_with_exactly_their_headers() {
    let server = Server::new(ok);
    let request = request(&server.http());
    assert_eq!(sender().send(&request).await, answered(200, "thank you"));
    let received = server.received.recv().expect("a request");
    assert_eq!(received.line, "POST /hook?a=b%20c HTTP/1.1");
    assert_eq!(received.body, BODY.as_bytes());
    let signature = received.header(HEADER_SIGNATURE).expect("a signature");
    let now = OffsetDateTime::now_utc();
    verify(signature, &received.body, &secret(), now, TOLERANCE).expect("as it was signed");
    // ours as they are spelt, then the transport's own
    let own = [
        ("Accept", "*/*".to_owned()),
        ("Host", format!("127.0.0.1:{}", server.port)),
        ("Content-Length", BODY.len().to_string()),
    ];
    let mut expected: Vec<_> = request.headers.into_iter().chain(own).collect();
    let mut found: Vec<_> =
        received.headers.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn every_status_is_an_answer_with_its_excerpt() {
    let table = [
        ("204 No Content", 204, true),
        ("400 Bad Request", 400, false),
        ("410 Gone", 410, false),
        ("429 Too Many Requests", 429, false),
        ("500 Internal Server Error", 500, false),
        ("599 Odd", 599, false),
    ];
    for (line, status, succeeded) in table {
        let body = if status == 204 { "" } else { "žiaľ\u{7}" };
        let server = Server::new(move |stream| respond(stream, line, "", body.as_bytes()));
        let outcome = sender().send(&request(&server.http())).await;
        assert_eq!(outcome, answered(status, &body.replace('\u{7}', "\u{fffd}")));
        assert_eq!(outcome.succeeded(), succeeded, "{line}");
    }
}

#[tokio::test]
async fn an_answer_that_ends_with_its_connection_is_whole() {
    let server = Server::new(|stream| {
        send(stream, b"HTTP/1.1 200 OK\r\n\r\nuntil the end");
        false
    });
    assert_eq!(sender().send(&request(&server.http())).await, answered(200, "until the end"));
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let target = Server::new(ok);
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary", "308 Permanent"] {
        let location = format!("Location: {}\r\n", target.http());
        let server = Server::new(move |stream| respond(stream, status, &location, b"there"));
        let outcome = sender().send(&request(&server.http())).await;
        assert_eq!(outcome.status().map(|it| it.to_string()).as_deref(), status.get(..3));
        assert!(!outcome.succeeded(), "{status}");
        assert_eq!(server.received.iter().take(1).count(), 1);
        assert!(server.received.recv_timeout(Duration::from_millis(50)).is_err(), "asked twice");
    }
    assert_eq!(target.connections(), 0);
}

/// Bytes that claim to be compressed are shown as they are: nothing is inflated.
#[tokio::test]
async fn nothing_is_decompressed_and_no_cookie_is_kept() {
    let server = Server::new(|stream| {
        let headers = "Content-Encoding: gzip\r\nSet-Cookie: a=b; Path=/\r\n";
        respond(stream, "200 OK", headers, b"not gzip")
    });
    let sender = sender();
    for _ in 0..2 {
        assert_eq!(sender.send(&request(&server.http())).await, answered(200, "not gzip"));
        let received = server.received.recv().expect("a request");
        assert_eq!(received.header("Cookie"), None);
        assert_eq!(received.header("Accept-Encoding"), None);
    }
}

#[tokio::test]
async fn many_at_once_arrive() {
    let server = Server::new(ok);
    let (sender, request) = (sender(), request(&server.http()));
    let tasks: Vec<_> = (0..100)
        .map(|_| {
            let (sender, request) = (sender.clone(), request.clone());
            tokio::spawn(async move { sender.send(&request).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("no panic"), answered(200, "thank you"));
    }
    assert_eq!(server.received.try_iter().count(), 100);
}

/// Runs the test after this one in a process that has proxies in its environment.
#[test]
fn proxies_of_the_environment_are_not_asked() {
    let (proxy, server) = (Server::new(ok), Server::new(ok));
    let address = format!("http://127.0.0.1:{}", proxy.port);
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args(["--ignored", "--exact", "delivery::sends_once_to_the_receiver"])
        .env("RECEIVER", server.http())
        .envs(["HTTP_PROXY", "http_proxy", "ALL_PROXY"].map(|name| (name, &address)))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!((server.received.try_iter().count(), proxy.connections()), (1, 0));
}

#[tokio::test]
#[ignore = "the test before this one runs it"]
async fn sends_once_to_the_receiver() {
    let receiver = std::env::var("RECEIVER").expect("the address of a receiver");
    assert!(sender().send(&request(&receiver)).await.succeeded());
}

/// Many endpoints may be at one host: their deliveries at the same time find a connection each, again and
/// again.
#[tokio::test]
async fn deliveries_at_once_to_one_host_keep_their_connections() {
    const AT_ONCE: usize = 24;
    let server = Server::new(|stream| {
        std::thread::sleep(Duration::from_millis(100));
        ok(stream)
    });
    let (sender, request) = (sender(), request(&server.http()));
    for _ in 0..3 {
        let sent = (0..AT_ONCE).map(|_| {
            let (sender, request) = (sender.clone(), request.clone());
            tokio::spawn(async move { sender.send(&request).await.succeeded() })
        });
        for sent in sent.collect::<Vec<_>>() {
            assert!(sent.await.expect("no panic"));
        }
        // the connections are given back after the answers
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(server.connections() < 2 * AT_ONCE, "{} connections", server.connections());
}
