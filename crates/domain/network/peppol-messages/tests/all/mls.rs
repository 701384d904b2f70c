//! The rules of the Message Level Status, against the official engine's verdicts.

use std::collections::BTreeMap;

use peppol_messages::mls::{
    Issue, MessageStatus, NotAStatus, RULES, ReasonCode, ResponseCode, check_mls,
};
use time::macros::datetime;
use xml::Parsed;

use crate::cases::{Case, cases, none};

#[test]
fn providers_have_a_main_id_and_others_behind_it() {
    use peppol_messages::mls::is_of_provider;
    for (id, seat, is_own) in [
        ("0242:000306", "POP000306", true),
        ("0242:000306-MLS", "POP000306", true),
        ("0242:0003061", "POP000306", false),
        ("0242:000307", "POP000306", false),
        ("000306", "POP000306", false),
        ("0242:000306", "no seat", false),
    ] {
        assert_eq!(is_of_provider(id, seat), is_own, "{id} {seat}");
    }
}

#[test]
fn rules_fire_as_the_official_ones_do() {
    let all = cases("mls", 169);
    none(&all.iter().filter_map(difference).collect::<Vec<_>>(), all.len());
    let expected = |case: &Case| -> Vec<String> {
        let fired = case.expected["fired"].as_object();
        fired.into_iter().flat_map(|fired| fired.keys().cloned()).collect()
    };
    let covered: std::collections::BTreeSet<_> = all.iter().flat_map(expected).collect();
    assert_eq!(covered.len(), RULES.len(), "each rule has a case");
}

fn difference(case: &Case) -> Option<String> {
    let parsed = Parsed::read(&case.text).expect("well-formed");
    let report = check_mls(parsed.root());
    let mut fired = BTreeMap::new();
    for hit in &report.hits {
        *fired.entry(hit.rule.id.to_owned()).or_insert(0_u64) += 1;
    }
    let stops = case.expected["rules"].as_str() == Some("dynamic-error");
    let expected: Option<BTreeMap<String, u64>> = case.expected["fired"].as_object().map(|fired| {
        fired.iter().map(|(id, hit)| (id.clone(), hit["count"].as_u64().unwrap_or(0))).collect()
    });
    let same = expected.is_none_or(|expected| expected == fired)
        && report.stopped == stops
        && Some(report.is_valid()) == case.expected["valid"].as_bool();
    (!same).then(|| format!("{}: {report:?}", case.expected))
}

fn status(response: ResponseCode, issues: Vec<Issue>) -> MessageStatus {
    MessageStatus {
        id: "MLS-1".to_owned(),
        issued: datetime!(2027-01-04 08:15:30.125 +1),
        sender: "000028".to_owned(),
        receiver: "000306-MLS".to_owned(),
        response,
        description: (response == ResponseCode::Rejected)
            .then(|| "Rejected: <rules> & more".to_owned()),
        about: "5b8b9f2e-5a0d-4d0e-9f39-3f6e1f4f2a10".to_owned(),
        issues,
    }
}

fn issue(reason: ReasonCode) -> Issue {
    Issue {
        location: Some("/Invoice[1]".to_owned()),
        description: "[BR-01] missing".to_owned(),
        reason,
    }
}

#[test]
fn what_is_written_is_valid_and_read_again() {
    for status in [
        status(ResponseCode::Delivered, vec![]),
        status(ResponseCode::Accepted, vec![issue(ReasonCode::Warning)]),
        status(
            ResponseCode::Rejected,
            vec![issue(ReasonCode::Rule), Issue { location: None, ..issue(ReasonCode::Warning) }],
        ),
        status(ResponseCode::Rejected, vec![issue(ReasonCode::Syntax)]),
    ] {
        assert_eq!(MessageStatus::read(status.write().as_bytes()).as_ref(), Ok(&status));
    }
}

#[test]
fn what_breaks_a_rule_is_not_read() {
    let wrong = status(ResponseCode::Delivered, vec![issue(ReasonCode::Delivery)]).write();
    let Err(NotAStatus::Invalid(report)) = MessageStatus::read(wrong.as_bytes()) else {
        panic!("taken")
    };
    assert_eq!(report.hits.iter().map(|hit| hit.rule.id).collect::<Vec<_>>(), ["SCH-MLS-25"]);
}
