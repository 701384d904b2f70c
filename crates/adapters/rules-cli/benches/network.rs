//! How long the checks of the network's documents take, against the official stylesheets under SaxonC, in
//! one run: `SAXON_PYTHON=…/python PEPPOL_NETWORK=…/peppol-network cargo bench -p rules-cli --bench network`; with
//! names of sets behind ` -- ` only those.
//!
//! `SAXON_PYTHON` is a Python with the package `saxonche`, `PEPPOL_NETWORK` the folder of the facts with the
//! official stylesheets. Without them only our own times are shown. After the samples, which have a dozen
//! rows, come the reports of a provider's month, which have as many as real ones. Of either side it is shown how long
//! reading and checking take together, whose ratio is what counts, and how long checking takes alone.

#[path = "network/month.rs"]
mod month;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use billing_rules::{RuleBook, validate};
use xml::Parsed;

/// A set, a document of it, and its official stylesheets.
type Set = (&'static RuleBook, fn() -> String, &'static [&'static str]);

const TAX_DATA: Set = (
    &tax_data_document::TAX_DATA,
    || fixtures::text("peppol-network/sk-tdd/samples/base-example.xml"),
    &[
        "sk/tdd/xslt/sk-tdd-1.0.0.xslt",
        "sk/tdd/xslt/sk-tdd-1.0.0-cen-en16931.xslt",
        "sk/tdd/xslt/sk-tdd-1.0.0-peppol-en16931.xslt",
    ],
);
const TRANSACTIONS: Set = (
    &peppol_statistics::TRANSACTIONS,
    || fixtures::text("peppol-network/tsr/samples/transaction-statistics-2.xml"),
    &["reporting/tsr/xslt/peppol-transaction-statistics-reporting-1.0.5.xslt"],
);
const END_USERS: Set = (
    &peppol_statistics::END_USERS,
    || fixtures::text("peppol-network/eusr/samples/eusr-generated-1.xml"),
    &["reporting/eusr/xslt/peppol-end-user-statistics-reporting-1.1.5.xslt"],
);
const STATUS: Set = (&mls_rules::MLS, message_level_status, &["mls/xslt/peppol-mls-1.0.1.xslt"]);

const SETS: [Set; 6] = [
    TAX_DATA,
    TRANSACTIONS,
    (TRANSACTIONS.0, || month::reports().0, TRANSACTIONS.2),
    END_USERS,
    (END_USERS.0, || month::reports().1, END_USERS.2),
    STATUS,
];

fn main() {
    println!("                              ours                  SaxonC             ratio of");
    println!("set          bytes        both   checking        both   checking   both checking");
    // only these sets
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|one| !one.starts_with('-')).collect();
    for (book, document, stylesheets) in SETS {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == book.name) {
            continue;
        }
        compare(book, document().as_bytes(), stylesheets);
    }
}

/// The first of the cases, which is one of the official samples but for a number.
fn message_level_status() -> String {
    let cases = fixtures::text("peppol-network/mls.jsonl");
    let case: serde_json::Value =
        serde_json::from_str(cases.lines().next().expect("a case")).expect("JSON");
    case["text"].as_str().expect("a text").to_owned()
}

/// How long reading and checking take, and checking alone.
type Times = (Duration, Duration);

fn compare(book: &'static RuleBook, bytes: &[u8], stylesheets: &[&str]) {
    let ours = ours(book, bytes);
    let file = std::env::temp_dir().join(format!("billhook-bench-{}.xml", std::process::id()));
    fs::write(&file, bytes).expect("a temporary file");
    let theirs = saxon(&file, stylesheets);
    fs::remove_file(&file).expect("removed");
    print!("{:<8} {:>9} {:>11.1?} {:>10.1?}", book.name, bytes.len(), ours.0, ours.1);
    if let Some(theirs) = theirs {
        let ratio = |ours: Duration, theirs: Duration| theirs.as_secs_f64() / ours.as_secs_f64();
        print!(" {:>11.1?} {:>10.1?}", theirs.0, theirs.1);
        print!(" {:>6.0} {:>8.0}", ratio(ours.0, theirs.0), ratio(ours.1, theirs.1));
    }
    println!();
}

/// The fastest of two seconds' runs.
fn ours(book: &'static RuleBook, bytes: &[u8]) -> Times {
    let (mut fastest, begun) = ((Duration::MAX, Duration::MAX), Instant::now());
    while begun.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        let document = Parsed::read(black_box(bytes)).expect("well-formed");
        let read = Instant::now();
        let report = black_box(validate(&document, book));
        let checking = read.elapsed();
        assert!(report.is_valid(), "{report:?}");
        drop(report);
        drop(document);
        fastest = (fastest.0.min(start.elapsed()), fastest.1.min(checking));
    }
    fastest
}

/// Reading and all stylesheets, compiled before; the fastest of some runs.
fn saxon(sample: &Path, stylesheets: &[&str]) -> Option<Times> {
    let facts = std::env::var_os("PEPPOL_NETWORK")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/saxon.py");
    let mut command = Command::new(std::env::var_os("SAXON_PYTHON")?);
    command.arg(script).arg(sample);
    command.args(stylesheets.iter().map(|sheet| Path::new(&facts).join(sheet)));
    let output = command.output().expect("the Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = |word: &str| word.parse().ok().map(Duration::from_secs_f64);
    let times = text
        .trim()
        .split_once(' ')
        .and_then(|(both, checking)| Some((seconds(both)?, seconds(checking)?)));
    Some(
        times.unwrap_or_else(|| {
            panic!("no times: {text}{}", String::from_utf8_lossy(&output.stderr))
        }),
    )
}
