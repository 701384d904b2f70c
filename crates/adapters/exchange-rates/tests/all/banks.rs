//! A server on a real socket, in the place of the banks.

use exchange_rates::{CentralBankClient, Settings};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

pub static DAILY: LazyLock<String> = LazyLock::new(|| fixtures::text("rates/eurofxref-daily.xml"));
pub static NINETY: LazyLock<String> =
    LazyLock::new(|| fixtures::text("rates/eurofxref-hist-90d.xml"));
pub static HISTORY: LazyLock<String> = LazyLock::new(|| fixtures::text("rates/eurofxref-hist.xml"));
pub static CNB: LazyLock<String> = LazyLock::new(|| fixtures::text("rates/denni_kurz.txt"));

/// A server that hands each connection and its request target to `answer`; gives its address
/// and the targets asked for.
pub fn server(
    answer: impl Fn(&str, &mut TcpStream) + Send + 'static,
) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (asked, targets) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let Some(target) = request_target(&mut stream) else { continue };
            let _ = asked.send(target.clone());
            answer(&target, &mut stream);
        }
    });
    (address, targets)
}

fn request_target(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    let mut buffer = [0; 1024];
    while !request.windows(4).any(|window| window == b"\r\n\r\n") {
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        request.extend_from_slice(&buffer[..read]);
    }
    let head = String::from_utf8_lossy(&request);
    head.split(' ').nth(1).map(str::to_owned)
}

pub fn respond(stream: &mut TcpStream, status: &str, headers: &str, body: &[u8]) {
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

pub fn banks(target: &str, stream: &mut TcpStream) {
    let body = match target {
        "/ecb/eurofxref-daily.xml" => &**DAILY,
        "/ecb/eurofxref-hist-90d.xml" => &**NINETY,
        "/ecb/eurofxref-hist.xml" => &**HISTORY,
        "/cnb/denni_kurz.txt?date=22.11.2026" => &**CNB,
        _ => return respond(stream, "404 Not Found", "", b"nothing here"),
    };
    respond(stream, "200 OK", "", body.as_bytes());
}

pub fn settings(address: &str) -> Settings {
    let at = |bank: &str| format!("{address}/{bank}/");
    let mut settings = Settings::at(Some(&at("ecb")), Some(&at("cnb"))).expect("addresses");
    settings.timeout = Duration::from_millis(1_500);
    settings
}

pub fn client(address: &str) -> CentralBankClient {
    CentralBankClient::new(settings(address)).expect("a client")
}
