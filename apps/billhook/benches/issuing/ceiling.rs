use crate::place::{Database, Place, psql};
use std::{path::Path, process::Command, time::Duration};

/// Transactions a second that pgbench does with the rows of an invoice: the number drawn, the
/// contact, the invoice and its event inserted. The texts are those of a real invoice.
pub fn pgbench(place: &Place, clients: usize, time: Duration) -> Option<f64> {
    let Database::Postgres { .. } = place.database else { return None };
    let url = place.database.url();
    // one invoice, for its texts
    crate::load::Load::issuing(place).run(1, Duration::from_millis(200));
    let text = |statement: &str| psql(&url, statement);
    let output = Command::new("pgbench")
        .args(["-n", "-M", "prepared", "-j", "2", "-c", &clients.to_string()])
        .args(["-T", &time.as_secs().to_string()])
        .args(["-D", &format!("document={}", text("select document from invoices limit 1")?)])
        .args(["-D", &format!("party={}", text("select party from contacts limit 1")?)])
        .args(["-D", &format!("payload={}", text("select payload from events limit 1")?)])
        .arg("-f")
        .arg(beside_this_file("invoice.pgbench.sql"))
        .arg(&url)
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

/// Transactions a second of the same rows in a plain loop over the same file, by Python's sqlite3,
/// with the service's own settings (WAL, synchronous FULL).
pub fn sqlite_loop(place: &Place, time: Duration) -> Option<f64> {
    let Database::Sqlite(dir) = &place.database else { return None };
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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/issuing").join(name)
}
