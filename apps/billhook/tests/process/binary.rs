//! The binary, started as its users start it.

use reqwest::blocking::{Client, ClientBuilder};
use serde_json::Value;
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    ops::Range,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU16, Ordering},
    },
    thread,
};
use test_databases::{TempDatabase, TempFolder};

/// A folder of one test, with the database in it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let path = env::temp_dir().join(format!("billhook-process-{}", uuid::Uuid::now_v7()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn database(&self) -> String {
        format!("sqlite:{}", self.0.join("billhook.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn wait<F: Future>(what: F) -> F::Output {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().expect("a runtime").block_on(what)
}

/// A database without a schema, on the server for tests.
pub fn empty_postgres() -> TempDatabase {
    wait(TempDatabase::create())
}

/// One with the schema and nothing in it: most tests are not about migrating, which takes longer than they.
pub fn migrated_postgres() -> TempDatabase {
    wait(TempDatabase::migrated())
}

/// The same on SQLite.
pub fn migrated_sqlite() -> TempFolder {
    wait(TempFolder::migrated())
}

/// A client of servers on this machine.
pub fn client() -> ClientBuilder {
    checked_http::tls_over_ring();
    Client::builder().no_proxy()
}

/// One client for all calls: making one reads the certificates of the machine. It uses no connection again, whose server
/// may have been killed.
pub fn http() -> &'static Client {
    static HTTP: OnceLock<Client> = OnceLock::new();
    HTTP.get_or_init(|| client().pool_max_idle_per_host(0).build().expect("a client"))
}

pub fn billhook(database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_billhook"));
    command
        .env("BILLHOOK_DATABASE_URL", database)
        .env("BILLHOOK_EXCHANGE_RATES", "false")
        .env("BILLHOOK_INVOICE_RATE_PER_MINUTE", "100000")
        .env("BILLHOOK_KEY_RATE_PER_MINUTE", "100000")
        .env("BILLHOOK_LISTEN", "127.0.0.1:0")
        // servers of some tests have another key than the file that the seed made beside its database
        .env("BILLHOOK_ACCEPT_LOST_SECRETS", "true");
    command
}

/// Ports that Linux gives to nobody who does not ask for one of them, neither to a listener nor to a client.
const PORTS: Range<u16> = 15_000..32_000;

/// Where a server may listen whose address has to be known before it starts, as the issuer of its tokens, or stays when it is
/// started again. Nobody else gets the port meanwhile.
pub fn free_address() -> String {
    static NEXT: OnceLock<AtomicU16> = OnceLock::new();
    let count = PORTS.end - PORTS.start;
    // processes begin in different places
    let next = NEXT.get_or_init(|| AtomicU16::new(uuid::Uuid::new_v4().as_fields().1 % count));
    let ports = (0..count).map(|_| PORTS.start + next.fetch_add(1, Ordering::Relaxed) % count);
    let mut free = ports.filter_map(|port| TcpListener::bind(("127.0.0.1", port)).ok());
    free.next().expect("a free port").local_addr().expect("an address").to_string()
}

pub fn seed(database: &str) -> Value {
    let output = billhook(database).args(["seed", "--json"]).output().expect("seed runs");
    assert!(output.status.success(), "{}", text(&output));
    serde_json::from_slice(&output.stdout).expect("exactly one JSON object")
}

pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A server process; killed on drop.
pub struct Server {
    pub process: Child,
    pub base_url: String,
}

impl Server {
    /// Starts one and waits until it says where it listens.
    pub fn start(database: &str) -> Self {
        Self::start_with(database, &[])
    }

    /// The same with settings of its own.
    pub fn start_with(database: &str, settings: &[(&str, &str)]) -> Self {
        Self::start_heard(database, settings, drop)
    }

    /// The same, and hands on each line of its log.
    pub fn start_heard(
        database: &str,
        settings: &[(&str, &str)],
        mut heard: impl FnMut(String) + Send + 'static,
    ) -> Self {
        let mut process = billhook(database)
            .envs(settings.iter().copied())
            .args(["serve", "--log-format", "json"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("serve runs");
        let stderr = process.stderr.take().expect("its log");
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            let read: Option<Value> = serde_json::from_str(&line).ok();
            heard(line);
            let read = read.filter(|line| line["message"] == "serving HTTP requests")?;
            read["address"].as_str().map(str::to_owned)
        });
        // the log goes on: a full pipe would stop the server
        thread::spawn(move || lines.for_each(heard));
        let address = address.expect("the server starts");
        Self { process, base_url: format!("http://{address}") }
    }

    pub fn kill(mut self) {
        self.process.kill().expect("a running server");
        self.process.wait().expect("its end");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
