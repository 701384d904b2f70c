//! How long `validate` takes, against roxmltree's parse alone: `cargo bench -p billing-rules`.
//!
//! Takes the files of the corpus that `CONFORMANCE_DIR` names.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use billing_rules::{RuleSet, validate};
use xml::Parsed;

fn main() {
    let Some(corpus) = std::env::var_os("CONFORMANCE_DIR") else {
        println!("no corpus: set CONFORMANCE_DIR");
        return;
    };
    let folder = PathBuf::from(corpus).join("bench");
    let small =
        std::fs::read_to_string(folder.join("base-example.xml")).expect("bench/base-example.xml");
    let thousand =
        std::fs::read_to_string(folder.join("lines-1000.xml")).expect("beside the other");
    let failing = |text: &str| text.replace("unitCode=\"", "unitCode=\"?");
    let ten_thousand = repeated(&thousand, 10);
    println!(
        "{:<22} {:>12} {:>12} {:>7} {:>9}",
        "document", "parse", "validate", "ratio", "findings"
    );
    for (name, text) in [
        ("9 kB", small.clone()),
        ("9 kB failing", failing(&small)),
        ("1,000 lines", thousand.clone()),
        ("1,000 failing", failing(&thousand)),
        ("10,000 lines", ten_thousand.clone()),
        ("10,000 failing", failing(&ten_thousand)),
    ] {
        for rule_set in [RuleSet::En16931Ubl, RuleSet::PeppolUbl] {
            measure(name, &text, rule_set);
        }
    }
}

/// The document with its lines so many times. Its totals are then wrong, which costs nothing.
fn repeated(text: &str, times: usize) -> String {
    let start = text.find("<cac:InvoiceLine>").expect("it has lines");
    let end = text.rfind("</cac:InvoiceLine>").expect("it has lines") + "</cac:InvoiceLine>".len();
    [&text[..start], &text[start..end].repeat(times), &text[end..]].concat()
}

fn measure(name: &str, text: &str, rule_set: RuleSet) {
    let (mut parse, mut whole) = (Duration::MAX, Duration::MAX);
    let begun = Instant::now();
    // In turn, so that whatever else the machine does falls on both; the fastest of each counts.
    for round in 0..5000 {
        if round > 5 && begun.elapsed() > Duration::from_secs(1) {
            break;
        }
        parse = parse.min(time(|| {
            black_box(roxmltree::Document::parse(black_box(text)).expect("well-formed"));
        }));
        whole = whole.min(time(|| {
            let document = Parsed::read(black_box(text.as_bytes())).expect("readable");
            black_box(validate(&document, rule_set));
        }));
    }
    let document = Parsed::read(text.as_bytes()).expect("readable");
    let findings = validate(&document, rule_set).findings.len();
    let ratio = whole.as_secs_f64() / parse.as_secs_f64();
    let name = format!("{name} {}", if rule_set == RuleSet::PeppolUbl { "(P)" } else { "" });
    println!("{name:<22} {parse:>12.1?} {whole:>12.1?} {ratio:>7.2} {findings:>9}");
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}
