use super::sending::PATIENCE;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use webhooks::{
    endpoints::Secret,
    signing::{TOLERANCE, verify},
};

/// What a receiver does with a delivery.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Answers with a status and a body.
    Answer(u16, String),
    /// Answers 301 to another place.
    Redirect(String),
    /// Closes the connection without an answer.
    CloseEarly,
    /// Answers 200 with a body that has no end.
    Huge,
    /// Answers 200 with a body that comes a byte a second.
    SlowBody,
}

impl Behaviour {
    /// This status, and no body.
    pub fn status(status: u16) -> Self {
        Self::Answer(status, String::new())
    }
}

/// A delivery as it arrived.
#[derive(Debug, Clone)]
pub struct Received {
    /// Headers, their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The raw body.
    pub body: Vec<u8>,
    /// When it had arrived.
    pub at: Instant,
}

impl Received {
    /// `X-Webhook-Id`.
    pub fn id(&self) -> &str {
        &self.headers["x-webhook-id"]
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// Whether it is signed with a secret, at this time.
    pub fn is_signed_with(&self, secret: &str, now: time::OffsetDateTime) -> bool {
        let secret = Secret::parse(secret).expect("a secret");
        let header = &self.headers["x-webhook-signature"];
        verify(header, &self.body, &secret, now, TOLERANCE).is_ok()
    }
}

#[derive(Default)]
struct State {
    /// What it does with the first delivery, if that is something else.
    first: Option<Behaviour>,
    behaviour: Option<Behaviour>,
    received: Vec<Received>,
}

/// A real receiver of webhooks; gone on drop.
pub struct Receiver {
    /// Where it listens.
    pub url: String,
    state: Arc<Mutex<State>>,
    task: tokio::task::JoinHandle<()>,
}

impl Receiver {
    /// One that does so.
    pub async fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let behaviour = Some(behaviour);
        let state = Arc::new(Mutex::new(State { behaviour, ..State::default() }));
        let of_task = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&of_task)));
            }
        });
        Self { url, state, task }
    }

    /// One that answers 204.
    pub async fn good() -> Self {
        Self::start(Behaviour::status(204)).await
    }

    /// One that does so with the first delivery, and answers 200 to the others.
    pub async fn good_but_for_the_first(first: Behaviour) -> Self {
        let receiver = Self::start(Behaviour::status(200)).await;
        receiver.state.lock().expect("the state").first = Some(first);
        receiver
    }

    /// From now on it does so.
    pub fn behave(&self, behaviour: Behaviour) {
        self.state.lock().expect("the state").behaviour = Some(behaviour);
    }

    /// What has arrived.
    pub fn received(&self) -> Vec<Received> {
        self.state.lock().expect("the state").received.clone()
    }

    /// What has arrived, once it is as many; workers need a moment.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        let until = Instant::now() + PATIENCE;
        loop {
            let received = self.received();
            if received.len() >= count {
                return received;
            }
            assert!(Instant::now() < until, "{} of {count} arrived", received.len());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One connection: request after request.
async fn serve(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    while let Some(received) = read(&mut stream).await {
        let behaviour = {
            let mut state = state.lock().expect("the state");
            state.received.push(received);
            let first = state.first.take();
            first.or_else(|| state.behaviour.clone()).expect("a behaviour")
        };
        if answer(&mut stream, behaviour).await.is_none() {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|end| end == b"\r\n\r\n") {
            break at;
        }
        (stream.read_buf(&mut bytes).await.ok()? > 0).then_some(())?;
    };
    let text = String::from_utf8(bytes[..head].to_vec()).expect("a head in ASCII");
    let mut lines = text.split("\r\n");
    assert_eq!(lines.next(), Some("POST /hook HTTP/1.1"));
    let headers: BTreeMap<String, String> = lines
        .map(|line| line.split_once(": ").expect("a header"))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers["content-length"].parse().expect("a length");
    let mut body = bytes.split_off(head + 4);
    while body.len() < length {
        (stream.read_buf(&mut body).await.ok()? > 0).then_some(())?;
    }
    Some(Received { headers, body, at: Instant::now() })
}

/// `None` when the connection shall end.
async fn answer(stream: &mut TcpStream, behaviour: Behaviour) -> Option<()> {
    let (status, location, body) = match behaviour {
        Behaviour::Answer(status, body) => (status, String::new(), body),
        Behaviour::Redirect(to) => (301, format!("Location: {to}\r\n"), String::new()),
        Behaviour::CloseEarly => return None,
        Behaviour::Huge => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n")
                .await
                .ok()?;
            while stream.write_all(&[b'x'; 65_536]).await.is_ok() {}
            return None;
        }
        Behaviour::SlowBody => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n").await.ok()?;
            while stream.write_all(b"x").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            return None;
        }
    };
    let length = body.len();
    let content =
        if status == 204 { String::new() } else { format!("Content-Length: {length}\r\n") };
    let text = format!("HTTP/1.1 {status} Status\r\n{location}{content}\r\n{body}");
    stream.write_all(text.as_bytes()).await.ok()
}
