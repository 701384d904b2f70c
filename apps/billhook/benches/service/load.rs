use crate::bench_server::{BenchServer, ORGANIZATIONS};
use serde_json::json;
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use uuid::Uuid;

/// The request of a number.
type Make = dyn Fn(usize) -> Vec<u8> + Send + Sync;

/// Requests to send, each client from another one on.
pub struct Load {
    address: SocketAddr,
    make: Arc<Make>,
    /// How far the clients are apart.
    apart: usize,
}

/// How long each answer took.
pub struct Report {
    times: Vec<Duration>,
    elapsed: Duration,
}

impl Report {
    /// Answers a second.
    pub fn per_second(&self) -> f64 {
        count(self.times.len()) / self.elapsed.as_secs_f64()
    }

    /// How many there were.
    pub fn answers(&self) -> usize {
        self.times.len()
    }

    /// A line of the table.
    pub fn print(&self, title: &str) {
        println!(
            "{title:<44} {:>10.0} {:>12.2} {:>12.2}",
            self.per_second(),
            self.quantile(0.5),
            self.quantile(0.99)
        );
    }

    /// Milliseconds that this part of the answers took at most.
    pub fn quantile(&self, part: f64) -> f64 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let index = (count(self.times.len()) * part) as usize;
        self.times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    }
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Load {
    /// Invoices with two lines and an inline customer, over all organizations in turn.
    pub fn issuing(server: &BenchServer) -> Self {
        let body = json!({
            "customer": {"name": "Dunajská stavebná a. s.", "ico": "35876549", "dic": "2020876550",
                "ic_dph": "SK2020876550", "address": {"street": "Vajnorská 100",
                "city": "Bratislava", "postalCode": "831 04", "country": "SK"}},
            "items": [
                {"description": "Smrekové rezivo", "quantity": "2.45", "unit": "m3",
                    "unit_price": "312.50", "vat_rate": 23},
                {"description": "Doprava na stavbu", "quantity": 86, "unit": "km",
                    "unit_price": 0.95, "vat_rate": 23}],
            "note": "Ďakujeme za objednávku.",
        })
        .to_string();
        let request = |organization| {
            let head = head(server, "POST", "/v1/agent/invoices", organization);
            format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
        };
        Self::over(server, (1..=ORGANIZATIONS).map(request).collect())
    }

    /// These, over and over.
    pub fn over(server: &BenchServer, requests: Vec<Vec<u8>>) -> Self {
        let apart = requests.len() / 32;
        let make = move |number: usize| requests[number % requests.len()].clone();
        Self { address: server.address, make: Arc::new(make), apart }
    }

    /// A new one each time.
    pub fn made(
        server: &BenchServer,
        make: impl Fn(usize) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        Self { address: server.address, make: Arc::new(make), apart: 10_000_000 }
    }

    /// Files of the newest invoices of every organization.
    pub fn files(server: &BenchServer, kind: &str) -> Self {
        let mut requests = Vec::new();
        for organization in 1..=ORGANIZATIONS {
            for id in ids(server, organization) {
                let path = format!("/v1/agent/invoices/{id}/{kind}");
                requests
                    .push(format!("{}\r\n", head(server, "GET", &path, organization)).into_bytes());
            }
        }
        Self::over(server, requests)
    }

    /// Sends for a while, each client its next request when the one before is answered.
    pub fn run(self, clients: usize, time: Duration) -> Report {
        let began = Instant::now();
        let mut times = block_on(async {
            let tasks: Vec<_> = (0..clients)
                .map(|client| {
                    let make = self.make.clone();
                    tokio::spawn(send(self.address, make, client * self.apart, began + time))
                })
                .collect();
            let mut times = Vec::new();
            for task in tasks {
                times.extend(task.await.expect("a client"));
            }
            times
        });
        let elapsed = began.elapsed();
        times.sort_unstable();
        Report { times, elapsed }
    }
}

/// The first lines of a request, to be gone on with.
pub fn head(server: &BenchServer, method: &str, path: &str, organization: u128) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: {}\r\nX-Organization-Id: {}\r\n",
        server.key,
        Uuid::from_u128(organization)
    )
}

/// The newest invoices of an organization.
pub fn ids(server: &BenchServer, organization: u128) -> Vec<String> {
    let head = head(server, "GET", "/v1/agent/invoices?limit=50", organization);
    let body = block_on(async {
        let mut stream = TcpStream::connect(server.address).await.expect("the server");
        exchange(&mut stream, format!("{head}\r\n").as_bytes()).await
    });
    let list: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    let rows = list["data"].as_array().expect("rows");
    rows.iter().map(|row| row["id"].as_str().expect("an id").to_owned()).collect()
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().expect("a runtime").block_on(work)
}

async fn send(address: SocketAddr, make: Arc<Make>, first: usize, until: Instant) -> Vec<Duration> {
    let mut stream = TcpStream::connect(address).await.expect("the server");
    stream.set_nodelay(true).expect("a socket");
    let mut times = Vec::new();
    for number in first.. {
        let request = make(number);
        let began = Instant::now();
        if began >= until {
            break;
        }
        exchange(&mut stream, &request).await;
        times.push(began.elapsed());
    }
    times
}

/// Sends a request and reads its answer, which must be a 2xx; answers the body.
async fn exchange(stream: &mut TcpStream, request: &[u8]) -> Vec<u8> {
    stream.write_all(request).await.expect("sending");
    let mut answer = Vec::with_capacity(8 * 1024);
    loop {
        let read = stream.read_buf(&mut answer).await.expect("an answer");
        assert!(read > 0, "the server hung up");
        let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        assert!(head.starts_with("http/1.1 2"), "{}", String::from_utf8_lossy(&answer));
        let length = head.split("\r\n").find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|text| text.parse().ok()).expect("a length");
        answer.drain(..end + 4);
        while answer.len() < length {
            assert!(stream.read_buf(&mut answer).await.expect("a body") > 0, "cut short");
        }
        return answer;
    }
}
