use crate::bench_server::{self, BenchServer, Database, psql};
use std::{path::Path, process::Command, time::Duration};

/// Transactions a second that pgbench does with the rows of an invoice: the number drawn, the
/// contact, the invoice and its event inserted. The texts are those of a real invoice.
pub fn pgbench(server: &BenchServer, clients: usize, time: Duration) -> Option<f64> {
    let Database::Postgres { .. } = server.database else { return None };
    let url = server.database.url();
    // one invoice, for its texts
    crate::load::Load::issuing(server).run(1, Duration::from_millis(200));
    let text = |statement: &str| psql(&url, statement);
    let texts = [
        ("document", text("select document from invoices limit 1")?),
        ("party", text("select party from contacts limit 1")?),
        ("payload", text("select payload from events limit 1")?),
    ];
    bench_server::pgbench(&url, "issuing/invoice.pgbench.sql", &texts, clients, time)
}

/// Transactions a second of the same rows in a plain loop over the same file, by Python's sqlite3,
/// with the service's own settings (WAL, synchronous FULL).
pub fn sqlite_loop(server: &BenchServer, time: Duration) -> Option<f64> {
    let Database::Sqlite(dir) = &server.database else { return None };
    let output = Command::new("python3")
        .arg(beside_this_file("sqlite_loop.py"))
        .arg(dir.join("billhook.db"))
        .arg(time.as_secs().to_string())
        .output()
        .ok()?;
    let rate = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
    if rate.is_none() {
        println!("{}", String::from_utf8_lossy(&output.stderr));
    }
    rate
}

fn beside_this_file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/service/issuing").join(name)
}
