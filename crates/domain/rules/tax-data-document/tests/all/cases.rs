//! The official verdict on each case: the shape, the ids of the rules that fail, and how often.

use std::collections::BTreeMap;
use std::fmt::Write;

use billing_rules::{Flag, Report, validate};
use fixtures::Case;
use tax_data_document::{TAX_DATA, is_tax_data};
use xml::Parsed;

#[test]
fn tax_data_are_checked_as_officially() {
    let cases = fixtures::cases("peppol-network/sk-tdd");
    assert_eq!(cases.len(), 294);
    let mut off = String::new();
    for case in &cases {
        if let Some(difference) = difference(case) {
            writeln!(off, "{}: {difference}", case.name).expect("a text");
        }
    }
    assert!(off.is_empty(), "{off}");
    let mut covered: Vec<&String> = cases.iter().flat_map(|case| case.fired.keys()).collect();
    covered.sort();
    covered.dedup();
    let of_choreography = covered.iter().filter(|id| id.starts_with("ibr-tdd-")).count();
    assert_eq!((of_choreography, covered.len()), (85, 209));
}

fn difference(case: &Case) -> Option<String> {
    let document = Parsed::read(case.text.as_bytes()).expect("well-formed");
    let report = validate(&document, &TAX_DATA);
    let ours = officially(&report);
    let theirs: BTreeMap<&str, usize> =
        case.fired.iter().map(|(id, count)| (id.as_str(), *count)).collect();
    let same =
        ours == theirs && report.schema_valid == case.xsd_valid && report.is_valid() == case.valid;
    (!same).then(|| {
        let more: Vec<_> =
            ours.iter().filter(|(id, count)| theirs.get(*id) != Some(count)).collect();
        let less: Vec<_> =
            theirs.iter().filter(|(id, count)| ours.get(*id) != Some(count)).collect();
        let own: Vec<_> = report.fired().keys().filter(|id| is_own(id)).collect();
        format!(
            "schema {} is {}; ours {more:?}, theirs {less:?}; {own:?}",
            case.xsd_valid, report.schema_valid
        )
    })
}

fn is_own(id: &str) -> bool {
    id.starts_with("schema-") || id.starts_with("dead-")
}

fn officially(report: &Report<'_>) -> BTreeMap<&'static str, usize> {
    let fired = report.fired().iter().filter(|(id, _)| !is_own(id));
    fired.map(|(id, (_, count))| (*id, *count)).collect()
}

#[test]
fn the_official_samples_are_checked_as_officially() {
    let samples = fixtures::files("peppol-network/sk-tdd/samples");
    assert_eq!(samples.len(), 18);
    for (name, text) in samples {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        assert!(is_tax_data(&document), "{name}");
        let report = validate(&document, &TAX_DATA);
        assert_eq!(report.count(Flag::Fatal) > 0, name.contains("WithoutTaxes"), "{name}");
        assert_eq!(officially(&report), BTreeMap::new(), "{name}");
    }
}

#[test]
fn each_rule_speaks_in_whole_sentences() {
    let rules = (TAX_DATA.rules)();
    assert_eq!(rules.len(), 87 + 936 - 30 + 100 - 7);
    for rule in rules {
        assert!(rule.message.ends_with('.') && rule.hint.ends_with('.'), "{}", rule.id);
        assert!((TAX_DATA.official)(rule.id).link(rule.id).contains(rule.id), "{}", rule.id);
    }
}
