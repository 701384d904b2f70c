//! The contract of the webhook sender against receivers on real sockets.

use crate::common::{Server, Stream, ok, respond, send, settings};
use std::io::Read;
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::Duration;
use testkit::network_contract::webhook_sender::{ANSWER, Endpoint, SenderUnderTest};
use webhook_http::{HttpSender, Settings};
use webhooks::endpoints::AddressPolicy;

/// The receivers of one test.
#[derive(Default)]
struct Receivers(Mutex<Vec<Server>>);

impl Receivers {
    /// Where a receiver that answers so listens.
    fn listening(
        &self,
        answer: impl Fn(&mut dyn Stream) -> bool + Send + Sync + 'static,
    ) -> String {
        self.started(Server::new(answer))
    }

    fn started(&self, server: Server) -> String {
        let url = server.http();
        self.0.lock().expect("no panic").push(server);
        url
    }
}

/// More than anybody reads, in pieces, until the connection is dropped.
fn endless(stream: &mut dyn Stream) -> bool {
    let mut open = send(stream, b"HTTP/1.1 200 OK\r\n\r\n");
    for _ in 0..1_000 {
        open = open && send(stream, &[b'x'; 65_536]);
    }
    false
}

impl SenderUnderTest for Receivers {
    type Sender = HttpSender;

    async fn sender(&self, endpoint: Endpoint) -> Option<(HttpSender, String)> {
        let mut settings = settings();
        let url = match endpoint {
            Endpoint::Answers(status) => self.listening(move |stream| {
                respond(stream, &format!("{status} Text"), "", ANSWER.as_bytes())
            }),
            Endpoint::Redirects => {
                let location = format!("Location: {}\r\n", self.listening(ok));
                self.listening(move |stream| respond(stream, "302 Found", &location, b"there"))
            }
            Endpoint::AnswersWithoutEnd => self.listening(endless),
            Endpoint::NothingListens => {
                let free = TcpListener::bind("127.0.0.1:0").expect("a port");
                format!("http://{}/", free.local_addr().expect("an address"))
            }
            Endpoint::BreaksOff => self.listening(|_| false),
            Endpoint::Silent => self.started(Server::raw(|stream| {
                let _ = stream.read_to_end(&mut Vec::new());
            })),
            Endpoint::Forbidden => {
                settings = Settings { reach: AddressPolicy::Public, ..settings };
                self.listening(ok)
            }
        };
        Some((HttpSender::new(settings).expect("a sender"), url))
    }

    async fn received(&self) -> Vec<Vec<u8>> {
        let servers = self.0.lock().expect("no panic");
        let briefly = Duration::from_millis(50);
        let mut bodies = Vec::new();
        for server in servers.iter() {
            while let Ok(request) = server.received.recv_timeout(briefly) {
                bodies.push(request.body);
            }
        }
        bodies
    }
}

async fn receivers() -> Receivers {
    Receivers::default()
}

testkit::webhook_sender_contract!(receivers);
