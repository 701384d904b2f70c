//! How long the checks of the network's documents take, against the official stylesheets under SaxonC, in
//! one run: `SAXON_PYTHON=…/python PEPPOL_NETWORK=…/peppol-network cargo bench -p rules-cli --bench network`.
//!
//! `SAXON_PYTHON` is a Python with the package `saxonche`, `PEPPOL_NETWORK` the folder of the facts with the
//! official stylesheets. Without them only our own times are shown. After the samples, which have a dozen
//! rows, come the reports of a provider's month, which have as many as real ones.

#[path = "network/month.rs"]
mod month;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use billing_rules::{RuleBook, validate};
use xml::Parsed;

/// A set, its samples, and its official stylesheets.
const SETS: [(&RuleBook, &str, &[&str]); 3] = [
    (
        &tax_data::TAX_DATA,
        "peppol-network/sk-tdd/samples/base-example.xml",
        &[
            "sk/tdd/xslt/sk-tdd-1.0.0.xslt",
            "sk/tdd/xslt/sk-tdd-1.0.0-cen-en16931.xslt",
            "sk/tdd/xslt/sk-tdd-1.0.0-peppol-en16931.xslt",
        ],
    ),
    (
        &peppol_reporting::TRANSACTIONS,
        "peppol-network/tsr/samples/transaction-statistics-2.xml",
        &["reporting/tsr/xslt/peppol-transaction-statistics-reporting-1.0.5.xslt"],
    ),
    (
        &peppol_reporting::END_USERS,
        "peppol-network/eusr/samples/eusr-generated-1.xml",
        &["reporting/eusr/xslt/peppol-end-user-statistics-reporting-1.1.5.xslt"],
    ),
];

fn main() {
    println!("set          bytes     reading        ours       SaxonC   ratio");
    for (book, sample, stylesheets) in SETS {
        compare(book, &fixtures::path(sample), stylesheets);
    }
    let folder = std::env::temp_dir();
    let (transactions, end_users) = month::reports();
    for ((book, _, stylesheets), text) in SETS[1..].iter().zip([transactions, end_users]) {
        let file = folder.join(format!("billhook-bench-{}.xml", book.name));
        fs::write(&file, text).expect("a temporary file");
        compare(book, &file, stylesheets);
        fs::remove_file(&file).expect("removed");
    }
}

fn compare(book: &'static RuleBook, sample: &Path, stylesheets: &[&str]) {
    let bytes = fs::read(sample).expect("a sample");
    let reading = fastest(|| drop(black_box(Parsed::read(black_box(&bytes)))));
    let ours = fastest(|| {
        let document = Parsed::read(black_box(&bytes)).expect("well-formed");
        let verdict = black_box(validate(&document, book));
        assert!(verdict.is_valid(), "{verdict:?}");
    });
    let theirs = saxon(sample, stylesheets);
    let (time, ratio) = theirs.map_or_else(Default::default, |theirs| {
        (format!("{theirs:.1?}"), format!("{:.0}", theirs.as_secs_f64() / ours.as_secs_f64()))
    });
    let (reading, ours) = (format!("{reading:.1?}"), format!("{ours:.1?}"));
    println!("{:<8} {:>9} {reading:>11} {ours:>11} {time:>12} {ratio:>7}", book.name, bytes.len());
}

/// The fastest of a second's runs.
fn fastest(run: impl Fn()) -> Duration {
    let (mut fastest, begun) = (Duration::MAX, Instant::now());
    while begun.elapsed() < Duration::from_secs(1) {
        let start = Instant::now();
        run();
        fastest = fastest.min(start.elapsed());
    }
    fastest
}

/// Reading and all stylesheets, compiled before; the fastest of some runs.
fn saxon(sample: &Path, stylesheets: &[&str]) -> Option<Duration> {
    let facts = std::env::var_os("PEPPOL_NETWORK")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/saxon.py");
    let mut command = Command::new(std::env::var_os("SAXON_PYTHON")?);
    command.arg(script).arg(sample);
    command.args(stylesheets.iter().map(|sheet| Path::new(&facts).join(sheet)));
    let output = command.output().expect("the Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = text.trim().parse().unwrap_or_else(|_| {
        panic!("no time: {text}{}", String::from_utf8_lossy(&output.stderr));
    });
    Some(Duration::from_secs_f64(seconds))
}
