//! What we sign, encrypt and bring into canonical form, compared with libraries that share nothing with ours: libxml2,
//! libxmlsec1 and OpenSSL, as Python has them. Ignored without `BILLHOOK_PEERS`, as the tests of `peer`.

use crate::common::{AT, Message, certificate, identity};
use crate::peer::{PATIENCE, peer};
use peppol_messages::Identifier;
use peppol_messages::as4::{EbmsError, Receiver, receive};
use peppol_messages::smp::{AS4_TRANSPORT, Endpoint, Process, ServiceInformation};
use peppol_messages::trust::Certificate;
use serde_json::Value;
use std::collections::HashMap;
use std::process::Stdio;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::timeout;
use xml::{Canonical, Parsed};

/// What a script prints of these byte strings.
async fn said_of(mut command: Command, frames: &[impl AsRef<[u8]>]) -> String {
    let command = command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a Python");
    let mut input = child.stdin.take().expect("its input");
    for frame in frames {
        let bytes = frame.as_ref();
        let length = u32::try_from(bytes.len()).expect("small").to_le_bytes();
        // one that ends early says why
        let _ = input.write_all(&length).await;
        let _ = input.write_all(bytes).await;
    }
    drop(input);
    let output = timeout(PATIENCE, child.wait_with_output()).await.expect("in time");
    let output = output.expect("its output");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// An answer of our SMP, with characters that are written in more than one way.
fn smp_answer() -> String {
    let document_type = Identifier::new("busdox-docid-qns", "urn:x::Invoice##urn:y#č & <z>::2.1");
    let endpoint = Endpoint {
        transport: Some(AS4_TRANSPORT.to_owned()),
        address: "https://ap.example.sk/as4?a=1&b=2".to_owned(),
        active_from: Some(AT),
        expires: None,
        certificate: certificate("ap2").base64(),
        description: "Príjem \"faktúr\"\tA\r\nB".to_owned(),
        contact: "mailto:x@example.sk".to_owned(),
        information: None,
    };
    let process = Process { process: Identifier::process("p"), endpoints: vec![endpoint] };
    let information = ServiceInformation {
        participant: Identifier::participant("0245:2900000015"),
        document_type,
        processes: vec![process],
    };
    test_network::signed(&information, &identity("smp"))
}

#[test_needs::with_peers]
#[tokio::test]
async fn libxmlsec_and_openssl_take_what_we_sign_and_encrypt() {
    let command = peer("signatures.py");
    let (own, message) = (identity("ap2"), Message::default());
    let sealed = message.sealed();
    let (identities, everybody) = ([&own], |_: &Certificate| Ok(()));
    let receiver = Receiver::new(&identities, &everybody);
    let received = receive(&sealed.content_type, &sealed.body, &receiver).expect("taken");
    let receipt = received.receipt(&own, "1@billhook", AT).expect("signed");
    let error = EbmsError::not_serviced(&message.id).signal(&own, "2@billhook", AT);
    let (answer, error) = (smp_answer(), error.expect("signed"));
    let frames: [&[u8]; 6] = [
        answer.as_bytes(),
        sealed.content_type.as_bytes(),
        &sealed.body,
        &received.payload,
        receipt.as_bytes(),
        error.as_bytes(),
    ];
    let said = said_of(command, &frames).await;
    assert_eq!(said, "verified: SMP answer, receipt, error, message");
}

/// The documents of a file of cases, each of which may be an edit of an earlier one.
fn of_lines(name: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in fixtures::text(&format!("peppol-network/{name}.jsonl")).lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let number = |of: &str| usize::try_from(case[of].as_u64().expect(of)).expect("small");
        let text = case["text"].as_str().map(str::to_owned).unwrap_or_else(|| {
            let (like, keep) = (&all[number("like")], number("keep"));
            let put = case["put"].as_str().expect("a text");
            // cases are cut at bytes
            let bytes = [
                &like.as_bytes()[..keep],
                put.as_bytes(),
                &like.as_bytes()[keep + number("skip")..],
            ];
            String::from_utf8_lossy(&bytes.concat()).into_owned()
        });
        all.push(text);
    }
    all
}

