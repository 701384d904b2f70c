//! Receivers that misbehave: each costs a bounded time and a bounded number of bytes.

use crate::common::{Server, Stream, ok, request, send, sender, settings};
use std::io::Read;
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, Sender as Channel, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};
use webhooks::{
    deliveries::{EXCERPT, Outcome, TIMEOUT},
    endpoints::AddressPolicy,
    ports::Sender,
};

/// Generous: buffers of the sockets included.
const FEW_BYTES: usize = 16 * 1024 * 1024;

/// Sends `head`, then `piece` again and again until the connection ends; says how many bytes went.
fn endless(head: &'static [u8], piece: Vec<u8>, pause: u64) -> (Server, Receiver<usize>) {
    let (ended, bytes): (Channel<usize>, _) = channel();
    let server = Server::new(move |stream: &mut dyn Stream| {
        let mut sent = 0;
        let mut open = send(stream, head);
        while open && sent <= 4 * FEW_BYTES {
            sleep(Duration::from_millis(pause));
            open = send(stream, &piece);
            sent += piece.len();
        }
        let _ = ended.send(sent);
        false
    });
    (server, bytes)
}

#[tokio::test]
async fn a_receiver_that_never_answers_costs_the_whole_timeout_and_no_more() {
    let server = Server::raw(|stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let in_service = webhook_http::Settings::new(AddressPolicy::Public).timeout;
    assert_eq!(in_service, TIMEOUT.unsigned_abs());
    let start = Instant::now();
    assert_eq!(sender().send(&request(&server.http())).await, Outcome::TimedOut);
    let (took, timeout) = (start.elapsed(), settings().timeout);
    assert!(took >= timeout && took < timeout + Duration::from_secs(2), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_heads_and_bodies_time_out_and_the_connection_is_dropped() {
    let whole = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";
    for head in [b"HTTP/1.1 200 OK\r\nX-Slow: ".as_slice(), whole] {
        let (server, sent) = endless(head, b"x".to_vec(), 20);
        let start = Instant::now();
        assert_eq!(sender().send(&request(&server.http())).await, Outcome::TimedOut);
        assert!(start.elapsed() < settings().timeout + Duration::from_secs(1));
        let sent = sent.recv_timeout(Duration::from_secs(5)).expect("dropped");
        assert!((20..1_000).contains(&sent), "{sent} bytes");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_answer_counts_by_its_status_and_is_not_read() {
    let counted = b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".as_slice();
    let chunked = b"HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n".as_slice();
    let unbounded = b"HTTP/1.1 200 OK\r\n\r\n".as_slice();
    let chunk = [b"10000\r\n".as_slice(), &vec![b'x'; 65_536], b"\r\n"].concat();
    let plain = vec![b'x'; 65_536];
    for (head, piece, status) in
        [(counted, plain.clone(), 200), (chunked, chunk, 500), (unbounded, plain, 200)]
    {
        let (server, sent) = endless(head, piece, 0);
        let outcome = sender().send(&request(&server.http())).await;
        assert_eq!(outcome, Outcome::Answered { status, body: "x".repeat(EXCERPT) });
        let sent = sent.recv_timeout(Duration::from_secs(5)).expect("dropped");
        assert!(sent < FEW_BYTES, "{sent} bytes");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_head_is_given_up() {
    let line = format!("X-Filler: {}\r\n", "x".repeat(1_000)).into_bytes();
    let (server, sent) = endless(b"HTTP/1.1 200 OK\r\n", line, 0);
    assert_eq!(sender().send(&request(&server.http())).await, Outcome::BrokenOff);
    let sent = sent.recv_timeout(Duration::from_secs(5)).expect("dropped");
    assert!(sent < FEW_BYTES, "{sent} bytes");
}

#[tokio::test]
async fn a_connection_that_ends_before_the_answer_does_is_broken_off() {
    let beginnings: [&[u8]; 6] = [
        b"",
        b"HTTP/1.1 200",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfour",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
    ];
    for beginning in beginnings {
        let server = Server::new(move |stream| {
            send(stream, beginning);
            false
        });
        let outcome = sender().send(&request(&server.http())).await;
        assert_eq!(outcome, Outcome::BrokenOff, "{}", String::from_utf8_lossy(beginning));
    }
}

#[tokio::test]
async fn a_port_where_nothing_listens_is_not_connected() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    drop(listener);
    assert_eq!(sender().send(&request(&url)).await, Outcome::NotConnected);
}

#[tokio::test]
async fn a_slow_receiver_delays_no_other() {
    let slow = Server::raw(|stream| {
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let (fast, sender) = (Server::new(ok), sender());
    let (slow, fast) = (request(&slow.http()), request(&fast.http()));
    let waiting: Vec<_> = (0..20)
        .map(|_| {
            let (sender, slow) = (sender.clone(), slow.clone());
            tokio::spawn(async move { sender.send(&slow).await })
        })
        .collect();
    let start = Instant::now();
    assert!(sender.send(&fast).await.succeeded());
    assert!(start.elapsed() < Duration::from_millis(500));
    for task in waiting {
        assert_eq!(task.await.expect("no panic"), Outcome::TimedOut);
    }
}
