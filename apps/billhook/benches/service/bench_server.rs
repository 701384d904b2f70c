use access::{
    ApiKeyId, NewKey, NewKeyOwner, NewPartner, OrganizationId, PartnerId, Plan, Scopes, Tier,
};
use billhook::server;
use invoicing::{
    Address, Organization,
    records::{Branding, Provision, ProvisionStore},
};
use runtime::{
    config::Settings,
    secrets,
    wiring::{self, App},
};
use std::{
    env,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};
use time::OffsetDateTime;
use uuid::Uuid;

/// Organizations that invoices are issued for.
pub const ORGANIZATIONS: u128 = 64;

/// A server on a fresh database with many organizations and one partner's key to all of them.
pub struct BenchServer {
    /// The address that the server listens on.
    pub address: SocketAddr,
    pub key: String,
    pub database: Database,
    handle: actix_web::dev::ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

/// A database that is gone with its server.
pub enum Database {
    /// A folder with the file.
    Sqlite(PathBuf),
    /// A database on PostgreSQL.
    Postgres {
        /// The URL of the server.
        server: String,
        /// The name of the database.
        name: String,
    },
}

/// The duration of each measurement, after printing the head of the table; `None` when nothing is measured, because
/// `cargo test --benches` passes no `--bench`.
pub fn begin(what: &str) -> Option<Duration> {
    if !env::args().any(|argument| argument == "--bench") {
        return None;
    }
    let seconds = env::var("BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(10));
    println!("{what}, {} s each, {} cores\n", time.as_secs(), cores());
    println!("{:<44} {:>10} {:>12} {:>12}", "", "a second", "median ms", "99 % ms");
    Some(time)
}

pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl BenchServer {
    /// Starts a server on SQLite, in a file in the folder of the build, because temporary folders may be in memory.
    pub fn sqlite() -> Self {
        Self::sqlite_with(|_| {})
    }

    /// The same with other parts.
    pub fn sqlite_with(fit: impl FnOnce(&mut App) + Send + 'static) -> Self {
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(Uuid::now_v7().to_string());
        std::fs::create_dir_all(&dir).expect("a folder");
        Self::on(Database::Sqlite(dir), fit)
    }

    /// Starts a server on PostgreSQL, if one answers.
    pub fn postgres() -> Option<Self> {
        Self::postgres_with(|_| {})
    }

    /// The same with other parts.
    pub fn postgres_with(fit: impl FnOnce(&mut App) + Send + 'static) -> Option<Self> {
        let server = env::var("TEST_DATABASE_URL")
            .unwrap_or_else(|_| "postgres://postgres@127.0.0.1:5432/test".to_owned());
        let name = format!("billhook_bench_{}", Uuid::now_v7().simple());
        psql(&server, &format!("create database {name}"))?;
        Some(Self::on(Database::Postgres { server, name }, fit))
    }

    fn on(database: Database, fit: impl FnOnce(&mut App) + Send + 'static) -> Self {
        let config = settings(&database).resolve().expect("settings");
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let (listener, address) = server::bind(&config.listen).expect("a port");
                let mut app = wiring::wire(config).await.expect("wiring");
                fit(Arc::get_mut(&mut app).expect("nobody else has it"));
                let (provision, key) = provision();
                let now = OffsetDateTime::now_utc();
                app.store.provision(&provision, now).await.expect("organizations");
                let server = server::server(app, listener).expect("a server");
                sender.send((address, key, server.handle())).expect("a listener");
                server.await.expect("serving");
            });
        });
        let (address, key, handle) = receiver.recv().expect("a server");
        Self { address, key, database, handle, thread: Some(thread) }
    }
}

/// The settings of a server on a database.
pub fn settings(database: &Database) -> Settings {
    Settings {
        database_url: Some(database.url()),
        listen: Some("127.0.0.1:0".to_owned()),
        exchange_rates: Some(false),
        invoice_rate_per_minute: Some(100_000_000),
        key_rate_per_minute: Some(100_000_000),
        log: Some("off".to_owned()),
        secrets_key: Some("5a".repeat(32)),
        ..Settings::default()
    }
}

