//! What strangers can have computed: their certificate is looked at before anything is, and what is done for anybody ends.

use crate::as4::{certificate, edited, refused};
use crate::resigned::{RIGHT, SEALED, Signer, changed, resigned, taken};
use peppol_messages::as4::EbmsCode::{FailedAuthentication, InvalidHeader};

const TOO_MUCH: &str = "asks for more work than is done";

/// The certificate comes first, then the value of the signature, then what was signed: each fault here has those behind
/// it too.
#[test]
fn trust_comes_before_work() {
    let evil = |soap: &str| soap.replace("wsu:Id=\"body\"/>", "wsu:Id=\"body\"><evil/></S12:Body>");
    let by_rogue = |soap: &str| {
        let soap = RIGHT.sign(&evil(soap));
        soap.replace(&certificate("ap1").base64(), &certificate("rogue").base64())
    };
    let (before, after) = ("<ds:DigestValue>", "<ds:DigestValue>AAAA");
    for (what, body) in [
        ("not issued by an authority", edited(&SEALED, by_rogue)),
        (
            "not the one of its certificate",
            edited(&SEALED, |soap| changed(&evil(soap), before, after)),
        ),
        ("its digest differs", edited(&SEALED, evil)),
    ] {
        refused(&SEALED, &body, FailedAuthentication, what);
    }
}

#[test]
fn a_signature_asks_for_little() {
    // three things are signed, and a fourth may be
    let twice = Signer { covers: &["#messaging", "#body", "cid:", "#body"], ..RIGHT };
    taken("four references", &resigned(&twice, str::to_owned));
    let often = Signer { covers: &["#messaging", "#body", "cid:", "#body", "#body"], ..RIGHT };
    let body = resigned(&often, str::to_owned);
    refused(&SEALED, &body, FailedAuthentication, TOO_MUCH);
    let list = |count: usize| {
        let names: Vec<_> = (0..count).map(|at| format!("p{}", at % 70)).collect();
        let prefixes: &'static str = names.join(" ").leak();
        resigned(&Signer { prefixes, ..RIGHT }, str::to_owned)
    };
    taken("as many prefixes as there may be", &list(64));
    refused(&SEALED, &list(65), FailedAuthentication, TOO_MUCH);
    let again = Signer { prefixes: "S12 wsse S12 wsu ".repeat(1_000).leak(), ..RIGHT };
    taken("a prefix counts once", &resigned(&again, str::to_owned));
}

/// A body in which each of so many elements writes a namespace of so many bytes again.
fn growing(elements: usize, length: usize) -> Vec<u8> {
    resigned(&RIGHT, |soap| {
        let uri = "u".repeat(length);
        let begin = format!("<S12:Body xmlns:p=\"{uri}\" wsu:Id=\"body\">");
        let content = format!("{begin}{}</S12:Body>", "<p:a/>".repeat(elements));
        changed(soap, "<S12:Body wsu:Id=\"body\"/>", &content)
    })
}

/// As much as one who is in the network may ask for, and no more.
#[test]
fn canonical_forms_are_bounded_by_steps() {
    taken("thousands of elements", &growing(10_000, 20));
    refused(&SEALED, &growing(1_000, 10_000), FailedAuthentication, TOO_MUCH);
    refused(&SEALED, &growing(20_000, 20), InvalidHeader, "more elements");
}
