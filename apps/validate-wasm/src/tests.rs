use super::*;
use serde_json::Value;

/// 29 November 2026, noon.
const NOW: &str = r#"{"now":1795953600}"#;

fn said(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn good() -> String {
    fixtures::text("documents/ubl/invoice.xml")
}

#[test]
fn a_document_gets_the_verdict_of_the_day() {
    let verdict = said(&validate(good().as_bytes(), NOW));
    assert_eq!((&verdict["valid"], &verdict["ruleset"]), (&json!(true), &json!("peppol-ubl")));
    assert_eq!(verdict["release"], "3.0.21");
    let later = said(&validate(good().as_bytes(), r#"{"now":1803470400,"name":"a.xml"}"#));
    assert_eq!((&later["release"], &later["document"]), (&json!("3.0.22"), &json!("a.xml")));
    let named = said(&validate(good().as_bytes(), r#"{"release":"3.0.22"}"#));
    assert_eq!(named["release"], "3.0.22");
    let bad = good().replace("<cbc:DocumentCurrencyCode>EUR", "<cbc:DocumentCurrencyCode>EURO");
    let bad = said(&validate(bad.as_bytes(), r#"{"now":1795953600,"max_findings":0}"#));
    assert_eq!(bad["valid"], false);
    assert!(bad["findings"].as_array().is_some_and(|all| !all.is_empty()), "{bad}");
}

#[test]
fn any_bytes_get_a_verdict() {
    for bytes in [&b""[..], b"\xff\xfe\x00", b"<Invoice>", b"%PDF-1.7"] {
        let verdict = said(&validate(bytes, NOW));
        assert_eq!(verdict["valid"], false);
        assert!(verdict["findings"][0]["rule"].as_str().is_some_and(|id| id.starts_with("guard-")));
        assert_eq!(view(bytes), "null");
    }
    let deep = "<a>".repeat(100_000);
    let verdict = said(&validate(deep.as_bytes(), NOW));
    assert_eq!(verdict["findings"][0]["rule"], "guard-depth");
}

#[test]
fn what_cannot_be_used_is_named() {
    for (options, expected) in [
        ("", "now: "),
        ("{}", "now: "),
        (r#"{"release":"next"}"#, "now: "),
        (r#"{"release":"3"}"#, "release: must be 3.0.21"),
        (r#"{"ruleset":"ubl","now":0}"#, "ruleset: must be auto, en16931-ubl"),
        (r#"{"colour":"red"}"#, "options: unknown field `colour`"),
        ("[", "options: "),
    ] {
        let answer = said(&validate(b"<a/>", options));
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.starts_with(expected), "{options}: {answer}");
    }
    let error = said(&explain("BR-CO-1X"));
    assert!(error["error"].as_str().is_some_and(|text| text.contains("near: BR-CO-1")), "{error}");
}

#[test]
fn rules_terms_and_documents_are_told() {
    assert_eq!(said(&explain(" br-co-15 "))["rules"][0]["rule"], "BR-CO-15");
    assert_eq!(said(&explain("BT-115"))["term"]["name"], "Amount due for payment");
    let view = said(&view(good().as_bytes()));
    assert_eq!(view["head"][0]["term"], "BT-1");
    assert!(!view["lines"].as_array().expect("lines").is_empty());
}
