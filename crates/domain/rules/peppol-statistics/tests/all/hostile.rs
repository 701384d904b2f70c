//! Reports made to keep the rules busy.

use std::time::{Duration, Instant};

use billing_rules::{RuleBook, validate};
use peppol_statistics::{END_USERS, TRANSACTIONS};
use xml::Parsed;

/// A sample with one of its elements repeated.
fn repeated(sample: &str, name: &str, times: usize) -> String {
    let text = fixtures::text(&format!("peppol-network/{sample}"));
    let start = text.rfind(&format!("<{name} ")).expect("its start");
    let end = start + text[start..].find(&format!("</{name}>")).expect("its end") + name.len() + 3;
    let element = text[start..end].to_owned();
    format!("{}{}{}", &text[..start], element.repeat(times), &text[end..])
}

fn fired_in_time(text: &str, book: &'static RuleBook) -> Vec<(&'static str, usize)> {
    let start = Instant::now();
    let document = Parsed::read(text.as_bytes()).expect("well-formed");
    let report = validate(&document, book);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(!report.is_valid());
    report.fired().iter().map(|(id, (_, count))| (*id, *count)).collect()
}

const TSR: &str = "tsr/samples/transaction-statistics-2.xml";
const EUSR: &str = "eusr/samples/end-user-statistics-reporting-1.xml";

#[test]
fn thousands_of_equal_parts_are_each_found() {
    let fired = fired_in_time(&repeated(TSR, "Subtotal", 20_000), &TRANSACTIONS);
    let repeats = fired.iter().find(|one| ["SCH-TSR-10", "SCH-TSR-14"].contains(&one.0));
    assert_eq!(repeats.map(|one| one.1), Some(20_000), "{fired:?}");
    let fired = fired_in_time(&repeated(EUSR, "Subset", 20_000), &END_USERS);
    assert!(fired.iter().any(|one| one.1 == 20_000), "{fired:?}");
}

#[test]
fn keys_that_could_be_combined_endlessly_end_the_run() {
    for (sample, book) in [(TSR, &TRANSACTIONS), (EUSR, &END_USERS)] {
        let text = repeated(sample, "Key", 20_000);
        let fired = fired_in_time(&text, book);
        assert!(fired.iter().any(|one| one.0 == "dead-repeated"), "{fired:?}");
    }
}
