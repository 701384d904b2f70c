//! Certificates and handshakes.

use crate::common::{Script, Server, authority, ok, request, send, sender, settings};
use std::io::Read;
use webhook_http::{HttpSender, Settings, SetupError};
use webhooks::{deliveries::Outcome, endpoints::AddressPolicy, ports::Sender};

#[tokio::test]
async fn a_certificate_must_be_of_a_known_authority() {
    let server = Server::tls(ok);
    let unknown = Settings { extra_roots: Vec::new(), ..settings() };
    let untrusting = HttpSender::new(unknown).expect("a sender");
    assert_eq!(untrusting.send(&request(&server.https())).await, Outcome::TlsFailed);
    assert!(sender().send(&request(&server.https())).await.succeeded());
    assert_eq!(server.received.try_iter().count(), 1);
}

#[tokio::test]
async fn a_certificate_must_be_of_the_host() {
    let server = Server::tls(ok);
    let other = format!("https://other.example.com:{}/", server.port);
    let sender = Script::new(&[&["127.0.0.1"]]).sender(AddressPolicy::AndLoopback);
    assert_eq!(sender.send(&request(&other)).await, Outcome::TlsFailed);
    let address = format!("https://127.0.0.1:{}/", server.port);
    assert_eq!(sender.send(&request(&address)).await, Outcome::TlsFailed);
    assert_eq!(server.received.try_iter().count(), 0);
}

#[tokio::test]
async fn what_does_not_speak_tls_fails_in_the_handshake() {
    let plain = Server::raw(|stream| {
        let _ = stream.read(&mut [0; 1024]);
        send(stream, b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    assert_eq!(sender().send(&request(&plain.https())).await, Outcome::TlsFailed);
    let closing = Server::raw(|stream| {
        let _ = stream.read(&mut [0; 1024]);
    });
    assert_eq!(sender().send(&request(&closing.https())).await, Outcome::TlsFailed);
    let silent = Server::raw(|stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_eq!(sender().send(&request(&silent.https())).await, Outcome::TimedOut);
}

#[test]
fn extra_roots_must_be_certificates() {
    for text in ["no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        let settings = Settings { extra_roots: text.into(), ..settings() };
        assert!(HttpSender::new(settings).is_err(), "{text}");
    }
    let settings = Settings { extra_roots: b"no PEM".to_vec(), ..settings() };
    assert!(matches!(HttpSender::new(settings), Err(SetupError::Roots)));
    let settings = Settings { extra_roots: authority(), ..crate::common::settings() };
    assert!(HttpSender::new(settings).is_ok());
}
