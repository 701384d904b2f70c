//! An HTTP server on a real socket: one request a connection.

use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What was posted.
#[derive(Debug, Clone)]
pub struct Posted {
    pub content_type: String,
    pub body: Vec<u8>,
}

/// The bytes of an answer, with its head; none hangs up.
pub type Reply = Option<Vec<u8>>;

pub struct Server {
    pub url: String,
}

impl Server {
    /// Answers each request with what `answer` makes of it.
    pub async fn new<F, W>(answer: F) -> Self
    where
        F: Fn(Posted) -> W + Send + Sync + 'static,
        W: Future<Output = Reply> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let answer = Arc::new(answer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let answer = Arc::clone(&answer);
                tokio::spawn(async move { serve(stream, &*answer).await });
            }
        });
        Self { url: format!("http://127.0.0.1:{port}/as4") }
    }

    /// An answer of HTTP.
    pub fn reply(status: u16, content_type: &str, body: &[u8]) -> Reply {
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            body.len()
        );
        Some([head.as_bytes(), body].concat())
    }
}

async fn serve<F, W>(mut stream: TcpStream, answer: &F)
where
    F: Fn(Posted) -> W,
    W: Future<Output = Reply>,
{
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let header = |name: &str| {
        let found = head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        });
        found.unwrap_or_default()
    };
    let length: usize = header("content-length").parse().unwrap_or(0);
    while bytes.len() < head_end + length {
        if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let posted = Posted { content_type: header("content-type"), body: bytes.split_off(head_end) };
    if let Some(reply) = answer(posted).await {
        let _ = stream.write_all(&reply).await;
        let _ = stream.shutdown().await;
    }
}
