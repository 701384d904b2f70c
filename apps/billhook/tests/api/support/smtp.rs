//! A mail server on a real socket that keeps what it takes.

use mailparse::{MailHeaderMap, ParsedMail, parse_mail};
use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// Mail to this address is refused for good.
pub const NO_MAILBOX: &str = "neexistuje@zakaznik.example";

/// A mail server; its thread ends with the test's process.
pub struct MailSink {
    port: u16,
    taken: Arc<Mutex<Vec<Vec<u8>>>>,
}

/// A file of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailPart {
    pub media_type: String,
    pub name: String,
    pub content: Vec<u8>,
}

/// A message as another's parser reads it.
#[derive(Debug, Clone)]
pub struct TakenMail {
    pub to: String,
    pub reply_to: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// What makes it one and the same, however often it is sent.
    pub id: String,
    pub files: Vec<MailPart>,
}

impl MailSink {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let taken = Arc::<Mutex<Vec<Vec<u8>>>>::default();
        let kept = Arc::clone(&taken);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                thread::spawn(move || converse(stream, &kept));
            }
        });
        Self { port, taken }
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// What was taken so far.
    pub fn mails(&self) -> Vec<TakenMail> {
        let taken = self.taken.lock().expect("no panic");
        taken.iter().map(|bytes| TakenMail::read(bytes)).collect()
    }
}

/// Answers until the other side ends.
fn converse(stream: TcpStream, taken: &Mutex<Vec<Vec<u8>>>) -> Option<()> {
    let mut writer = stream.try_clone().ok()?;
    let mut reader = BufReader::new(stream);
    let mut say = |text: &str| writer.write_all(format!("{text}\r\n").as_bytes()).ok();
    say("220 mail.example ESMTP")?;
    loop {
        let command = line(&mut reader)?;
        match command.split([' ', ':']).next()? {
            "EHLO" => say("250 mail.example")?,
            "RCPT" if command.contains(NO_MAILBOX) => say("550 5.1.1 no such mailbox")?,
            "DATA" => {
                say("354 go on")?;
                let message = message(&mut reader)?;
                taken.lock().ok()?.push(message);
                say("250 taken")?;
            }
            "QUIT" => return say("221 good bye"),
            _ => say("250 good")?,
        }
    }
}

fn line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    (reader.read_line(&mut line).ok()? > 0).then(|| line.trim_end().to_owned())
}

/// Without the dots that SMTP adds.
fn message(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut message = Vec::new();
    loop {
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        if line == b".\r\n" {
            return Some(message);
        }
        message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}

impl TakenMail {
    fn read(bytes: &[u8]) -> Self {
        let mail = parse_mail(bytes).expect("a message");
        let header = |name| mail.headers.get_first_value(name);
        let leaves = leaves(&mail);
        let body = |media_type: &str| {
            let part = leaves.iter().find(|part| part.ctype.mimetype == media_type);
            part.map(|part| part.get_body().expect("text").replace("\r\n", "\n"))
                .unwrap_or_default()
        };
        let files = leaves.iter().filter_map(|part| {
            let name = part.get_content_disposition().params.get("filename")?.clone();
            let content = part.get_body_raw().expect("bytes");
            Some(MailPart { media_type: part.ctype.mimetype.clone(), name, content })
        });
        Self {
            to: header("To").expect("To"),
            reply_to: header("Reply-To"),
            subject: header("Subject").expect("Subject"),
            text: body("text/plain"),
            html: body("text/html"),
            id: header("Message-ID").expect("Message-ID"),
            files: files.collect(),
        }
    }

    /// The file of this type.
    #[track_caller]
    pub fn file(&self, media_type: &str) -> &MailPart {
        let found = self.files.iter().find(|file| file.media_type == media_type);
        found.unwrap_or_else(|| panic!("no {media_type} with {}", self.subject))
    }
}

fn leaves<'a>(mail: &'a ParsedMail<'a>) -> Vec<&'a ParsedMail<'a>> {
    match mail.subparts.as_slice() {
        [] => vec![mail],
        parts => parts.iter().flat_map(leaves).collect(),
    }
}
