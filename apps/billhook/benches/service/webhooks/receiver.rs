use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    runtime::{Builder, Runtime},
};

/// A receiver that answers 204 at once, on a thread of its own.
pub struct Receiver {
    /// Where it listens.
    pub address: String,
    count: Arc<AtomicUsize>,
    last: Arc<Mutex<Instant>>,
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

impl Receiver {
    pub fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("non-blocking");
        let address = listener.local_addr().expect("an address").to_string();
        let count = Arc::new(AtomicUsize::new(0));
        let last = Arc::new(Mutex::new(Instant::now()));
        let (counted, latest) = (Arc::clone(&count), Arc::clone(&last));
        thread::spawn(move || {
            runtime().block_on(async move {
                let listener = TcpListener::from_std(listener).expect("a listener");
                while let Ok((stream, _)) = listener.accept().await {
                    tokio::spawn(serve(stream, Arc::clone(&counted), Arc::clone(&latest)));
                }
            });
        });
        Self { address, count, last }
    }

    /// How many have arrived.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// When the last one arrived, once there are as many.
    pub fn wait_for(&self, count: usize, patience: Duration) -> Instant {
        let until = Instant::now() + patience;
        while self.count() < count {
            assert!(Instant::now() < until, "{} of {count} arrived", self.count());
            thread::sleep(Duration::from_micros(200));
        }
        *self.last.lock().expect("a time")
    }

    /// Requests a second that it answers to so many connections of a client that does nothing else.
    pub fn ceiling(&self, connections: usize, body: &str, time: Duration) -> f64 {
        let request = format!(
            "POST /hook HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let before = self.count();
        let began = Instant::now();
        runtime().block_on(async {
            let clients = (0..connections).map(|_| client(&self.address, &request, began + time));
            futures_util::future::join_all(clients).await;
        });
        let answered = self.count() - before;
        answered as f64 / began.elapsed().as_secs_f64()
    }
}

async fn client(address: &str, request: &str, until: Instant) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let mut answer = [0; 1024];
    while Instant::now() < until {
        stream.write_all(request.as_bytes()).await.expect("sent");
        assert!(stream.read(&mut answer).await.expect("an answer") > 0);
    }
}

async fn serve(
    mut stream: TcpStream,
    count: Arc<AtomicUsize>,
    last: Arc<Mutex<Instant>>,
) -> Option<()> {
    let mut bytes = Vec::with_capacity(4096);
    loop {
        let whole = loop {
            if let Some(length) = request_length(&bytes) {
                break length;
            }
            (stream.read_buf(&mut bytes).await.ok()? > 0).then_some(())?;
        };
        bytes.drain(..whole);
        *last.lock().expect("a time") = Instant::now();
        count.fetch_add(1, Ordering::Release);
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.ok()?;
    }
}

/// The length of the first request, once it is whole.
fn request_length(bytes: &[u8]) -> Option<usize> {
    let head = bytes.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..head]).ok()?.to_ascii_lowercase();
    let length = text.split("content-length: ").nth(1)?.split("\r\n").next()?;
    let whole = head + length.parse::<usize>().ok()?;
    (bytes.len() >= whole).then_some(whole)
}