/// The documents of the conformance cases: texts replaced in one of the documents, or in an earlier case.
fn of_conformance() -> Vec<String> {
    let mut known = HashMap::new();
    for kind in ["ubl", "cii"] {
        for (file, text) in fixtures::files(&format!("documents/{kind}")) {
            let name = file.trim_end_matches(".xml").to_owned();
            known.insert(name, text);
        }
    }
    for line in fixtures::text("conformance/cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let of = |member: &str| case[member].as_str().expect(member).to_owned();
        let Some(mut text) = known.get(&of("from")).cloned() else { continue };
        for edit in case["edits"].as_array().expect("edits") {
            let part = |at: usize| edit[at].as_str().unwrap_or_default();
            text = text.replace(part(0), part(1));
        }
        known.insert(of("case"), text);
    }
    known.into_values().collect()
}

/// The same document with what canonical forms are about: line ends of every kind, references, sections, comments,
/// instructions, attributes in another order, namespaces that are declared again or for nothing.
fn varied(text: &str, number: usize) -> String {
    let inserted = [
        "<!-- c\r\nd --><?p  q\r\n r ?><![CDATA[<&>]]]]>&#13;&#10;&#x9;\r\n&lt;&gt;&amp;&quot;&apos;\u{1f600}",
        "<z:z xmlns:z='urn:z' xmlns='' z:b=\"2\" a='1&#10;&#13;&#9;\n\t&lt;&quot;>'  xml:lang='sk'><y xmlns=\"urn:y\"/></z:z>",
        "<a xmlns:xsi='urn:other' xmlns:cbc='urn:cbc' xmlns:u='urn:unused'><b xsi:t='&amp;'/><xsi:c xmlns:xsi='urn:again'/></a>",
    ];
    let root = text.rfind("</").unwrap_or(text.len());
    let with =
        [&text[..root], inserted[number % inserted.len()], &text[root..], "\n<!-- e -->\r\n<?f?>"]
            .concat();
    if number.is_multiple_of(2) { with } else { with.replace('\n', "\r\n").replace("\r\r", "\r") }
}

fn documents() -> Vec<String> {
    let mut all: Vec<String> = of_conformance();
    for folder in ["eusr", "tsr", "sk-tdd"] {
        let cases = fixtures::cases(&format!("peppol-network/{folder}"));
        all.extend(cases.into_iter().map(|case| case.text));
    }
    for name in ["mls", "sbdh", "sml-samples", "sml-xsd", "smp-signed", "smp-xsd", "card-samples"] {
        all.extend(of_lines(name));
    }
    let variants: Vec<_> =
        all.iter().enumerate().map(|(number, text)| varied(text, number)).collect();
    all.extend(variants);
    all
}

#[test_needs::with_peers]
#[tokio::test]
async fn canonical_forms_are_those_of_libxml2() {
    let command = peer("canonical.py");
    let mut frames = Vec::new();
    for text in &documents() {
        let Ok(parsed) = Parsed::read(text.as_bytes()) else { continue };
        let root = parsed.document().root();
        let with = |exclusive, prefixes: &[&'static str]| {
            let inclusive_prefixes = prefixes.iter().copied().collect();
            Canonical { exclusive, comments: true, inclusive_prefixes, without: None }.of(root)
        };
        let forms = [with(false, &[]), with(true, &[]), with(true, &["cbc", "xsi"])];
        frames.push(text.clone());
        frames.extend(forms);
    }
    let count = frames.len() / 4;
    assert!(count >= 1_500, "{count} documents");
    assert_eq!(said_of(command, &frames).await, format!("compared {}", 3 * count));
}
