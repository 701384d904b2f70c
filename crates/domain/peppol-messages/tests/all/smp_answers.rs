//! Answers of SMPs, against the expected verdicts; and that no change to what is signed is ever accepted.

use peppol_messages::smp::{
    AS4_TRANSPORT, Answer, Question, Redirect, ServiceMetadata, Trust, judge_answer,
};
use peppol_messages::trust::{Authorities, Certificate};
use proptest::prelude::*;
use time::OffsetDateTime;
use time::macros::datetime;

use crate::cases::{Case, cases, none};

struct Anchors {
    publishers: Authorities,
    access_points: Authorities,
}

impl Anchors {
    fn read() -> Self {
        let of = |name: &str| {
            let pem = fixtures::text(&format!("peppol-network/pki/{name}.pem"));
            Authorities::new(Certificate::all_of_pem(&pem).expect("certificates"))
                .expect("authorities")
        };
        Self { publishers: of("smp-ca"), access_points: of("ap-ca") }
    }

    fn trust(&self) -> Trust<'_> {
        Trust {
            publishers: &self.publishers,
            access_points: &self.access_points,
            accept_old_algorithms: false,
        }
    }
}

fn question(case: &Case) -> Question {
    let request = &case.expected["request"];
    let of = |member: &str| request[member].as_str().expect("a text");
    let followed = request["redirects_followed"].as_u64().unwrap_or(0) > 0;
    Question {
        participant: of("participant").parse().expect("a participant"),
        document_type: of("document_type").parse().expect("a type"),
        process: of("process").parse().expect("a process"),
        transport: of("transport").to_owned(),
        at: peppol_messages::instant::read_instant(of("now")).expect("an instant"),
        redirected: followed.then(|| Redirect {
            href: "https://smp.example.sk".to_owned(),
            certificate_uid: String::new(),
        }),
    }
}

fn difference(case: &Case, anchors: &Anchors) -> Option<String> {
    let judged = judge_answer(&case.text, &question(case), anchors.trust());
    let expected = case.str("expect");
    let same = match &judged {
        Ok(Answer::Endpoint { address, certificate, .. }) => {
            let result = &case.expected["result"];
            expected == "accept"
                && result["endpoint"].as_str() == Some(address)
                && result["certificate_cn"].as_str() == Some(&certificate.common_name)
        }
        Ok(Answer::Redirect { .. }) => expected == "redirect",
        Err(fault) => expected == "reject" && case.str("reason") == fault.name(),
    };
    (!same).then(|| {
        let mut shown = case.expected.clone();
        for long in ["text", "put", "request"] {
            shown.as_object_mut().and_then(|all| all.remove(long));
        }
        format!("{shown}\n  {judged:?}")
    })
}

#[test]
fn answers_are_judged_as_expected() {
    let (all, anchors) = (cases("smp-signed", 52), Anchors::read());
    none(&all.iter().filter_map(|case| difference(case, &anchors)).collect::<Vec<_>>(), all.len());
}

/// A bit that is flipped changes what is said, or the signature, or nothing that is signed: names of
/// prefixes and white space outside of the root are not. So a changed answer is refused, or says the same.
#[test]
fn no_flipped_bit_is_accepted() {
    let (all, anchors) = (cases("smp-signed", 52), Anchors::read());
    let case = &all[0];
    let question = question(case);
    let told = judge_answer(&case.text, &question, anchors.trust()).expect("accepted");
    let mut accepted = Vec::new();
    for at in 0..case.text.len() {
        for bit in [at % 8, (at + 3) % 8] {
            let mut text = case.text.clone();
            text[at] ^= 1 << bit;
            if let Ok(answer) = judge_answer(&text, &question, anchors.trust()) {
                assert_eq!(answer, told, "byte {at}, bit {bit}");
                accepted.push(at);
            }
        }
    }
    accepted.dedup();
    let root = case.text.windows(4).position(|four| four == b"<Sig").expect("a root");
    let value = String::from_utf8_lossy(&case.text);
    let (from, to) =
        (value.find("<SignatureValue>").expect("it"), value.find("</SignatureValue>").expect("it"));
    for at in accepted {
        let is_space = case.text[at].is_ascii_whitespace();
        let in_value = (from..to).contains(&at) && is_space;
        let in_tag = is_space && at > root;
        assert!(
            at < root || in_value || in_tag,
            "byte {at} of the answer is not signed: {:?}",
            &value[at.saturating_sub(20)..at + 20]
        );
    }
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let anchors = Anchors::read();
        let case = &cases("smp-signed", 52)[0];
        prop_assert!(judge_answer(&bytes, &question(case), anchors.trust()).is_err());
    }
}

fn old(name: &str) -> (Vec<u8>, OffsetDateTime) {
    let all = cases("smp-samples", 5);
    let case = all.iter().find(|case| case.name() == name).expect("a sample");
    (case.text.clone(), datetime!(2019-12-01 0:00 UTC))
}

#[test]
fn what_smps_signed_long_ago_is_refused() {
    let anchors = Anchors::read();
    // the first sample has been changed since it was signed, as Java says too
    for (name, otherwise) in [
        ("signed-service-metadata1.xml", "digest"),
        ("signed-service-metadata2.xml", "chain"),
        ("signed-service-metadata3-c14n-inclusive.xml", "chain"),
    ] {
        let (text, at) = old(name);
        let question = Question { at, ..question(&cases("smp-signed", 52)[0]) };
        let fault = judge_answer(&text, &question, anchors.trust()).expect_err("old");
        assert_eq!(fault.name(), "algorithm", "{name}");
        // with the setting, the signature itself holds; it is of other authorities
        let trust = Trust { accept_old_algorithms: true, ..anchors.trust() };
        let fault = judge_answer(&text, &question, trust).expect_err("not of these authorities");
        assert_eq!(fault.name(), otherwise, "{name}");
    }
}

#[test]
fn the_transport_has_its_name() {
    assert_eq!(AS4_TRANSPORT, "peppol-transport-as4-v2_0");
    assert!(ServiceMetadata::read(b"<x/>").is_err());
}
