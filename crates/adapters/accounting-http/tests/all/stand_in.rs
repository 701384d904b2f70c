//! A server that reads requests and answers what the test says.

use accounting_http::{HttpPrograms, Settings};
use network_addresses::AddressPolicy;
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::Duration,
};

/// How long a call may take in tests.
pub const LIMIT: Duration = Duration::from_millis(1_500);

/// What is answered to a request: the bytes of the whole answer. None: nothing, and the connection stays open.
type Script = Arc<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// A server on this machine.
pub struct StandIn {
    pub url: String,
    /// The requests so far, head and body.
    pub requests: Arc<Mutex<Vec<String>>>,
}

impl StandIn {
    /// One that answers each request by `script`, then closes the connection.
    pub fn new(script: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (script, kept): (Script, _) = (Arc::new(script), Arc::clone(&requests));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, kept) = (Arc::clone(&script), Arc::clone(&kept));
                std::thread::spawn(move || serve(stream, &script, &kept));
            }
        });
        Self { url, requests }
    }

    pub fn asked(&self) -> Vec<String> {
        self.requests.lock().expect("requests").clone()
    }
}

fn serve(mut stream: TcpStream, script: &Script, kept: &Mutex<Vec<String>>) {
    let Some(request) = read(&mut stream) else { return };
    kept.lock().expect("requests").push(request.clone());
    match script(&request) {
        Some(answer) => {
            let _ = stream.write_all(&answer);
        }
        None => std::thread::sleep(LIMIT * 3),
    }
}

/// Head and body of a request.
fn read(stream: &mut TcpStream) -> Option<String> {
    let (mut all, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&all).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        let count = stream.read(&mut chunk).ok().filter(|count| *count > 0)?;
        all.extend_from_slice(&chunk[..count]);
    }
}

/// An answer with this status and body.
pub fn answer(status: &str, body: &[u8]) -> Option<Vec<u8>> {
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    Some([head.as_bytes(), body].concat())
}

pub fn programs() -> HttpPrograms {
    HttpPrograms::new(Settings::new(AddressPolicy::AndLoopback, LIMIT)).expect("a client")
}
