//! As much of HTTP as a server on this machine needs: one request for a connection, without TLS. HTTP/1.0, so that
//! bodies end with the connection and come in no chunks.

use oauth2::{
    HttpRequest, HttpResponse,
    http::{Request, Response},
};
use std::{
    io::{self, Read, Write},
    net::TcpStream,
    time::Duration,
};

pub fn get(url: &str, headers: &[(&str, &str)]) -> io::Result<HttpResponse> {
    request("GET", url, headers, String::new())
}

pub fn post(url: &str, headers: &[(&str, &str)], body: String) -> io::Result<HttpResponse> {
    request("POST", url, headers, body)
}

fn request(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: String,
) -> io::Result<HttpResponse> {
    let mut request = Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(request.body(body.into_bytes()).map_err(io::Error::other)?)
}

/// The client of the crate `oauth2`.
pub fn send(request: HttpRequest) -> io::Result<HttpResponse> {
    let (parts, body) = request.into_parts();
    let place = parts.uri.authority().ok_or_else(|| io::Error::other("no host"))?;
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut head = format!(
        "{} {path} HTTP/1.0\r\nHost: {place}\r\nContent-Length: {}\r\n",
        parts.method,
        body.len()
    );
    for (name, value) in &parts.headers {
        head += &format!("{name}: {}\r\n", value.to_str().map_err(io::Error::other)?);
    }
    let mut stream = TcpStream::connect(place.as_str())?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.write_all(&[head.as_bytes(), b"\r\n", &body].concat())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    read(&answer).ok_or_else(|| io::Error::other(String::from_utf8_lossy(&answer).into_owned()))
}

fn read(answer: &[u8]) -> Option<HttpResponse> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let mut lines = std::str::from_utf8(&answer[..end]).ok()?.split("\r\n");
    let status: u16 = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let mut response = Response::builder().status(status);
    for line in lines {
        let (name, value) = line.split_once(':')?;
        response = response.header(name, value.trim());
    }
    response.body(answer[end + 4..].to_vec()).ok()
}
