//! The published cases, and golden files of what is said of a document of each kind.

use peppol_inspection::{Asked, Inspection, Kind, Options, TrustStore, inspect};
use peppol_messages::trust::Certificate;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use time::OffsetDateTime;
use time::macros::datetime;

const NOW: OffsetDateTime = datetime!(2026-11-22 12:00 UTC);

/// Each line of a file of cases with its text, which may be an edit of an earlier one.
fn cases(name: &str, at_least: usize) -> Vec<(Value, Vec<u8>)> {
    let mut all: Vec<(Value, Vec<u8>)> = Vec::new();
    for line in fixtures::text(&format!("peppol-network/{name}.jsonl")).lines() {
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
    assert!(all.len() >= at_least, "{name} has only {} cases", all.len());
    all
}

fn codes(found: &Inspection) -> BTreeSet<&str> {
    found.errors.iter().map(|one| one.code.as_str()).collect()
}

fn none(differences: &[String]) {
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn envelopes_as_in_the_cases() {
    let mut differences = Vec::new();
    for (case, text) in cases("sbdh", 53) {
        let found = inspect(&text, &Options::at(NOW));
        let list = |member: &str| -> BTreeSet<&str> {
            case[member].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let warnings: BTreeSet<_> = found.warnings.iter().map(|one| one.code.as_str()).collect();
        let mut same = codes(&found) == list("errors") && warnings == list("warnings");
        for (name, value) in case["values"].as_object().into_iter().flatten() {
            same &= found.values.get(name) == Some(value);
        }
        if !same || found.kind != Kind::Envelope {
            differences.push(format!("{}: {found:?}", case["case"]));
        }
    }
    none(&differences);
}

#[test]
fn statuses_as_in_the_cases() {
    let mut differences = Vec::new();
    for (case, text) in cases("mls", 169) {
        let found = inspect(&text, &Options::at(NOW));
        let mut expected: BTreeSet<&str> =
            case["fired"].as_object().into_iter().flatten().map(|(id, _)| id.as_str()).collect();
        let mut codes = codes(&found);
        codes.remove("rules-stopped");
        if case["xsd_valid"] == false {
            expected.insert("schema");
        }
        let checked = case.get("fired").is_some();
        let same = found.valid == case["valid"] && (!checked || codes == expected);
        // whatever is wrong with it, each of these is a status
        if !same || found.kind != Kind::Mls {
            let kind = found.kind;
            differences.push(format!("{}: {kind:?} {codes:?}, not {expected:?}", case["case"]));
        }
    }
    none(&differences);
}

#[test]
fn shapes_as_in_the_cases() {
    for name in ["smp-xsd", "sml-xsd", "businesscard-xsd"] {
        let mut differences = Vec::new();
        for (case, text) in cases(name, 25) {
            let found = inspect(&text, &Options::at(NOW));
            let shape = !codes(&found).iter().any(|code| {
                matches!(*code, "schema" | "wrong-root" | "unknown-document" | "not-readable")
            });
            if shape != case["xsd_valid"] {
                differences.push(format!("{}: {found:?}", case["case"]));
            }
        }
        none(&differences);
    }
}

fn trust() -> TrustStore {
    let pem = |name: &str| fixtures::text(&format!("peppol-network/pki/{name}.pem"));
    let certificates =
        ["smp-ca", "ap-ca", "root"].map(|name| Certificate::of_text(&pem(name)).expect(name));
    TrustStore::of(certificates.to_vec(), &[]).expect("authorities")
}

/// As a sender checks them, without looking at one process alone: what is wrong in one of them is wrong.
#[test]
fn signed_answers_as_in_the_cases() {
    let (trust, mut differences) = (trust(), Vec::new());
    for (case, text) in cases("smp-signed", 52) {
        let request = &case["request"];
        let of = |member: &str| request[member].as_str().expect("a text");
        let id = |member: &str| of(member).parse().expect("an identifier");
        let asked = Asked { participant: id("participant"), document_type: id("document_type") };
        let at = peppol_messages::instant::read_instant(of("now")).expect("an instant");
        let options = Options { trust: Some(&trust), asked: Some(asked), ..Options::at(at) };
        let found = inspect(&text, &options);
        let reason = case["reason"].as_str();
        // an inspection does not know which process is asked for, nor that a redirect led here
        if matches!(reason, Some("no-endpoint" | "second-redirect")) {
            continue;
        }
        let same = match reason {
            None => found.valid,
            Some("schema" | "wrong-root") => !found.valid,
            Some(reason) => codes(&found).contains(reason),
        };
        if !same {
            differences.push(format!("{}: {:?}, not {reason:?}", case["case"], codes(&found)));
        }
    }
    none(&differences);
}

/// `UPDATE_GOLDEN=1` writes the files.
fn golden(name: &str, found: &Inspection) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let path = format!("{folder}/{name}.json");
    let text = serde_json::to_string_pretty(found).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &text).expect("a golden file");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{path} differs; UPDATE_GOLDEN=1 writes it");
}

fn named(file: &str, name: &str) -> Vec<u8> {
    let all = cases(file, 1);
    let found = all.into_iter().find(|(case, _)| case["case"] == name || case["file"] == name);
    found.unwrap_or_else(|| panic!("{name} in {file}")).1
}

#[test]
fn golden_files() {
    let trust = trust();
    let with_trust = Options { trust: Some(&trust), ..Options::at(datetime!(2026-12-01 0:00 UTC)) };
    let plain = Options::at(NOW);
    golden("envelope", &inspect(&named("sbdh", "sbdh-base.xml"), &plain));
    golden("answer", &inspect(&named("smp-signed", "smp-ok.xml"), &with_trust));
    golden("answer-without-trust", &inspect(&named("smp-signed", "smp-ok.xml"), &plain));
    golden("group", &inspect(&named("smp-samples", "peppol-service-group.xml"), &plain));
    golden("mls", &inspect(&cases("mls", 1)[0].1, &plain));
    golden("card", &inspect(&cases("card-samples", 1)[0].1, &plain));
    for sample in
        ["participant-create.xml", "migrate.xml", "list-answer.xml", "fault-not-found.xml"]
    {
        golden(sample.trim_end_matches(".xml"), &inspect(&named("sml-samples", sample), &plain));
    }
}

#[test]
fn golden_files_of_as4() {
    let pem = |name: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}.pem"));
    let certificates = ["apca", "smpca"].map(|name| Certificate::of_text(&pem(name)).expect(name));
    let trust = TrustStore::of(certificates.to_vec(), &[]).expect("authorities");
    let options = Options { trust: Some(&trust), ..Options::at(NOW) };
    golden("certificate", &inspect(pem("ap1").as_bytes(), &options));
    let der = Certificate::of_text(&pem("ap1")).expect("ap1").der().to_vec();
    assert_eq!(inspect(&der, &options), inspect(pem("ap1").as_bytes(), &options));
    let captured = |file: &str| fixtures::bytes(&format!("peppol-network/as4/captured/{file}"));
    // their certificates are of another run of the script: the signature holds, the authority is another
    let body = captured("py1.body");
    golden("as4-message", &inspect(&body, &options));
    let head = [b"Content-Type: ", captured("py1.ct").trim_ascii(), b"\r\n\r\n"].concat();
    assert_eq!(inspect(&[head, body.clone()].concat(), &options), inspect(&body, &options));
    golden("as4-receipt", &inspect(&captured("py1.answer"), &options));
    let changed = String::from_utf8_lossy(&body).replacen("PAT000002", "PAT000003", 1);
    let found = inspect(changed.as_bytes(), &options);
    assert!(codes(&found).contains("EBMS:0101"), "{found:?}");
}

