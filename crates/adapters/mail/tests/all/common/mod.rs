//! A mail server on a real socket that answers as a test wants, and what it took.

use mail::{Mail, Settings};
use notifications::{Address, DedupKey, Message, Subject, Text};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// The authority that tests trust.
pub fn authority() -> Vec<u8> {
    fixtures::bytes("tls/ca.pem")
}

/// What a session came to.
#[derive(Debug, Default, Clone)]
pub struct Session {
    /// All commands, in order.
    pub commands: Vec<String>,
    /// The messages, without the dots that SMTP adds.
    pub messages: Vec<Vec<u8>>,
    /// Whether TLS was on when the last message came.
    pub encrypted: bool,
}

impl Session {
    pub fn verbs(&self) -> Vec<&str> {
        self.commands.iter().filter_map(|it| it.split([' ', ':']).next()).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tls {
    None,
    Offered,
    Wrapped,
}

pub struct MailServer {
    pub port: u16,
    pub sessions: Receiver<Session>,
}

/// Replies to be given instead of the usual ones: to `GREETING`, to a verb, to `.` after a message.
/// An empty one closes the connection.
pub type Replies = &'static [(&'static str, &'static str)];

impl MailServer {
    pub fn new(tls: Tls, replies: Replies) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (ended, sessions) = channel();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let ended = ended.clone();
                thread::spawn(move || speak(stream, tls, replies, &ended));
            }
        });
        Self { port, sessions }
    }

    pub fn session(&self) -> Session {
        self.sessions.recv_timeout(Duration::from_secs(5)).expect("a session")
    }
}

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

fn speak(stream: TcpStream, tls: Tls, replies: Replies, ended: &Sender<Session>) {
    let mut session = Session::default();
    let twin = stream.try_clone().expect("a twin");
    if tls == Tls::Wrapped {
        session.encrypted = true;
        converse(&mut encrypted(stream), tls, replies, &mut session, true);
    } else {
        let mut plain = stream;
        if converse(&mut plain, tls, replies, &mut session, true) {
            session.encrypted = true;
            converse(&mut encrypted(twin), Tls::Wrapped, replies, &mut session, false);
        }
    }
    let _ = ended.send(session);
}

fn encrypted(stream: TcpStream) -> impl Stream {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let certificate = fixtures::bytes("tls/server.pem");
    let chain = CertificateDer::pem_slice_iter(&certificate).collect::<Result<_, _>>();
    let key = PrivateKeyDer::from_pem_slice(&fixtures::bytes("tls/server.key")).expect("a key");
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain.expect("a chain"), key)
        .expect("a configuration");
    let session = rustls::ServerConnection::new(Arc::new(config)).expect("a session");
    rustls::StreamOwned::new(session, stream)
}

/// Answers until the other side ends, or (true) wants TLS.
fn converse(
    stream: &mut dyn Stream,
    tls: Tls,
    replies: Replies,
    session: &mut Session,
    greet: bool,
) -> bool {
    let special = |to: &str| replies.iter().find(|(it, _)| *it == to).map(|(_, reply)| *reply);
    let reply = |stream: &mut dyn Stream, to: &str, usual: &str| {
        let text = special(to).unwrap_or(usual);
        !text.is_empty() && write!(stream, "{text}\r\n").and_then(|()| stream.flush()).is_ok()
    };
    if greet && !reply(stream, "GREETING", "220 mail.example.com ESMTP") {
        return false;
    }
    while let Some(command) = line(stream) {
        let verb = command.split([' ', ':']).next().unwrap_or_default().to_owned();
        session.commands.push(command);
        let capabilities = if tls == Tls::Offered {
            "250-mail.example.com\r\n250-STARTTLS\r\n250 AUTH PLAIN"
        } else {
            "250-mail.example.com\r\n250 AUTH PLAIN"
        };
        let usual = match verb.as_str() {
            "EHLO" => capabilities,
            "STARTTLS" => "220 go on",
            "AUTH" => "235 welcome",
            "DATA" => "354 go on",
            "QUIT" => "221 good bye",
            _ => "250 good",
        };
        if !reply(stream, &verb, usual) || verb == "QUIT" {
            return false;
        }
        if verb == "STARTTLS" {
            return true;
        }
        if verb == "DATA" && special("DATA").is_none() {
            let Some(message) = message(stream) else { return false };
            session.messages.push(message);
            if !reply(stream, ".", "250 taken") {
                return false;
            }
        }
    }
    false
}

