//! The indexer of a Peppol Directory (1.1.1): `PUT /indexer/1.0/` with a participant as text, `DELETE` of one. A request
//! that is not of the published interface is a fault of the test, noted in `complaints`.

use crate::listening::{listen, publisher, settings};
use local_network::header;
use peppol_messages::Identifier;
use peppol_messages::discovery::percent_encoded;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use test_pki::{Plan, TestPki};

#[derive(Default)]
struct State {
    known: BTreeSet<String>,
    complaints: Vec<String>,
    instead: Option<u16>,
}

/// An indexer on this machine.
pub struct Indexer {
    /// Of the directory: ends with a slash.
    pub address: String,
    pki: TestPki,
    state: Arc<Mutex<State>>,
}

impl Indexer {
    /// One that knows nobody.
    pub async fn open() -> Self {
        let pki = TestPki::new(&Plan::default()).expect("a PKI");
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        let answer = move |head: &str, body: &[u8]| {
            (shared.lock().expect("the state").answered(head, body), Vec::new())
        };
        let port = listen(&pki, answer).await;
        Self { address: format!("https://localhost:{port}/"), pki, state }
    }

    /// How it is called, with the certificate of an SMP or with none.
    pub fn settings(&self, with_certificate: bool) -> checked_http::Settings {
        let identity = with_certificate.then(|| publisher(&self.pki));
        // a job that fails is tried again much later: a loaded machine is no failure
        let timeout = Duration::from_secs(20);
        checked_http::Settings { timeout, ..settings(&self.pki, identity.as_ref()) }
    }

    /// Whose cards it was asked to fetch.
    pub fn known(&self) -> Vec<String> {
        self.state().known.iter().cloned().collect()
    }

    /// What was wrong with requests.
    pub fn complaints(&self) -> Vec<String> {
        self.state().complaints.clone()
    }

    /// It answers with a status, whatever it is asked.
    pub fn answers(&self, status: Option<u16>) {
        self.state().instead = status;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("the state")
    }
}

impl State {
    fn answered(&mut self, head: &str, body: &[u8]) -> u16 {
        if let Some(status) = self.instead {
            return status;
        }
        let line = head.lines().next().unwrap_or_default().to_owned();
        let text = String::from_utf8_lossy(body).into_owned();
        if line == "PUT /indexer/1.0/ HTTP/1.1" {
            let kind = header(head, "content-type").unwrap_or_default();
            let id: Option<Identifier> = text.parse().ok();
            if !kind.starts_with("text/plain") || id.is_none() {
                self.complaints.push(format!("{kind}: {text}"));
                return 400;
            }
            self.known.insert(text);
            return 204;
        }
        let path = line.strip_prefix("DELETE /indexer/1.0/");
        let Some(asked) = path.and_then(|path| path.strip_suffix(" HTTP/1.1")) else {
            self.complaints.push(line);
            return 400;
        };
        let found = self.known.iter().find(|own| percent_encoded(own) == asked).cloned();
        match found {
            Some(own) if self.known.remove(&own) => 204,
            _ => 404,
        }
    }
}