#[test]
fn certificates_are_checked() {
    let pem = |name: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}.pem"));
    let certificates = ["apca", "smpca"].map(|name| Certificate::of_text(&pem(name)).expect(name));
    let list = fixtures::bytes("peppol-network/as4/pki/ap.crl");
    let asking = TrustStore::of(certificates.to_vec(), &[list]).expect("authorities");
    let trust = TrustStore::of(certificates.to_vec(), &[]).expect("authorities");
    for (name, days, error, role) in [
        ("ap1", 0, None, Some("access-point")),
        ("smp", 0, None, Some("smp")),
        ("revoked", 0, Some("certificate-revoked"), None),
        ("rogue", 0, Some("chain"), None),
        ("ap1", 800, Some("certificate-expired"), None),
        ("ap1", -30, Some("certificate-not-yet-valid"), None),
        ("ap1", 200, None, Some("access-point")),
        ("rogue", 200, Some("chain"), None),
    ] {
        let at = NOW + time::Duration::days(days);
        let trust = if name == "smp" { &trust } else { &asking };
        let options = Options { trust: Some(trust), ..Options::at(at) };
        let found = inspect(pem(name).as_bytes(), &options);
        assert_eq!(found.errors.first().map(|one| one.code.as_str()), error, "{name} {days}");
        assert_eq!(found.values["role"].as_str(), role, "{name} {days}");
    }
    // behind the end of the list nobody knows, and what could not be checked is a warning
    let later = Options { trust: Some(&asking), ..Options::at(NOW + time::Duration::days(200)) };
    let found = inspect(pem("ap1").as_bytes(), &later);
    let warnings: Vec<_> = found.warnings.iter().map(|one| one.code.as_str()).collect();
    assert!(found.valid && warnings == ["certificate-revocation-unknown"], "{found:?}");
    let chain = [pem("ap1"), pem("apca")].concat();
    let found = inspect(chain.as_bytes(), &Options { trust: Some(&trust), ..Options::at(NOW) });
    assert!(found.valid, "{found:?}");
    assert_eq!(found.values["certificates"].as_array().map(Vec::len), Some(2));
}