fn line(stream: &mut dyn Stream) -> Option<String> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n") {
        let mut byte = [0];
        stream.read(&mut byte).ok().filter(|read| *read > 0)?;
        bytes.push(byte[0]);
    }
    String::from_utf8(bytes).ok().map(|it| it.trim_end_matches("\r\n").to_owned())
}

fn message(stream: &mut dyn Stream) -> Option<Vec<u8>> {
    let mut message = Vec::new();
    loop {
        let line = line(stream)?;
        if line == "." {
            return Some(message);
        }
        message.extend_from_slice(line.strip_prefix('.').unwrap_or(&line).as_bytes());
        message.extend_from_slice(b"\r\n");
    }
}

pub const SUBJECT: &str = "Potvrďte elektronické faktúry: Ľubomír Šťastný & synovia, s. r. o. 💌";

/// Non-ASCII, a line of dots, a line that is longer than SMTP allows, an empty end.
pub fn text() -> String {
    format!("Dobrý deň,\n\n.\n..bodky\nľščťžýáíé = €\n{}\n\tkoniec", "ž".repeat(1_500))
}

pub fn message_of(key: &str) -> Message {
    Message {
        to: Address::parse("o'jozef+mak@example.sk").expect("an address"),
        subject: Subject::new(SUBJECT).expect("a subject"),
        text: Text::new(&text()).expect("a text"),
        reply_to: None,
        html: None,
        files: Vec::new(),
        key: DedupKey::parse(key).expect("a key"),
    }
}

pub fn settings(url: &str) -> Settings {
    let from = "Účtovníctvo Billhook <noreply@billhook.example.com>";
    let settings = Settings::new(url.parse().expect("a URL"), from.parse().expect("a sender"));
    Settings { timeout: Duration::from_secs(2), extra_roots: authority(), ..settings }
}

pub fn mail(url: &str) -> Mail {
    Mail::new(settings(url)).expect("mail")
}

/// Reads a message with another's parser, and holds all that must be true of it.
pub fn assert_as_written(bytes: &[u8], key: &str) {
    use mailparse::MailHeaderMap;
    assert!(bytes.is_ascii(), "8-bit bytes");
    let lines: Vec<_> = bytes.split(|b| *b == b'\n').collect();
    let (last, lines) = lines.split_last().expect("lines");
    assert!(lines.iter().all(|line| line.ends_with(b"\r")), "a bare line feed");
    assert!(lines.iter().chain([last]).all(|line| line.len() <= 999), "a line is too long");
    let mail = mailparse::parse_mail(bytes).expect("a message");
    let header = |name| mail.headers.get_all_values(name);
    assert_eq!(header("Subject"), [SUBJECT]);
    assert_eq!(header("To"), ["o'jozef+mak@example.sk"]);
    let from = mailparse::addrparse_header(mail.headers.get_first_header("From").expect("From"));
    let from = from.expect("addresses").extract_single_info().expect("one");
    assert_eq!(from.display_name.as_deref(), Some("Účtovníctvo Billhook"));
    assert_eq!(from.addr, "noreply@billhook.example.com");
    assert_eq!(header("Message-ID"), [format!("<{key}@billhook.example.com>")]);
    assert_eq!(header("Auto-Submitted"), ["auto-generated"]);
    assert_eq!(header("MIME-Version"), ["1.0"]);
    assert_eq!(header("Date").len(), 1);
    assert!(mailparse::dateparse(&header("Date")[0]).is_ok());
    assert!(header("Bcc").is_empty() && header("Cc").is_empty());
    assert_eq!(mail.ctype.mimetype, "text/plain");
    let body = mail.get_body().expect("a body").replace("\r\n", "\n");
    assert_eq!(body.trim_end_matches('\n'), text());
}
