//! A server that reads requests and answers what the test says.

use access::Tier;
use accounting_export::{Direction, DocumentId, Entry, EntryKind, Firm, Partner, VatLine};
use accounting_http::{HttpPrograms, Settings};
use accounting_programs::{
    Account, Contact, Content, Document, Link, LinkId, LinkSettings, PostingId, ProgramKind,
    ProgramSecret, ProgramUrl,
};
use money::{Currency, Decimal};
use network_addresses::AddressPolicy;
use rust_decimal::dec;
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::Duration,
};
use time::{OffsetDateTime, macros::date};
use uuid::Uuid;

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

/// A link to a program at this address.
pub fn link(kind: ProgramKind, url: &str) -> Link {
    let settings = LinkSettings { user: Some("a+b@c.sk".into()), ..LinkSettings::default() };
    Link {
        id: LinkId(Uuid::from_u128(9)),
        tier: Tier::Test,
        kind,
        url: Some(ProgramUrl::stored(url.to_owned()).expect("an address")),
        settings,
        from_date: date!(2026 - 11 - 01),
        contact: Contact::default(),
        version: 1,
        created_at: OffsetDateTime::UNIX_EPOCH,
    }
}

/// A program to call, with a secret beyond ASCII.
pub fn account(link: &Link) -> Account<'_> {
    static SECRET: std::sync::OnceLock<ProgramSecret> = std::sync::OnceLock::new();
    let secret = SECRET.get_or_init(|| ProgramSecret::new("tajné heslo".into()));
    Account { link, secret, firm: firm(), request: Uuid::from_u128(77) }
}

fn firm() -> &'static Firm {
    static FIRM: std::sync::OnceLock<Firm> = std::sync::OnceLock::new();
    FIRM.get_or_init(|| Firm {
        ico: "12345678".into(),
        country: "SK".into(),
        currency: Currency::Eur.into(),
    })
}

/// Invoices with growing ids.
pub fn documents(count: u128) -> Vec<Document> {
    (1..=count).map(document).collect()
}

fn document(n: u128) -> Document {
    let entry = Entry {
        id: DocumentId(Uuid::from_u128(n)),
        direction: Direction::Issued,
        kind: EntryKind::Invoice,
        number: format!("FA{n}"),
        variable_symbol: Some(n.to_string()),
        issue_date: date!(2026 - 11 - 02),
        tax_date: date!(2026 - 11 - 02),
        due_date: None,
        partner: Partner { name: "Žltá".into(), country: "SK".into(), ..Partner::default() },
        currency: Currency::Eur.into(),
        exchange_rate: None,
        vat: vec![VatLine { category: "S".into(), rate: dec!(23), base: dec!(100), tax: dec!(23) }],
        net: dec!(100),
        tax: dec!(23),
        total: dec!(123),
        rounding: Decimal::ZERO,
        outstanding: dec!(123),
        accounting_vat: None,
        status: "issued",
    };
    let external_id = Uuid::from_u128(n + 100).to_string();
    let posting = PostingId(Uuid::from_u128(n));
    Document { posting, external_id, content: Content::Invoice(Box::new(entry)) }
}
