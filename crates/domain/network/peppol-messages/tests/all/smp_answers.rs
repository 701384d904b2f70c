//! Answers of SMPs, against the expected verdicts; and that no change to what is signed is ever accepted.

use peppol_messages::Identifier;
use peppol_messages::smp::{
    AS4_TRANSPORT, Answer, AnswerFault, Endpoint, Process, Question, Redirect, ServiceInformation,
    ServiceMetadata, Trust, check_answer, signer,
};
use peppol_messages::trust::{Authorities, Certificate, Identity};
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
    let checked = check_answer(&case.text, &question(case), anchors.trust());
    let expected = case.str("expect");
    let same = match &checked {
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
        format!("{shown}\n  {checked:?}")
    })
}

#[test]
fn answers_are_checked_as_expected() {
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
    let unchanged = check_answer(&case.text, &question, anchors.trust()).expect("accepted");
    let mut accepted = Vec::new();
    for at in 0..case.text.len() {
        for bit in [at % 8, (at + 3) % 8] {
            let mut text = case.text.clone();
            text[at] ^= 1 << bit;
            if let Ok(answer) = check_answer(&text, &question, anchors.trust()) {
                assert_eq!(answer, unchanged, "byte {at}, bit {bit}");
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
        prop_assert!(check_answer(&bytes, &question(case), anchors.trust()).is_err());
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
        ("signed-service-metadata1.xml", Some("signature")),
        ("signed-service-metadata2.xml", None),
        ("signed-service-metadata3-c14n-inclusive.xml", None),
    ] {
        let (text, at) = old(name);
        let question = Question { at, ..question(&cases("smp-signed", 52)[0]) };
        let fault = check_answer(&text, &question, anchors.trust()).expect_err("old");
        assert_eq!(fault.name(), "algorithm", "{name}");
        let signed = signer(&text, true).map_err(|fault| fault.name());
        assert_eq!(signed.err(), otherwise, "{name}");
        // nothing is computed for a signer of other authorities
        let trust = Trust { accept_old_algorithms: true, ..anchors.trust() };
        let fault = check_answer(&text, &question, trust).expect_err("not of these authorities");
        assert_eq!(fault.name(), "chain", "{name}");
    }
}

/// What our own SMP signs, with the keys of the AS4 fixtures.
fn own_answer(metadata: &ServiceMetadata, question: &Question) -> Result<Answer, AnswerFault> {
    let pem = |name: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}"));
    let certificate = |name: &str| Certificate::all_of_pem(&pem(name)).expect(name).remove(0);
    let own = Identity::of_pem(certificate("smp.pem"), &pem("smp.key")).expect("an identity");
    let of = |name: &str| Authorities::new(vec![certificate(name)]).expect(name);
    let (publishers, access_points) = (of("smpca.pem"), of("apca.pem"));
    let trust = Trust {
        publishers: &publishers,
        access_points: &access_points,
        accept_old_algorithms: false,
    };
    check_answer(metadata.sign(&own).expect("signed").as_bytes(), question, trust)
}

fn own_question() -> Question {
    Question {
        participant: Identifier::participant("0245:2900000015"),
        document_type: Identifier::new("busdox-docid-qns", "urn:x::Invoice##urn:č & <y>::2.1"),
        process: Identifier::process("p"),
        transport: AS4_TRANSPORT.to_owned(),
        at: datetime!(2026-11-22 12:00 UTC),
        redirected: None,
    }
}

fn own_metadata() -> ServiceInformation {
    let question = own_question();
    let certificate = fixtures::text("peppol-network/as4/pki/ap2.pem");
    let endpoint = Endpoint {
        transport: Some(AS4_TRANSPORT.to_owned()),
        address: "https://ap.example.sk/as4?a=1&b=2".to_owned(),
        active_from: Some(question.at),
        expires: Some(datetime!(2027-01-01 0:00 UTC)),
        certificate,
        description: "Príjem \"faktúr\"".to_owned(),
        contact: "mailto:x@example.sk".to_owned(),
        information: None,
    };
    let process = Process { process: question.process, endpoints: vec![endpoint] };
    ServiceInformation {
        participant: question.participant,
        document_type: question.document_type,
        processes: vec![process],
    }
}

#[test]
fn what_we_sign_is_believed() {
    let metadata = ServiceMetadata::Information(own_metadata());
    assert_eq!(ServiceMetadata::read(metadata.write().as_bytes()).as_ref(), Ok(&metadata));
    let answer = own_answer(&metadata, &own_question()).expect("believed");
    let Answer::Endpoint { address, certificate, signer } = answer else { panic!("an endpoint") };
    assert_eq!(address, "https://ap.example.sk/as4?a=1&b=2");
    assert_eq!(certificate.common_name, "PAT000002");
    assert_eq!(signer.common_name, "PSK000001");
}

#[test]
fn endpoints_are_chosen_by_transport_and_dates() {
    let with = |change: fn(&mut Vec<Endpoint>)| {
        let mut information = own_metadata();
        change(&mut information.processes[0].endpoints);
        let answer = own_answer(&ServiceMetadata::Information(information), &own_question());
        answer.map_err(|fault| fault.name()).err()
    };
    assert_eq!(with(|all| all.push(all[0].clone())), Some("duplicate-endpoint"));
    assert_eq!(with(|all| all[0].expires = all[0].active_from), Some("no-endpoint"));
    assert_eq!(with(|all| all[0].transport = None), Some("no-endpoint"));
    assert_eq!(with(|all| all[0].address = "http://x.sk".to_owned()), Some("endpoint-url"));
    assert_eq!(with(|all| all[0].certificate = "x".to_owned()), Some("endpoint-certificate"));
}

#[test]
fn redirects_are_followed_once_and_name_their_signer() {
    let to = Redirect {
        href: "https://smp.example.sk/x".to_owned(),
        certificate_uid: "PSK000001".to_owned(),
    };
    let answer = own_answer(&ServiceMetadata::Redirect(to.clone()), &own_question());
    assert!(matches!(answer, Ok(Answer::Redirect { to: there, .. }) if there == to));
    let metadata = ServiceMetadata::Information(own_metadata());
    let ask = |uid: &str| {
        let redirected = Some(Redirect { certificate_uid: uid.to_owned(), ..to.clone() });
        own_answer(&metadata, &Question { redirected, ..own_question() })
    };
    for uid in ["PSK000001", "C=SK, O=x, CN=PSK000001", ""] {
        assert!(ask(uid).is_ok(), "{uid}");
    }
    assert_eq!(ask("PSK000002").expect_err("another").name(), "certificate-uid");
    let again = Question { redirected: Some(to.clone()), ..own_question() };
    let fault = own_answer(&ServiceMetadata::Redirect(to), &again).expect_err("again");
    assert_eq!(fault.name(), "second-redirect");
}
