//! The contract of the mailer over SMTP, into a folder and onto the console.

use crate::common::{MailServer, Replies, Tls, mail};
use mail::Mail;
use mailparse::{MailHeaderMap, parse_mail};
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use testkit::network_contract::mailer::{Arrived, MailerUnderTest, Way};

/// A message as another's parser reads it.
fn read(bytes: &[u8]) -> Arrived {
    let mail = parse_mail(bytes).expect("a message");
    let header = |name| mail.headers.get_first_value(name).expect(name);
    let id = header("Message-ID");
    let key = id.strip_prefix('<').and_then(|id| id.split_once('@')).expect("a message id").0;
    let text = mail.get_body().expect("a body").replace("\r\n", "\n");
    Arrived {
        to: header("To"),
        subject: header("Subject"),
        text: text.trim_end_matches('\n').to_owned(),
        key: key.to_owned(),
    }
}

/// A mail server on a real socket.
#[derive(Default)]
struct Smtp(Mutex<Option<MailServer>>);

impl Smtp {
    fn answering(&self, replies: Replies) -> Arc<Mail> {
        let server = MailServer::new(Tls::None, replies);
        let mailer = mail(&format!("smtp://127.0.0.1:{}", server.port));
        *self.0.lock().expect("no panic") = Some(server);
        Arc::new(mailer)
    }
}

impl MailerUnderTest for Smtp {
    type Mailer = Mail;

    async fn mailer(&self, way: Way) -> Option<Arc<Mail>> {
        Some(match way {
            Way::Open => self.answering(&[]),
            Way::Refused => self.answering(&[("RCPT", "550 no such mailbox")]),
            Way::Down => {
                let free = TcpListener::bind("127.0.0.1:0").expect("a port");
                let port = free.local_addr().expect("an address").port();
                Arc::new(mail(&format!("smtp://127.0.0.1:{port}")))
            }
        })
    }

    async fn arrived(&self) -> Option<Vec<Arrived>> {
        let server = self.0.lock().expect("no panic");
        let mut arrived = Vec::new();
        // a session is known when its connection has ended, a moment after the message was taken
        let sessions = server.as_ref().map(|server| &server.sessions);
        while let Some(Ok(session)) = sessions.map(|it| it.recv_timeout(Duration::from_millis(500)))
        {
            arrived.extend(session.messages.iter().map(|message| read(message)));
        }
        Some(arrived)
    }
}

/// A folder of a test's own, removed with it.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_file(&self.0);
    }
}

impl MailerUnderTest for Folder {
    type Mailer = Mail;

    async fn mailer(&self, way: Way) -> Option<Arc<Mail>> {
        let mailer = mail(&format!("file:{}", self.0.display()));
        match way {
            Way::Open => {}
            // a folder takes all mail
            Way::Refused => return None,
            Way::Down => {
                fs::remove_dir_all(&self.0).expect("removed");
                fs::write(&self.0, "a file in its place").expect("written");
            }
        }
        Some(Arc::new(mailer))
    }

    async fn arrived(&self) -> Option<Vec<Arrived>> {
        if !self.0.is_dir() {
            return Some(Vec::new());
        }
        let entries = fs::read_dir(&self.0).expect("the folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let messages = paths.filter(|path| path.extension().is_some_and(|it| it == "eml"));
        Some(messages.map(|path| read(&fs::read(path).expect("a message"))).collect())
    }
}

/// What is printed is seen by people alone; a test of its own reads it (`files.rs`).
struct Console;

impl MailerUnderTest for Console {
    type Mailer = Mail;

    async fn mailer(&self, way: Way) -> Option<Arc<Mail>> {
        (way == Way::Open).then(|| Arc::new(mail("console")))
    }

    async fn arrived(&self) -> Option<Vec<Arrived>> {
        None
    }
}

async fn smtp() -> Smtp {
    Smtp::default()
}

async fn folder() -> Folder {
    let name = format!("billhook-mail-contract-{}", uuid::Uuid::new_v4());
    Folder(std::env::temp_dir().join(name))
}

async fn console() -> Console {
    Console
}

mod over_smtp {
    use super::smtp;
    testkit::mailer_contract!(smtp);
}

mod into_a_folder {
    use super::folder;
    testkit::mailer_contract!(folder);
}

mod onto_the_console {
    use super::console;
    testkit::mailer_contract!(console);
}
