//! The cases, with the verdicts of the official stylesheet and schema.

use billing_rules::{report, rules};
use mls_rules::{MLS, is_mls};
use serde_json::Value;
use std::collections::BTreeMap;
use xml::Parsed;

fn cases() -> Vec<(Value, Vec<u8>)> {
    let mut all: Vec<(Value, Vec<u8>)> = Vec::new();
    for line in fixtures::text("peppol-network/mls.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let number =
            |member: &str| usize::try_from(case[member].as_u64().expect(member)).expect("small");
        let text = match case["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => {
                let (like, keep) = (&all[number("like")].1, number("keep"));
                let put = case["put"].as_str().expect("a text").as_bytes();
                [&like[..keep], put, &like[keep + number("skip")..]].concat()
            }
        };
        all.push((case, text));
    }
    all
}

#[test]
fn verdicts_agree() {
    let (all, mut differences, mut checked) = (cases(), Vec::new(), 0);
    assert_eq!(all.len(), 169);
    for (case, text) in &all {
        let parsed = Parsed::read(text);
        let report = report(&parsed, &MLS);
        let mut same =
            report.is_valid() == case["valid"] && report.schema_valid == case["xsd_valid"];
        // where the official rules stop they say nothing, and neither do ours
        if let Some(fired) = case["fired"].as_object() {
            checked += 1;
            let expected: BTreeMap<&str, u64> = fired
                .iter()
                .map(|(id, one)| (id.as_str(), one["count"].as_u64().unwrap_or(1)))
                .collect();
            let found: BTreeMap<&str, u64> = report
                .fired()
                .iter()
                .filter(|(id, _)| id.starts_with("SCH-"))
                .map(|(id, (_, count))| (*id, *count as u64))
                .collect();
            same &= expected == found;
        }
        if !same {
            differences.push(format!("{}: {:?}", case["case"], report.fired()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(checked > 140, "{checked}");
}

#[test]
fn statuses_are_distinguished_from_other_answers() {
    let valid = &cases()[0].1;
    assert!(is_mls(&Parsed::read(valid).expect("XML")));
    let text = String::from_utf8(valid.clone()).expect("text");
    let response =
        text.replace("urn:peppol:edec:mls:1.0", "urn:fdc:peppol.eu:poacc:trns:invoice_response:3");
    assert!(!is_mls(&Parsed::read(response.as_bytes()).expect("XML")));
    assert!(!is_mls(&Parsed::read(b"<ApplicationResponse/>").expect("XML")));
}

#[test]
fn findings_are_explained() {
    let text = String::from_utf8(cases()[0].1.clone()).expect("text");
    let text = text.replacen("<cac:SenderParty>", "<cac:SenderParty><cac:Oops/>", 1);
    let parsed = Parsed::read(text.as_bytes());
    let report = report(&parsed, &MLS);
    let shown = report.explain();
    assert_eq!(shown[0].rule, "schema-shape");
    assert!(shown[0].message.contains("Oops does not belong here"), "{}", shown[0].message);
    assert!(shown[0].location.to_string().contains("SenderParty"), "{}", shown[0].location);
    assert_eq!(rules(&MLS).len(), 31);
}