/// Real SMPs write certificates with their PEM lines: the answer that holds one is an answer, and is checked as one.
#[test]
fn what_holds_a_certificate_is_none() {
    let trust = trust();
    let with_trust = |asked| {
        let at = datetime!(2026-12-01 0:00 UTC);
        Options { trust: Some(&trust), asked, ..Options::at(at) }
    };
    let pem = fixtures::text("peppol-network/as4/pki/ap1.pem");
    let answer = String::from_utf8(named("smp-signed", "smp-ok.xml")).expect("text");
    let open = answer.find("Certificate>").expect("a certificate") + "Certificate>".len();
    let close = open + answer[open..].find('<').expect("its end");
    let changed = [&answer[..open], &pem, &answer[close..]].concat();
    let found = inspect(changed.as_bytes(), &with_trust(None));
    assert_eq!((found.kind, found.valid), (Kind::SignedServiceMetadata, false), "{found:?}");
    let other = Asked {
        participant: "iso6523-actorid-upis::9915:other".parse().expect("an id"),
        document_type: "busdox-docid-qns::x".parse().expect("an id"),
    };
    let found = inspect(answer.as_bytes(), &with_trust(Some(other)));
    assert!(!found.valid, "{found:?}");
    // wherever it stands, and whatever is in front
    for (text, kind) in [
        (format!("<x>{pem}</x>"), Kind::Unknown),
        (format!("\u{feff}\n <x>{pem}</x>"), Kind::Unknown),
        (format!("--b\r\nContent-ID: <a>\r\n\r\n{pem}"), Kind::As4),
        (format!("Content-Type: text/plain\r\n\r\n{pem}"), Kind::As4),
        (format!("Key Attributes: <No Attributes>\n{pem}"), Kind::Certificate),
        (format!("\n{pem}"), Kind::Certificate),
    ] {
        let found = inspect(text.as_bytes(), &with_trust(None));
        assert_eq!(found.kind, kind, "{text}");
    }
}

#[test]
fn any_bytes_are_answered() {
    let options = Options::at(NOW);
    for bytes in [
        &b""[..],
        b"\0\0\0",
        b"-",
        b"--",
        b"--x\r\n",
        b"-----BEGIN CERTIFICATE-----",
        b"\x30\x82\x01",
        b"Content-Type: text/plain\n\nx",
        b"Content-Type:\n\n",
        b"<",
        b"<x",
        b"<!DOCTYPE x><x/>",
        b"<StandardBusinessDocument/>",
        b"<BusinessCard/>",
        "\u{feff}<x/>".as_bytes(),
        b"\xff\xfe<\0x\0/\0>\0",
    ] {
        let found = inspect(bytes, &options);
        assert!(!found.valid && !found.errors.is_empty(), "{bytes:?}: {found:?}");
    }
}

/// A document of each kind.
fn samples() -> Vec<Vec<u8>> {
    let pem = fixtures::bytes("peppol-network/as4/pki/ap1.pem");
    vec![
        named("sbdh", "sbdh-base.xml"),
        named("smp-signed", "smp-ok.xml"),
        named("smp-samples", "peppol-service-group.xml"),
        cases("mls", 1)[0].1.clone(),
        cases("card-samples", 1)[0].1.clone(),
        named("sml-samples", "migrate.xml"),
        named("sml-samples", "fault-not-found.xml"),
        pem,
        fixtures::bytes("peppol-network/as4/captured/py1.body"),
        fixtures::bytes("peppol-network/as4/captured/py1.answer"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let found = inspect(&bytes, &Options::at(NOW));
        prop_assert_eq!(found.valid, found.errors.is_empty());
    }

    /// Changed, cut and doubled documents get an answer; what is said to be valid has no error.
    #[test]
    fn no_change_breaks_it(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let trust = trust();
        let options = Options { trust: Some(&trust), ..Options::at(NOW) };
        for mut bytes in samples() {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            let found = inspect(&bytes, &options);
            prop_assert_eq!(found.valid, found.errors.is_empty());
        }
    }
}
