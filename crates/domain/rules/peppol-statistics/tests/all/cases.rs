//! The official verdict on each case: the shape, the ids of the rules that fail, and how often.

use std::collections::BTreeMap;
use std::fmt::Write;

use billing_rules::{Flag, RuleBook, validate};
use fixtures::Case;
use peppol_statistics::{END_USERS, TRANSACTIONS, detect};
use xml::Parsed;

#[test]
fn transaction_reports_are_checked_as_officially() {
    agree("peppol-network/tsr", &TRANSACTIONS, 150, 40);
}

#[test]
fn end_user_reports_are_checked_as_officially() {
    agree("peppol-network/eusr", &END_USERS, 134, 42);
}

#[test]
fn the_official_samples_are_valid() {
    for (folder, book) in [("tsr", &TRANSACTIONS), ("eusr", &END_USERS)] {
        let samples = fixtures::files(&format!("peppol-network/{folder}/samples"));
        assert!(samples.len() >= 4, "{folder}");
        for (name, text) in samples {
            let document = Parsed::read(text.as_bytes()).expect("well-formed");
            assert_eq!(detect(&document).map(RuleBook::as_str), Some(book.as_str()), "{name}");
            let report = validate(&document, book);
            assert!(report.is_valid(), "{name}: {:?}", report.fired());
        }
    }
}

#[test]
fn each_rule_speaks_in_whole_sentences() {
    for (book, count) in [(&TRANSACTIONS, 40), (&END_USERS, 42)] {
        let rules = (book.rules)();
        assert_eq!(rules.len(), count, "{}", book.name);
        for rule in rules {
            assert!(rule.message.ends_with('.') && rule.hint.ends_with('.'), "{}", rule.id);
            assert!((book.official)(rule.id).link(rule.id).ends_with(rule.id));
        }
    }
}

/// Holds each case against its verdict; `ids` rules of the set must fail in some case.
fn agree(folder: &str, book: &'static RuleBook, count: usize, ids: usize) {
    let cases = fixtures::cases(folder);
    assert_eq!(cases.len(), count);
    let mut off = String::new();
    for case in &cases {
        if let Some(difference) = difference(case, book) {
            writeln!(off, "{}: {difference}", case.name).expect("a text");
        }
    }
    assert!(off.is_empty(), "{off}");
    let mut covered: Vec<&String> = cases.iter().flat_map(|case| case.fired.keys()).collect();
    covered.sort();
    covered.dedup();
    assert_eq!(covered.len(), ids);
}

fn difference(case: &Case, book: &'static RuleBook) -> Option<String> {
    let document = Parsed::read(case.text.as_bytes()).expect("well-formed");
    let report = validate(&document, book);
    let official = |id: &&str| !id.starts_with("schema-") && !id.starts_with("dead-");
    let ours: BTreeMap<&str, usize> = report
        .fired()
        .iter()
        .filter(|(id, _)| official(id))
        .map(|(id, (flag, count))| {
            assert_eq!(*flag, Flag::Fatal, "{id}");
            (*id, *count)
        })
        .collect();
    let theirs: BTreeMap<&str, usize> =
        case.fired.iter().map(|(id, count)| (id.as_str(), *count)).collect();
    let same =
        ours == theirs && report.schema_valid == case.xsd_valid && report.is_valid() == case.valid;
    (!same).then(|| {
        format!(
            "schema {} is {}, fired {theirs:?} is {:?}",
            case.xsd_valid,
            report.schema_valid,
            report.fired()
        )
    })
}
