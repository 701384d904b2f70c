//! Nothing is connected to that was not checked.

use crate::common::{Script, Server, ok, request, respond, sender, settings};
use std::time::Duration;
use webhook_http::{Addresses, HttpSender, Names, Settings};
use webhooks::{
    deliveries::Outcome,
    endpoints::{AddressError, AddressPolicy, EndpointUrl},
    ports::Sender,
};

fn public() -> HttpSender {
    HttpSender::new(Settings { reach: AddressPolicy::Public, ..settings() }).expect("a sender")
}

#[tokio::test]
async fn literal_addresses_are_checked_though_no_name_is_looked_up() {
    let server = Server::new(ok);
    let port = server.port;
    let table = [
        (format!("http://127.0.0.1:{port}/"), AddressError::Loopback),
        (format!("https://127.0.0.1:{port}/"), AddressError::Loopback),
        (format!("http://127.1:{port}/"), AddressError::Loopback),
        (format!("http://0x7f000001:{port}/"), AddressError::Loopback),
        (format!("http://2130706433:{port}/"), AddressError::Loopback),
        (format!("http://[::1]:{port}/"), AddressError::Loopback),
        (format!("http://[::ffff:127.0.0.1]:{port}/"), AddressError::EmbeddedIpv4),
        (format!("https://[::ffff:7f00:1]:{port}/"), AddressError::EmbeddedIpv4),
        (format!("http://[::127.0.0.1]:{port}/"), AddressError::EmbeddedIpv4),
        (format!("http://0.0.0.0:{port}/"), AddressError::Unspecified),
        ("https://10.0.0.1/".into(), AddressError::Private),
        ("https://169.254.169.254/latest/meta-data/".into(), AddressError::Metadata),
        ("https://[fe80::1]/".into(), AddressError::LinkLocal),
    ];
    for (url, fault) in table {
        let outcome = public().send(&request(&url)).await;
        assert_eq!(outcome, Outcome::AddressRefused(fault), "{url}");
        if fault != AddressError::Loopback {
            assert_eq!(sender().send(&request(&url)).await, outcome, "{url} with loopback");
        }
    }
    assert_eq!(server.connections(), 0);
    // the server is there: with loopback allowed it is reached
    assert!(sender().send(&request(&server.http())).await.succeeded());
}

#[tokio::test]
async fn a_name_with_one_unfit_address_is_refused_unasked() {
    let server = Server::tls(ok);
    let url = format!("https://hooks.example.com:{}/", server.port);
    let table: [(&[&str], AddressPolicy, AddressError); 7] = [
        (&["10.0.0.1"], AddressPolicy::Public, AddressError::Private),
        (&["127.0.0.1"], AddressPolicy::Public, AddressError::Loopback),
        (&["8.8.8.8", "127.0.0.1"], AddressPolicy::Public, AddressError::Loopback),
        (&["127.0.0.1", "10.0.0.1"], AddressPolicy::AndLoopback, AddressError::Private),
        (&["::ffff:127.0.0.1"], AddressPolicy::AndLoopback, AddressError::EmbeddedIpv4),
        (&["127.0.0.1", "169.254.169.254"], AddressPolicy::AndLoopback, AddressError::Metadata),
        (&[], AddressPolicy::Public, AddressError::None),
    ];
    for (addresses, reach, fault) in table {
        let names = Script::new(&[addresses]);
        let outcome = names.sender(reach).send(&request(&url)).await;
        assert_eq!(outcome, Outcome::AddressRefused(fault), "{addresses:?}");
        assert_eq!(names.asked(), 1, "{addresses:?}");
    }
    assert_eq!(server.connections(), 0);
}

/// DNS rebinding: fit when it is looked up first, our own network from then on. A sender that
/// looked up again to connect would be refused, or worse, connect there.
#[tokio::test]
async fn what_was_checked_is_what_is_connected_to() {
    let server = Server::tls(|stream| {
        respond(stream, "200 OK", "Connection: close\r\n", b"thank you");
        false
    });
    let url = format!("https://hooks.example.com:{}/", server.port);
    let names = Script::new(&[&["127.0.0.1"], &["10.0.0.1"]]);
    let sender = names.sender(AddressPolicy::AndLoopback);
    assert!(sender.send(&request(&url)).await.succeeded());
    assert_eq!((names.asked(), server.connections()), (1, 1));
    // a new connection is a new look-up
    let refused = Outcome::AddressRefused(AddressError::Private);
    assert_eq!(sender.send(&request(&url)).await, refused);
    assert_eq!((names.asked(), server.connections()), (2, 1));
}

#[tokio::test]
async fn a_kept_connection_stays_at_its_checked_address() {
    let server = Server::tls(ok);
    let url = format!("https://hooks.example.com:{}/", server.port);
    let names = Script::new(&[&["127.0.0.1"], &["10.0.0.1"]]);
    let sender = names.sender(AddressPolicy::AndLoopback);
    for _ in 0..3 {
        assert!(sender.send(&request(&url)).await.succeeded());
        // the connection is given back after the answer
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!((names.asked(), server.connections()), (1, 1));
}

/// A second address is tried where the first does not listen.
#[tokio::test]
async fn any_of_the_checked_addresses_will_do() {
    let server = Server::tls(ok);
    let url = format!("https://hooks.example.com:{}/", server.port);
    let names = Script::new(&[&["127.0.0.9", "127.0.0.1"]]);
    assert!(names.sender(AddressPolicy::AndLoopback).send(&request(&url)).await.succeeded());
}

#[tokio::test]
async fn the_machines_own_resolver_is_checked_too() {
    let server = Server::tls(ok);
    let outcome = public().send(&request(&server.https())).await;
    assert_eq!(outcome, Outcome::AddressRefused(AddressError::Loopback));
    assert_eq!(server.connections(), 0);
    assert!(sender().send(&request(&server.https())).await.succeeded());
}

struct Silent;

impl Names for Silent {
    fn addresses(&self, host: &str) -> Addresses {
        let fails = host == "fails.example.com";
        Box::pin(async move {
            if fails {
                Err(std::io::Error::other("SERVFAIL"))
            } else {
                std::future::pending().await
            }
        })
    }
}

#[tokio::test]
async fn names_that_do_not_resolve() {
    let unknown = request("https://no-such-name.invalid/");
    assert_eq!(
        HttpSender::new(Settings::new(AddressPolicy::Public))
            .expect("a sender")
            .send(&unknown)
            .await,
        Outcome::NameNotFound
    );
    let names = std::sync::Arc::new(Silent);
    let sender = HttpSender::new(Settings { names, ..settings() }).expect("a sender");
    let outcome = sender.send(&request("https://fails.example.com/")).await;
    assert_eq!(outcome, Outcome::NameNotFound);
    let outcome = sender.send(&request("https://silent.example.com/")).await;
    assert_eq!(outcome, Outcome::TimedOut);
}

/// Kept from a time when it was allowed, or put there by hand.
#[tokio::test]
async fn plain_http_goes_nowhere_but_to_this_machine() {
    let server = Server::new(ok);
    let url = format!("http://hooks.example.com:{}/", server.port);
    assert!(EndpointUrl::parse(&url, AddressPolicy::AndLoopback).is_err());
    for reach in [AddressPolicy::Public, AddressPolicy::AndLoopback] {
        let names = Script::new(&[&["127.0.0.1"]]);
        assert_eq!(names.sender(reach).send(&request(&url)).await, Outcome::TlsFailed);
        assert_eq!(names.asked(), 0);
    }
    assert_eq!(server.connections(), 0);
}
