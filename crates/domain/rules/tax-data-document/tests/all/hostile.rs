//! Documents made to keep the rules busy, and bytes of any kind.

use std::time::{Duration, Instant};

use billing_rules::{Flag, report, validate};
use tax_data_document::TAX_DATA;
use xml::Parsed;

const SAMPLE: &str = "peppol-network/sk-tdd/samples/base-example.xml";

fn part<'t>(text: &'t str, name: &str) -> &'t str {
    let start = text.find(&format!("<{name}>")).expect("its start");
    let end = text.rfind(&format!("</{name}>")).expect("its end") + name.len() + 3;
    &text[start..end]
}

fn checked_in_time(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let document = Parsed::read(text.as_bytes()).expect("well-formed");
    let report = validate(&document, &TAX_DATA);
    assert!(!report.is_valid());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    report.fired().keys().copied().collect()
}

#[test]
fn thousands_of_reported_documents_are_refused_in_time() {
    let text = fixtures::text(SAMPLE);
    let transaction = part(&text, "pxs:ReportedTransaction");
    let fired = checked_in_time(&text.replace(transaction, &transaction.repeat(5_000)));
    assert!(fired.contains(&"ibr-tdd-11") && fired.contains(&"dead-costly"), "{fired:?}");
    let two = checked_in_time(&text.replace(transaction, &transaction.repeat(2)));
    assert_eq!(two, ["BR-CO-10", "dead-repeated", "ibr-tdd-11"]);
}

#[test]
fn thousands_of_lines_and_taxes_are_checked_in_time() {
    let text = fixtures::text(SAMPLE);
    for name in ["pxs:DocumentLine", "cac:TaxTotal", "cac:AllowanceCharge", "cac:PaymentMeans"] {
        let repeated = part(&text, name);
        let fired = checked_in_time(&text.replacen(repeated, &repeated.repeat(3_000), 1));
        assert!(!fired.is_empty(), "{name}");
    }
}

#[test]
fn any_cut_and_any_letter_gets_a_report() {
    let text = fixtures::text(SAMPLE);
    for at in (0..text.len()).step_by(97) {
        for letter in ["", "<", "9", "\u{0}", "é"] {
            let mut broken = text.clone();
            if let Some((at, old)) = text.char_indices().find(|known| known.0 >= at) {
                broken.replace_range(at..at + old.len_utf8(), letter);
            }
            let document = Parsed::read(broken.as_bytes());
            let report = report(&document, &TAX_DATA);
            assert_eq!(report.is_valid(), report.count(Flag::Fatal) == 0);
        }
        let cut = Parsed::read(&text.as_bytes()[..at]);
        assert!(!report(&cut, &TAX_DATA).is_valid());
    }
}
