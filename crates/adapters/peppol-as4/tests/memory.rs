//! What a document of megabytes takes of memory on its way out and in, all copies that are there at once. A binary of its
//! own: it counts what the whole process allocates.

#[allow(dead_code, unused_imports)] // more than is needed here
#[path = "all/common/mod.rs"]
mod common;

use common::{Message, RECEIVER, StaticDirectory, http, keys, listed, now, trust};
use peak_alloc::PeakAlloc;
use peppol_as4::{As4AccessPoint, As4Receiver, Sending};
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    ports::AccessPoint,
    sending::Submission,
};
use std::time::Duration;
use testkit::{build::id, peppol::participant, sends::send};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const SIZE: usize = 5 * 1024 * 1024;

/// The most that may be there at once, with the document itself.
const MOST: usize = 4 * SIZE;

/// An invoice with a long note, which does not compress, or does.
fn document(is_noise: bool) -> Vec<u8> {
    with_a_note(SIZE, is_noise)
}

/// The same of so many bytes.
fn with_a_note(size: usize, is_noise: bool) -> Vec<u8> {
    let text = fixtures::text("documents/ubl/invoice.xml");
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut state = 88_172_645_463_325_252_u64;
    let mut letter = |place: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = if is_noise { state as usize } else { place };
        char::from(letters[at % letters.len()])
    };
    let note: String = (0..size - text.len() - 32).map(&mut letter).collect();
    text.replacen("<cbc:ID>", &format!("<cbc:Note>{note}</cbc:Note><cbc:ID>"), 1).into_bytes()
}

/// The most that was there while something was done, beyond what was there before.
async fn most<T>(work: impl Future<Output = T>) -> (usize, T) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let done = work.await;
    (MEMORY.peak_usage().saturating_sub(before), done)
}

/// Reads what is posted, keeps nothing of it and refuses it: its address, and how many bytes it read in the end.
async fn abyss() -> (String, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let reading = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a caller");
        let mut buffer = vec![0; 16 * 1024];
        let (mut head, mut missing, mut all) = (Vec::new(), None::<usize>, 0);
        while missing != Some(0) {
            let count = stream.read(&mut buffer).await.expect("bytes");
            assert!(count > 0, "all of it comes");
            all += count;
            match &mut missing {
                Some(missing) => *missing -= count,
                None => {
                    head.extend_from_slice(&buffer[..count]);
                    missing = still_missing(&head);
                }
            }
        }
        let answer = "HTTP/1.1 404 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        stream.write_all(answer.as_bytes()).await.expect("written");
        all
    });
    (format!("http://127.0.0.1:{port}/as4"), reading)
}

/// How much of a body is still to come, when its head is there.
fn still_missing(begin: &[u8]) -> Option<usize> {
    let end = begin.windows(4).position(|bytes| bytes == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&begin[..end]).to_ascii_lowercase();
    let length = head.split_once("content-length: ")?.1;
    let length: usize = length.split_once('\r')?.0.parse().ok()?;
    Some(length - (begin.len() - end))
}

/// The memory that sending takes, and how many bytes went out.
async fn sending(document: &[u8]) -> (usize, usize) {
    let (url, reading) = abyss().await;
    let entries = [(participant(RECEIVER), Ok(listed(&url, "ap2")))];
    let directory = StaticDirectory(entries.into_iter().collect());
    let sending = Sending { country: "SK".to_owned(), asks_for_status: true };
    let point = As4AccessPoint::new(directory, now, http(), keys(&["ap1"]), trust(), sending);
    let submission = Submission { receiver: participant(RECEIVER), ..send().submission };
    let (most, answer) = most(point.deliver(&submission.message(), document)).await;
    answer.expect_err("it is refused");
    let posted = timeout(Duration::from_secs(10), reading).await;
    (document.len() + most, posted.expect("nothing was sent, or not all of it").expect("read"))
}

