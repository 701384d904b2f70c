//! Receivers on real sockets, and signed deliveries to them.

use access::OrganizationId;
use events::{Body, EventName};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_http::{Addresses, HttpSender, Names, Settings};
use webhooks::{
    Delivery, DeliveryId, EndpointId,
    deliveries::Kind,
    endpoints::{AddressPolicy, EndpointUrl, Secret, Secrets},
    signing::SignedRequest,
};

/// The authority that tests trust.
pub fn authority() -> Vec<u8> {
    fixtures::bytes("tls/ca.pem")
}

pub trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// A request as it came in.
#[derive(Debug, Clone)]
pub struct Received {
    pub line: String,
    /// Names as they were spelt.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(it, _)| it.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

pub struct Server {
    pub port: u16,
    pub received: Receiver<Received>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    /// Speaks to each connection on a thread of its own.
    fn accept(speak: impl Fn(TcpStream, &Sender<Received>) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (requests, received) = channel();
        let connections = Arc::new(AtomicUsize::new(0));
        let (counter, speak) = (connections.clone(), Arc::new(speak));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                counter.fetch_add(1, Ordering::SeqCst);
                let (speak, requests) = (speak.clone(), requests.clone());
                thread::spawn(move || speak(stream, &requests));
            }
        });
        Self { port, received, connections }
    }

    /// Answers each request; the connection is kept while `answer` says so.
    pub fn new(answer: impl Fn(&mut dyn Stream) -> bool + Send + Sync + 'static) -> Self {
        Self::accept(move |mut stream, requests| serve(&mut stream, requests, &answer))
    }

    /// The same over TLS.
    pub fn tls(answer: impl Fn(&mut dyn Stream) -> bool + Send + Sync + 'static) -> Self {
        let config = tls_config();
        Self::accept(move |stream, requests| {
            let session = rustls::ServerConnection::new(config.clone()).expect("a session");
            serve(&mut rustls::StreamOwned::new(session, stream), requests, &answer);
        })
    }

    /// Does as it likes with a connection, before any request is read.
    pub fn raw(speak: impl Fn(&mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::accept(move |mut stream, _| speak(&mut stream))
    }

    pub fn http(&self) -> String {
        format!("http://127.0.0.1:{}/hook?a=b%20c", self.port)
    }

    pub fn https(&self) -> String {
        format!("https://localhost:{}/hook", self.port)
    }

    /// Connections so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

fn serve(
    stream: &mut dyn Stream,
    requests: &Sender<Received>,
    answer: &dyn Fn(&mut dyn Stream) -> bool,
) {
    while let Some(request) = read_request(stream) {
        let _ = requests.send(request);
        if !answer(stream) {
            return;
        }
    }
}

fn read_request(stream: &mut dyn Stream) -> Option<Received> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        more(stream, &mut bytes)?;
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let (line, lines) = head.split_once("\r\n")?;
    let header = |line: &str| line.split_once(": ").map(|(n, v)| (n.to_owned(), v.to_owned()));
    let headers = lines.split("\r\n").map(header).collect::<Option<Vec<_>>>()?;
    let mut request = Received { line: line.to_owned(), headers, body: Vec::new() };
    let length: usize = request.header("content-length")?.parse().ok()?;
    while bytes.len() < end + 4 + length {
        more(stream, &mut bytes)?;
    }
    request.body = bytes.split_off(end + 4);
    Some(request)
}

fn more(stream: &mut dyn Stream, bytes: &mut Vec<u8>) -> Option<()> {
    let mut buffer = [0; 4096];
    let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
    bytes.extend_from_slice(&buffer[..read]);
    Some(())
}

fn tls_config() -> Arc<rustls::ServerConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let certificate = fixtures::bytes("tls/server.pem");
    let chain = CertificateDer::pem_slice_iter(&certificate).collect::<Result<_, _>>();
    let key = PrivateKeyDer::from_pem_slice(&fixtures::bytes("tls/server.key")).expect("a key");
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain.expect("a chain"), key);
    Arc::new(config.expect("a configuration"))
}

/// A whole answer on a connection that stays open.
pub fn respond(stream: &mut dyn Stream, status: &str, headers: &str, body: &[u8]) -> bool {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n");
    send(stream, head.as_bytes()) && send(stream, body)
}

pub fn send(stream: &mut dyn Stream, bytes: &[u8]) -> bool {
    stream.write_all(bytes).and_then(|()| stream.flush()).is_ok()
}

pub fn ok(stream: &mut dyn Stream) -> bool {
    respond(stream, "200 OK", "", b"thank you")
}

/// To this machine, with little patience, trusting the tests' authority.
pub fn settings() -> Settings {
    let (timeout, extra_roots) = (Duration::from_millis(1_500), authority());
    Settings { timeout, extra_roots, ..Settings::new(AddressPolicy::AndLoopback) }
}

pub fn sender() -> HttpSender {
    HttpSender::new(settings()).expect("a sender")
}

pub fn secret() -> Secret {
    Secret::from_random([7; 32])
}

/// White space, letters beyond ASCII and a zero byte's escape: nothing of it may change.
pub const BODY: &str = "{ \"event\":\"invoice.paid\",\t\"name\" : \"Ľubomír Šťastný\\u0000\" }\n ";

/// A delivery that is signed now. The URL is taken as a store would have kept it.
pub fn request(url: &str) -> SignedRequest {
    let now = OffsetDateTime::now_utc();
    let id = |number| Uuid::from_u128(number);
    let (organization, endpoint) = (OrganizationId(id(1)), EndpointId(id(2)));
    let event = EventName::InvoicePaid;
    let delivery =
        Delivery::new(DeliveryId(id(3)), organization, endpoint, event, Kind::Event, now);
    let url = EndpointUrl::stored(url.to_owned()).expect("a URL");
    let body = Body::stored(BODY.to_owned());
    SignedRequest::new(&delivery, url, &Secrets::new(secret()), body, now)
}

/// Names whose addresses change with each look-up; the last answer stays.
pub struct Script {
    answers: Mutex<Vec<Vec<&'static str>>>,
    asked: AtomicUsize,
}

impl Script {
    pub fn new(answers: &[&[&'static str]]) -> Arc<Self> {
        let answers = answers.iter().rev().map(|answer| answer.to_vec()).collect();
        Arc::new(Self { answers: Mutex::new(answers), asked: AtomicUsize::new(0) })
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub fn sender(self: &Arc<Self>, reach: AddressPolicy) -> HttpSender {
        HttpSender::new(Settings { reach, names: self.clone(), ..settings() }).expect("a sender")
    }
}

impl Names for Script {
    fn addresses(&self, _host: &str) -> Addresses {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let mut answers = self.answers.lock().expect("no panic");
        let answer = if answers.len() > 1 { answers.pop() } else { answers.first().cloned() };
        let addresses = answer.unwrap_or_default();
        let addresses = addresses.iter().map(|it| it.parse().expect("an address")).collect();
        Box::pin(async move { Ok(addresses) })
    }
}
