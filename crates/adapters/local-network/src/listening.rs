//! A server that asks for a certificate: TLS, and one request a connection.

use crate::smp::acceptor_for;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;

/// The largest body: a page of a list, many times over.
const LARGEST: usize = 16 << 20;

/// Answers requests at a free port of this machine, which it returns: status and XML for head and body. It shows this
/// certificate for `localhost`, and hears who shows one of this authority (all PEM).
///
/// # Errors
/// No port, or no certificates.
pub async fn listen<A>(
    (certificate, key): (&str, &str),
    callers: &str,
    answer: A,
) -> io::Result<u16>
where
    A: Fn(&str, &[u8]) -> (u16, Vec<u8>) + Clone + Send + Sync + 'static,
{
    let acceptor = acceptor_for(certificate, key, Some(callers)).map_err(io::Error::other)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, answer) = (acceptor.clone(), answer.clone());
            tokio::spawn(async move {
                if let Ok(stream) = acceptor.accept(stream).await {
                    serve(stream, answer).await;
                }
            });
        }
    });
    Ok(port)
}

/// The value of a header.
#[must_use]
pub fn header(head: &str, name: &str) -> Option<String> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let mut found = lines.filter(|(own, _)| own.eq_ignore_ascii_case(name));
    found.next().map(|(_, value)| value.strip_prefix(' ').unwrap_or(value).to_owned())
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    answer: impl Fn(&str, &[u8]) -> (u16, Vec<u8>),
) {
    let Some(head) = head_of(&mut stream).await else { return };
    let length = header(&head, "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    if length > LARGEST {
        return;
    }
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).await.is_err() {
        return;
    }
    let (status, answer) = answer(&head, &body);
    let length = answer.len();
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&answer).await;
    let _ = stream.shutdown().await;
}

/// What a request begins with; nothing of one that breaks off.
async fn head_of(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    String::from_utf8(head).ok()
}