/// From the bytes that are posted to what the store is given.
async fn receiving(document: Vec<u8>) -> usize {
    let length = document.len();
    let sealed = Message { document, ..Message::default() }.sealed();
    let posted = sealed.body.len();
    let receiver = As4Receiver::new(Network::Test, now, keys(&["ap2"]), trust());
    let taken = async {
        let opened = receiver.open(&sealed.content_type, sealed.body).await.expect("opened");
        let received = opened.document.received(ReceivedId(id()), now());
        (opened, received)
    };
    let (most, (_, received)) = most(taken).await;
    assert!(received.bytes.len() > length - 1024, "it is all there");
    assert!(received.record.number.is_some() && received.record.total.is_some(), "it was read");
    posted + most
}

/// An invoice with lines, of about so many bytes.
fn with_lines(size: usize) -> Vec<u8> {
    let text = fixtures::text("documents/ubl/invoice.xml");
    let close = "</cac:InvoiceLine>";
    let begin = text.find("<cac:InvoiceLine>").expect("a line");
    let end = begin + text[begin..].find(close).expect("its end") + close.len();
    let line = &text[begin..end];
    let count = (size - text.len()) / line.len();
    let lines: String = (0..count).map(|n| line.replace(">10<", &format!(">{n}<"))).collect();
    [&text[..end], &lines, &text[end..]].concat().into_bytes()
}

/// Documents that come at the same time, their bytes, and what may be allocated for all of them, with what was posted.
const AT_ONCE: usize = 4;
const LARGE: usize = 18 * 1024 * 1024;
const MOST_AT_ONCE: usize = 128 * 1024 * 1024;

/// Several at once, from what is posted to what the store is given, of which nothing is let go. Nobody makes them wait.
async fn receiving_at_once() -> usize {
    let sealed: Vec<_> = (0..AT_ONCE)
        .map(|_| Message { document: with_a_note(LARGE, false), ..Message::default() }.sealed())
        .collect();
    let posted: usize = sealed.iter().map(|one| one.body.len()).sum();
    let receiver = As4Receiver::new(Network::Test, now, keys(&["ap2"]), trust());
    let taken = sealed.into_iter().map(|one| {
        let receiver = receiver.clone();
        tokio::spawn(async move {
            let opened = receiver.open(&one.content_type, one.body).await.expect("opened");
            let received = opened.document.received(ReceivedId(id()), now());
            (opened, received)
        })
    });
    let taken: Vec<_> = taken.collect();
    let (most, kept) = most(async {
        let mut kept = Vec::new();
        for one in taken {
            kept.push(one.await.expect("no panic"));
        }
        kept
    })
    .await;
    assert!(kept.iter().all(|(_, one)| one.bytes.len() > LARGE - 1024), "they are all there");
    posted + most
}

#[tokio::test]
async fn five_megabytes_take_less_than_four_times_their_size() {
    let (small, large) = (with_lines(SIZE / 5), with_lines(SIZE));
    let small = receiving(small).await;
    let large = receiving(large).await;
    eprintln!("of lines, {} MiB received with {small} bytes, 5 MiB with {large}", (SIZE / 5) >> 20);
    // bytes, not time: what grows faster than the document would be more here
    assert!(large < MOST && large < small * 11 / 2, "{small} bytes, then {large}");
    for is_noise in [true, false] {
        let document = document(is_noise);
        let (sent, posted) = sending(&document).await;
        // 64 letters are packed into six bits each, those in order into nearly nothing
        assert!(!is_noise || posted > SIZE / 2, "{posted} bytes were posted");
        let received = receiving(document).await;
        eprintln!("noise: {is_noise}, sent with {sent} bytes, received with {received}");
        assert!(sent < MOST && received < MOST, "{sent} and {received} of {MOST} bytes");
        assert!(is_noise || received < SIZE * 3 / 2, "a document is held once: {received} bytes");
    }
    let at_once = receiving_at_once().await;
    eprintln!("{AT_ONCE} of 18 MiB received at once with {at_once} bytes");
    assert!(at_once < MOST_AT_ONCE, "{at_once} of {MOST_AT_ONCE} bytes");
}