impl Drop for BenchServer {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        match &self.database {
            Database::Sqlite(dir) => drop(std::fs::remove_dir_all(dir)),
            Database::Postgres { server, name } => {
                psql(server, &format!("drop database {name} with (force)"));
            }
        }
    }
}

impl Database {
    /// The URL for the setting of the service.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(dir) => format!("sqlite:{}", dir.join("billhook.db").display()),
            Self::Postgres { server, name } => {
                let (host, _) = server.rsplit_once('/').expect("a URL with a database");
                format!("{host}/{name}")
            }
        }
    }
}

/// The output of `psql`, if it is installed and succeeds.
pub fn psql(url: &str, statement: &str) -> Option<String> {
    let output = Command::new("psql").args([url, "-XqtA", "-c", statement]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end_matches('\n').to_owned())
}

/// Transactions a second that pgbench does with a script of this folder, with these texts for its variables.
pub fn pgbench(
    url: &str,
    script: &str,
    texts: &[(&str, String)],
    clients: usize,
    time: Duration,
) -> Option<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/service").join(script);
    let output = Command::new("pgbench")
        .args(["-n", "-M", "prepared", "-j", "2", "-c", &clients.to_string()])
        .args(["-T", &time.as_secs().to_string()])
        .args(texts.iter().flat_map(|(name, text)| ["-D".to_owned(), format!("{name}={text}")]))
        .arg("-f")
        .arg(script)
        .arg(url)
        .output()
        .ok()?;
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let tps = report.lines().find_map(|line| line.strip_prefix("tps = "));
    let tps = tps.and_then(|rest| rest.split(' ').next()).and_then(|text| text.parse().ok());
    if tps.is_none() {
        println!("{report}{}", String::from_utf8_lossy(&output.stderr));
    }
    tps
}

/// Prints a ceiling, and the share of it that the service reaches.
pub fn compare(title: &str, served: f64, ceiling: Option<f64>) {
    match ceiling {
        Some(ceiling) => {
            let part = served / ceiling;
            println!("{title:<44} {ceiling:>10.0}   the service does {part:.2} of it\n");
        }
        None => println!("{title:<44} {:>10}\n", "left out"),
    }
}

fn provision() -> (Provision, String) {
    let organizations: Vec<_> = (1..=ORGANIZATIONS).map(organization).collect();
    let ids = organizations.iter().map(|organization| organization.id).collect();
    let key = secrets::new_key(true, Tier::Test).expect("randomness").expose().to_owned();
    let partner = PartnerId(Uuid::now_v7());
    let new_key = NewKey {
        id: ApiKeyId(Uuid::now_v7()),
        hash: secrets::sha256(key.as_bytes()),
        hint: "bench".to_owned(),
        tier: Tier::Test,
        scopes: Scopes::ALL,
        owner: NewKeyOwner::Partner(partner),
        name: None,
        expires_at: None,
        created_by: None,
    };
    let provision = Provision {
        organizations,
        partners: vec![NewPartner { id: partner, name: "Bench".to_owned(), organizations: ids }],
        keys: vec![new_key],
        ..Provision::default()
    };
    (provision, key)
}

fn organization(number: u128) -> Organization {
    Organization {
        id: OrganizationId(Uuid::from_u128(number)),
        name: format!("Firma {number} s. r. o."),
        ico: Some("36123455".to_owned()),
        dic: Some("2021234567".to_owned()),
        ic_dph: Some("SK2021234567".to_owned()),
        vat_payer: true,
        address: Address {
            street: "Podtatranská 12".to_owned(),
            city: "Poprad".to_owned(),
            postal_code: "058 01".to_owned(),
            country: "SK".to_owned(),
        },
        email: None,
        phone: None,
        registration: None,
        default_due_days: None,
        branding: Branding::default(),
        plan: Plan::Pro,
        created_at: OffsetDateTime::now_utc(),
    }
}
