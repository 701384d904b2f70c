//! An access point of somebody else, as the tax authority's or that of who gets reports: it keeps whatever is sent to it.

use crate::sending::as4::{TODAY, keys, trust};
use peppol_as4::{Answer, As4Receiver};
use peppol_connector::{
    identifiers::{MessageId, Network},
    inbox::Arrival,
};
use std::sync::{Arc, Mutex};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A document, by what its sender calls its message, with the receipt that was given for it first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    message: MessageId,
    pub document: String,
    pub receipt: Vec<u8>,
}

/// It signs with the keys of `ap2`, and is gone on drop.
pub struct StandIn {
    pub base_url: String,
    kept: Arc<Mutex<Vec<Kept>>>,
    task: tokio::task::JoinHandle<()>,
}

impl StandIn {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base_url = format!("http://{}", listener.local_addr().expect("an address"));
        let now = || OffsetDateTime::parse(TODAY, &Rfc3339).expect("a day");
        let receiver = As4Receiver::new(Network::Test, now, keys("ap2"), trust());
        let kept = Arc::new(Mutex::default());
        let of_task = Arc::clone(&kept);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, receiver.clone(), Arc::clone(&of_task)));
            }
        });
        Self { base_url, kept, task }
    }

    /// What has arrived, each once.
    pub fn kept(&self) -> Vec<Kept> {
        self.kept.lock().expect("what is kept").clone()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, receiver: As4Receiver, kept: Arc<Mutex<Vec<Kept>>>) {
    let Some((content_type, body)) = read(&mut stream).await else { return };
    let opened = receiver.open(&content_type, body).await.expect("a message");
    let new = Kept {
        message: opened.document.message_id,
        document: String::from_utf8(opened.document.document.to_vec()).expect("text"),
        receipt: opened.document.receipt.to_vec(),
    };
    let arrival = {
        let mut kept = kept.lock().expect("what is kept");
        match kept.iter().find(|one| one.message == new.message) {
            Some(first) => Arrival::Repeated {
                transaction_id: opened.document.transaction_id.clone(),
                evidence: first.receipt.clone(),
                same_document: first.document == new.document,
            },
            None => {
                kept.push(new);
                Arrival::Kept
            }
        }
    };
    let Answer { status, body } = opened.answer(arrival).expect("a receipt");
    let head = format!(
        "HTTP/1.1 {status} OK\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        Answer::CONTENT_TYPE,
        body.len()
    );
    // who does not wait for the answer has it the next time
    let _ = stream.write_all(&[head.as_bytes(), &body].concat()).await;
    let _ = stream.shutdown().await;
}

/// Type and body of a request. `None` when it broke off.
async fn read(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|end| end == b"\r\n\r\n") {
            break at + 4;
        }
        (stream.read_buf(&mut bytes).await.ok()? > 0).then_some(())?;
    };
    let head = String::from_utf8(bytes[..end].to_vec()).expect("a head in ASCII");
    let header = |name: &str| {
        head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let length: usize = header("content-length")?.parse().expect("a length");
    while bytes.len() < end + length {
        (stream.read_buf(&mut bytes).await.ok()? > 0).then_some(())?;
    }
    Some((header("content-type")?, bytes.split_off(end)))
}
