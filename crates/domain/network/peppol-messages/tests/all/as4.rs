//! AS4 messages: there and back, what is refused, and that no flipped bit is taken.

use peppol_messages::Identifier;
use peppol_messages::as4::{
    EbmsCode, EbmsError, Outgoing, RANDOM_BYTES, Randomness, Received, Receiver, Reply, ReplyFault,
    Sealed, SignedPart, read_answer, receive, signer_of,
};
use peppol_messages::sbdh::Header;
use peppol_messages::trust::{Authorities, Certificate, Identity, NoIdentity, Untrusted};
use proptest::prelude::*;
use time::OffsetDateTime;
use time::macros::datetime;

const AT: OffsetDateTime = datetime!(2026-11-22 12:00 UTC);
pub(crate) const MESSAGE: &str = "9fa201b7-e549-431a-b672-f6ada9ec755c@billhook";

pub(crate) fn file(name: &str) -> String {
    fixtures::text(&format!("peppol-network/as4/pki/{name}"))
}

pub(crate) fn certificate(name: &str) -> Certificate {
    Certificate::all_of_pem(&file(&format!("{name}.pem"))).expect(name).remove(0)
}

pub(crate) fn identity(name: &str) -> Identity {
    Identity::of_pem(certificate(name), &file(&format!("{name}.key"))).expect(name)
}

fn access_points() -> Authorities {
    let revoked = fixtures::bytes("peppol-network/as4/pki/ap.crl");
    let authorities = Authorities::new(vec![certificate("apca")]).expect("an authority");
    authorities.with_revocation_lists(&[revoked]).expect("a list")
}

fn document_type() -> Identifier {
    "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1".parse().expect("a type")
}

fn process() -> Identifier {
    Identifier::process("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0")
}

pub(crate) fn payload() -> Vec<u8> {
    let header = Header {
        country_c1: "SK".to_owned(),
        instance: "5b8b9f2e".to_owned(),
        created: "2026-11-22T12:00:00Z".to_owned(),
        ..Header::of("0245:2900000004", "9915:test", document_type(), process())
    };
    header.wrap(&fixtures::bytes("documents/ubl/invoice.xml")).expect("an envelope")
}

fn seal_with(from: &Identity, to: &Certificate, payload: &[u8]) -> Sealed {
    seal_at(AT, from, to, payload, [7; RANDOM_BYTES])
}

fn seal_at(
    at: OffsetDateTime,
    from: &Identity,
    to: &Certificate,
    payload: &[u8],
    random: [u8; RANDOM_BYTES],
) -> Sealed {
    let (sender, receiver) =
        (Identifier::participant("0245:2900000004"), Identifier::participant("9915:test"));
    let outgoing = Outgoing {
        message_id: MESSAGE,
        at,
        sender: &sender,
        receiver: &receiver,
        document_type: &document_type(),
        process: &process(),
        payload,
    };
    outgoing.seal(from, to, &Randomness::from(random)).expect("sealed")
}

pub(crate) fn seal(payload: &[u8]) -> Sealed {
    seal_with(&identity("ap1"), &certificate("ap2"), payload)
}

pub(crate) fn take(content_type: &str, body: &[u8]) -> Result<Received, EbmsError> {
    let (own, authorities) = (identity("ap2"), access_points());
    let is_trusted = |certificate: &Certificate| authorities.check(certificate, AT);
    receive(content_type, body, &Receiver::new(&[&own], &is_trusted))
}

#[test]
fn a_message_goes_there_and_its_receipt_back() {
    let payload = payload();
    let sealed = seal(&payload);
    let received = take(&sealed.content_type, &sealed.body).expect("taken");
    assert_eq!(received.payload, payload);
    assert_eq!(received.message.message_id, MESSAGE);
    assert_eq!(
        (received.message.from.as_str(), received.message.to.as_str()),
        ("PSK000001", "PAT000002")
    );
    assert_eq!(received.signer, certificate("ap1"));
    assert_eq!(received.envelope().expect("an envelope").header.instance, "5b8b9f2e");
    let receipt = received.receipt(&identity("ap2"), "1@billhook", AT).expect("signed");
    let reply = answer(receipt.as_bytes(), &sealed);
    let timestamp = "2026-11-22T12:00:00.000Z".to_owned();
    assert_eq!(reply, Ok(Reply::Receipt { message_id: "1@billhook".to_owned(), timestamp }));
}

pub(crate) fn answer(body: &[u8], sent: &Sealed) -> Result<Reply, ReplyFault> {
    let authorities = access_points();
    let is_trusted = |certificate: &Certificate| authorities.check(certificate, AT);
    read_answer("application/soap+xml; charset=UTF-8", body, sent, &certificate("ap2"), &is_trusted)
}

/// The same message, sealed again for a retry, is proved by the receipt of the first attempt.
#[test]
fn the_receipt_of_an_attempt_fits_each_retry() {
    let payload = payload();
    let first = seal(&payload);
    let taken = |sealed: &Sealed| take(&sealed.content_type, &sealed.body).expect("taken");
    let receipt = taken(&first).receipt(&identity("ap2"), "1@billhook", AT).expect("signed");
    let (from, to) = (identity("ap1"), certificate("ap2"));
    let retry = seal_at(AT, &from, &to, &payload, [8; RANDOM_BYTES]);
    assert_ne!(retry.body, first.body, "another key");
    assert!(taken(&retry).is_proved_by(&receipt));
    assert!(matches!(answer(receipt.as_bytes(), &retry), Ok(Reply::Receipt { .. })));
    let later = seal_at(AT + time::Duration::SECOND, &from, &to, &payload, [8; RANDOM_BYTES]);
    assert!(!taken(&later).is_proved_by(&receipt), "its header says another time");
    let other = seal_at(AT, &from, &to, &[&payload[..], b"\n"].concat(), [8; RANDOM_BYTES]);
    assert!(!taken(&other).is_proved_by(&receipt), "its payload is another");
}

#[test]
fn errors_are_written_and_understood() {
    let sealed = seal(&payload());
    let error = EbmsError::not_serviced(MESSAGE);
    let signal = error.signal(&identity("ap2"), "2@billhook", AT).expect("signed");
    let reply = answer(signal.as_bytes(), &sealed).expect("an error");
    assert!(reply.is_not_serviced());
    assert!(matches!(reply, Reply::Error { code, is_signed: true, .. } if code == "EBMS:0004"));
    assert_eq!(signer_of(signal.as_bytes()), Some(certificate("ap2")));
    assert_eq!(signer_of(signal.replace("NOT_SERVICED", "SERVICED").as_bytes()), None);
    let by_another = error.signal(&identity("ap1"), "2@billhook", AT).expect("signed");
    assert!(matches!(
        answer(by_another.as_bytes(), &sealed),
        Ok(Reply::Error { is_signed: false, .. })
    ));
    let duplicate = signal.replace("EBMS:0004", "EBMS:4001");
    let had = |is_signed| Ok(Reply::AlreadyReceived { is_signed });
    assert_eq!(answer(duplicate.as_bytes(), &sealed), had(false), "changed after it was signed");
    let about = format!("<eb:RefToMessageId>{MESSAGE}</eb:RefToMessageId>");
    assert!(signal.contains(&about), "{signal}");
    let unnamed = signal.replace(&about, "");
    assert!(matches!(answer(unnamed.as_bytes(), &sealed), Ok(Reply::Error { .. })));
    let unnamed = duplicate.replace(&about, "");
    assert_eq!(
        answer(unnamed.as_bytes(), &sealed),
        Err(ReplyFault::OtherMessage),
        "it may be about anything"
    );
    let about_another = EbmsError::not_serviced("other@x").signal(&identity("ap2"), "2@b", AT);
    assert_eq!(
        answer(about_another.expect("signed").as_bytes(), &sealed),
        Err(ReplyFault::OtherMessage)
    );
    // a detail with markup in it stays text
    let markup = EbmsError::other(MESSAGE, "<x> & \"y\"")
        .signal(&identity("ap2"), "3@b", AT)
        .expect("signed");
    let Ok(Reply::Error { detail, .. }) = answer(markup.as_bytes(), &sealed) else {
        panic!("an error")
    };
    assert_eq!(detail, "<x> & \"y\"");
}

#[test]
fn receipts_that_prove_nothing_are_no_receipts() {
    let sealed = seal(&payload());
    let received = take(&sealed.content_type, &sealed.body).expect("taken");
    let receipt = received.receipt(&identity("ap2"), "1@billhook", AT).expect("signed");
    let by_another = received.receipt(&identity("ap1"), "1@billhook", AT).expect("signed");
    assert_eq!(answer(by_another.as_bytes(), &sealed), Err(ReplyFault::OtherSigner));
    let mut other = sealed.clone();
    other.message_id = "other@billhook".to_owned();
    assert_eq!(answer(receipt.as_bytes(), &other), Err(ReplyFault::OtherMessage));
    let mut more = sealed.clone();
    more.parts.push(SignedPart { uri: "cid:more".to_owned(), digest: vec![0; 32] });
    assert_eq!(
        answer(receipt.as_bytes(), &more),
        Err(ReplyFault::Incomplete("cid:more".to_owned()))
    );
    let mut changed = sealed.clone();
    changed.parts[2].digest[0] ^= 1;
    assert!(matches!(answer(receipt.as_bytes(), &changed), Err(ReplyFault::Incomplete(_))));
    let unsigned = receipt.replace("wsse:Security", "wsse:Insecurity");
    assert!(matches!(answer(unsigned.as_bytes(), &sealed), Err(ReplyFault::Signature(_))));
    for body in ["", "<html/>", "502 Bad Gateway", "<S12:Envelope/>"] {
        assert!(matches!(answer(body.as_bytes(), &sealed), Err(ReplyFault::NoSignal(_))), "{body}");
    }
}

/// The SOAP envelope of a message, edited, with the attachment as it was.
pub(crate) fn edited(sealed: &Sealed, edit: impl Fn(&str) -> String) -> Vec<u8> {
    let text = |bytes: &[u8], part: &[u8]| {
        bytes.windows(part.len()).position(|at| at == part).expect("a part")
    };
    let from = text(&sealed.body, b"<S12:Envelope");
    let to = text(&sealed.body, b"</S12:Envelope>") + b"</S12:Envelope>".len();
    let soap = std::str::from_utf8(&sealed.body[from..to]).expect("UTF-8");
    [&sealed.body[..from], edit(soap).as_bytes(), &sealed.body[to..]].concat()
}

#[track_caller]
pub(crate) fn refused(sealed: &Sealed, body: &[u8], code: EbmsCode, detail: &str) {
    let error = take(&sealed.content_type, body).expect_err(detail);
    assert_eq!(error.code, code, "{error}");
    assert!(error.detail.contains(detail), "{error}");
}

pub(crate) fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let at = text.find(from).expect("a start");
    let end = text[at..].find(to).expect("an end") + to.len();
    &text[at..at + end]
}

#[test]
fn each_attack_is_refused_by_its_name() {
    use EbmsCode::{FailedAuthentication, FailedDecryption, InvalidHeader, PolicyNoncompliance};
    let sealed = seal(&payload());
    let signature = |soap: &str| between(soap, "<ds:Signature ", "</ds:Signature>").to_owned();
    let data =
        |soap: &str| between(soap, "<xenc:EncryptedData ", "</xenc:EncryptedData>").to_owned();
    type Edit<'e> = Box<dyn Fn(&str) -> String + 'e>;
    let edits: Vec<(EbmsCode, &str, Edit<'_>)> = vec![
        (
            InvalidHeader,
            "document type declaration",
            Box::new(|soap| format!("<!DOCTYPE x [<!ENTITY e 'e'>]>{soap}")),
        ),
        (FailedAuthentication, "not signed", Box::new(|soap| soap.replace(&signature(soap), ""))),
        (
            FailedAuthentication,
            "two signatures",
            Box::new(|soap| {
                soap.replace("</wsse:Security>", &format!("{}</wsse:Security>", signature(soap)))
            }),
        ),
        (
            FailedAuthentication,
            "two signatures",
            Box::new(|soap| {
                soap.replace(
                    "<S12:Body wsu:Id=\"body\"/>",
                    &format!("<S12:Body wsu:Id=\"body\">{}</S12:Body>", signature(soap)),
                )
            }),
        ),
        (PolicyNoncompliance, "not encrypted", Box::new(|soap| soap.replace(&data(soap), ""))),
        (
            PolicyNoncompliance,
            "more than the payload",
            Box::new(|soap| {
                soap.replace("</wsse:Security>", &format!("{}</wsse:Security>", data(soap)))
            }),
        ),
        (
            PolicyNoncompliance,
            "AES-128-GCM",
            Box::new(|soap| soap.replace("xmlenc11#aes128-gcm", "xmlenc#aes128-cbc")),
        ),
        (
            PolicyNoncompliance,
            "RSA-OAEP",
            Box::new(|soap| {
                soap.replace(
                    "http://www.w3.org/2009/xmlenc11#rsa-oaep",
                    "http://www.w3.org/2001/04/xmlenc#rsa-1_5",
                )
            }),
        ),
        (
            PolicyNoncompliance,
            "canonical form",
            Box::new(|soap| soap.replace("MimeType=\"application/gzip\"", "MimeType=\"text/xml\"")),
        ),
        (
            PolicyNoncompliance,
            "another attachment",
            Box::new(|soap| {
                soap.replace("CipherReference URI=\"cid:", "CipherReference URI=\"cid:x")
            }),
        ),
        (
            FailedDecryption,
            "encrypted key is missing",
            Box::new(|soap| {
                soap.replace("<wsse:Reference URI=\"#EK-", "<wsse:Reference URI=\"#XX-")
            }),
        ),
        (
            PolicyNoncompliance,
            "no security header",
            Box::new(|soap| {
                soap.replace("wsse:Security>", "wsse:Insecurity>")
                    .replace("<wsse:Security ", "<wsse:Insecurity ")
            }),
        ),
        (
            PolicyNoncompliance,
            "two security headers",
            Box::new(|soap| soap.replace("</S12:Header>", "<wsse:Security/></S12:Header>")),
        ),
        (
            FailedAuthentication,
            "algorithm",
            Box::new(|soap| soap.replace("xmldsig-more#rsa-sha256", "xmldsig-more#rsa-sha512")),
        ),
        (
            FailedAuthentication,
            "algorithm",
            Box::new(|soap| {
                soap.replacen("<ds:CanonicalizationMethod Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"", "<ds:CanonicalizationMethod Algorithm=\"http://www.w3.org/TR/2001/REC-xml-c14n-20010315\"", 1)
            }),
        ),
        (
            FailedAuthentication,
            "not the one of its certificate",
            Box::new(|soap| {
                soap.replace(
                    "<ds:Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\">",
                    "<ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\">",
                )
            }),
        ),
        (
            FailedAuthentication,
            "id stands twice",
            Box::new(|soap| {
                soap.replace("</S12:Header>", "<x wsu:Id=\"messaging\"/></S12:Header>")
            }),
        ),
        (FailedAuthentication, "digest", Box::new(|soap| soap.replace("9915:test", "9915:tesu"))),
        (
            FailedAuthentication,
            "certificate",
            Box::new(|soap| {
                soap.replace(
                    "<ds:KeyInfo><wsse:SecurityTokenReference><wsse:Reference URI=\"#X509",
                    "<ds:KeyInfo><wsse:SecurityTokenReference><wsse:Reference URI=\"#Y509",
                )
            }),
        ),
        (
            InvalidHeader,
            "AgreementRef",
            Box::new(|soap| soap.replace("agreements:tia", "agreements:tio")),
        ),
        (
            InvalidHeader,
            "exactly one payload",
            Box::new(|soap| {
                soap.replace("</eb:PayloadInfo>", "<eb:PartInfo href=\"cid:x\"/></eb:PayloadInfo>")
            }),
        ),
        (
            InvalidHeader,
            "originalSender",
            Box::new(|soap| soap.replace("originalSender", "originalSander")),
        ),
        (
            InvalidHeader,
            "eb:UserMessage",
            Box::new(|soap| soap.replace("eb:UserMessage>", "eb:PullRequest>")),
        ),
    ];
    for (code, detail, edit) in edits {
        let body = edited(&sealed, |soap| {
            let after = edit(soap);
            assert_ne!(after, soap, "{detail}: the edit changes nothing");
            after
        });
        refused(&sealed, &body, code, detail);
    }
}

/// Signature wrapping: what is signed stays in the message, and another message stands where it is read.
#[test]
fn a_wrapped_message_is_not_taken() {
    let sealed = seal(&payload());
    let body = edited(&sealed, |soap| {
        let signed = between(soap, "<eb:Messaging ", "</eb:Messaging>");
        let forged = signed
            .replace("9915:test", "9915:evil")
            .replace("wsu:Id=\"messaging\"", "wsu:Id=\"other\"");
        soap.replace(signed, &forged)
            .replace("</S12:Header>", &format!("<x>{signed}</x></S12:Header>"))
    });
    refused(&sealed, &body, EbmsCode::FailedAuthentication, "the eb:Messaging is not signed");
    let body = edited(&sealed, |soap| {
        let moved = "<x><S12:Body wsu:Id=\"body\"/></x></S12:Header>";
        soap.replace("<S12:Body wsu:Id=\"body\"/>", "<S12:Body><evil/></S12:Body>")
            .replace("</S12:Header>", moved)
    });
    refused(&sealed, &body, EbmsCode::FailedAuthentication, "the SOAP body is not signed");
}

#[test]
fn only_access_points_of_the_network_are_believed() {
    for (name, reason) in [
        ("revoked", "revoked"),
        ("rogue", "not issued by an authority"),
        ("smp", "not issued by an authority"),
    ] {
        let sealed = seal_with(&identity(name), &certificate("ap2"), &payload());
        refused(&sealed, &sealed.body, EbmsCode::FailedAuthentication, reason);
    }
    let authorities = access_points();
    let ap1 = certificate("ap1");
    for (at, verdict) in [
        (AT, Ok(())),
        (datetime!(2026-11-20 0:00 UTC), Err(Untrusted::NotYetValid)),
        (datetime!(2028-11-21 0:00 UTC), Err(Untrusted::Expired)),
        // the list of revoked certificates is too old to be believed
        (datetime!(2026-12-25 0:00 UTC), Err(Untrusted::RevocationUnknown)),
    ] {
        assert_eq!(authorities.check(&ap1, at), verdict, "{at}");
    }
}

#[test]
fn a_message_for_another_is_not_opened() {
    let sealed = seal_with(&identity("ap1"), &certificate("smp"), &payload());
    refused(&sealed, &sealed.body, EbmsCode::FailedDecryption, "with our key");
    assert_eq!(
        Identity::of_pem(certificate("ap1"), &file("ap2.key")).err(),
        Some(NoIdentity::OfAnother)
    );
}

#[test]
fn bombs_and_other_payloads_are_refused() {
    let sealed = seal(&vec![b' '; 3_000_000]);
    assert!(sealed.body.len() < 30_000);
    let (own, authorities) = (identity("ap2"), access_points());
    let is_trusted = |certificate: &Certificate| authorities.check(certificate, AT);
    let identities = [&own];
    let receiver =
        Receiver { largest_payload: 2_999_999, ..Receiver::new(&identities, &is_trusted) };
    let error = receive(&sealed.content_type, &sealed.body, &receiver).expect_err("too large");
    assert_eq!(error.code, EbmsCode::DecompressionFailure);
    let received = take(&sealed.content_type, &sealed.body).expect("small enough");
    let error = received.envelope().expect_err("no envelope");
    assert_eq!((error.code, error.about.as_deref()), (EbmsCode::Other, Some(MESSAGE)));
    let text = String::from_utf8(payload()).expect("UTF-8");
    for (own, other, what) in [
        ("0245:2900000004", "0245:2900000015", "sender"),
        ("9915:test", "9915:best", "receiver"),
        (
            "poacc:billing:01:1.0</sh:InstanceIdentifier>",
            "poacc:billing:02:1.0</sh:InstanceIdentifier>",
            "process",
        ),
        (
            "billing:3.0::2.1</sh:InstanceIdentifier>",
            "billing:3.1::2.1</sh:InstanceIdentifier>",
            "document type",
        ),
    ] {
        let changed = text.replacen(own, other, 1);
        assert_ne!(changed, text);
        let sealed = seal(changed.as_bytes());
        let received = take(&sealed.content_type, &sealed.body).expect("taken");
        let error = received.envelope().expect_err(what);
        assert!(error.detail.contains(&format!("another {what}")), "{error}");
    }
}

#[test]
fn attachments_that_nobody_named_are_refused() {
    let sealed = seal(&payload());
    let boundary = between(&sealed.content_type, "boundary=\"", "\";")
        .trim_start_matches("boundary=\"")
        .trim_end_matches("\";");
    let more =
        format!("\r\n--{boundary}\r\nContent-ID: <more@x>\r\n\r\nmore\r\n--{boundary}--\r\n");
    let mut body = sealed.body.clone();
    body.truncate(body.len() - format!("\r\n--{boundary}--\r\n").len());
    body.extend_from_slice(more.as_bytes());
    refused(&sealed, &body, EbmsCode::MimeInconsistency, "exactly one attachment");
    let renamed = String::from_utf8_lossy(&sealed.body).contains("Content-ID: <payload-");
    assert!(renamed);
    let at = sealed.body.windows(10).rposition(|ten| ten == b"<payload-9").expect("its id");
    let mut body = sealed.body.clone();
    body[at + 1] = b'q';
    refused(&sealed, &body, EbmsCode::MimeInconsistency, "not the one that the header names");
}

/// Whatever bit is flipped: the message is refused, or what is taken is the same. Of the signed parts, and
/// of the payload, no bit may be flipped at all.
#[test]
fn no_flipped_bit_is_taken() {
    let sealed = seal(b"<x/>");
    let (own, authorities) = (identity("ap2"), access_points());
    let is_trusted = |certificate: &Certificate| authorities.check(certificate, AT);
    let identities = [&own];
    let receiver = Receiver::new(&identities, &is_trusted);
    let unchanged = receive(&sealed.content_type, &sealed.body, &receiver).expect("taken");
    let text = String::from_utf8_lossy(&sealed.body).into_owned();
    let signed = {
        let from = text.find("<eb:UserMessage>").expect("it");
        from..text.find("</eb:UserMessage>").expect("it")
    };
    let payload = {
        let at = sealed.body.windows(4).rposition(|four| four == b"\r\n\r\n").expect("a body") + 4;
        at..sealed.body.len() - 40
    };
    // every third byte: a debug build takes a millisecond and more for each
    for at in (0..sealed.body.len()).step_by(3) {
        let mut body = sealed.body.clone();
        body[at] ^= 1 << (at % 8);
        if let Ok(received) = receive(&sealed.content_type, &body, &receiver) {
            let (from, to) = (at.saturating_sub(20), (at + 20).min(body.len()));
            let place = String::from_utf8_lossy(&sealed.body[from..to]);
            assert_eq!(received.message, unchanged.message, "byte {at}: {place}");
            assert_eq!(
                (received.payload, received.signer),
                (unchanged.payload.clone(), unchanged.signer.clone()),
                "byte {at}"
            );
            assert!(
                !signed.contains(&at) && !payload.contains(&at),
                "byte {at} is signed: {place}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_break_it(content_type in "(multipart/related; boundary=b|application/soap\\+xml|.{0,20})", bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(take(&content_type, &bytes).is_err());
        prop_assert!(answer(&bytes, &seal(b"<x/>")).is_err());
    }
}

/// Answers of other implementations, recorded on the wire, to messages that were recorded too.
#[test]
fn answers_of_others_are_understood() {
    let captured = |name: &str, kind: &str| {
        fixtures::bytes(&format!("peppol-network/as4/captured/{name}.{kind}"))
    };
    for name in ["py1", "py2", "py3", "ns", "pysend"] {
        let (request, reply) = (captured(name, "body"), captured(name, "answer"));
        let request = String::from_utf8_lossy(&request).into_owned();
        let message_id = between(&request, "MessageId>", "<")
            .trim_start_matches("MessageId>")
            .trim_end_matches('<');
        let sent = Sealed {
            content_type: String::new(),
            body: Vec::new(),
            message_id: message_id.to_owned(),
            parts: parts(&request),
        };
        assert_eq!(sent.parts.len(), 3, "{name}");
        let token = between(
            std::str::from_utf8(&reply).expect("UTF-8"),
            "<wsse:BinarySecurityToken",
            "</wsse:BinarySecurityToken>",
        );
        let token = token.split_once('>').expect("a token").1.split_once('<').expect("its end").0;
        let signer = Certificate::of_text(token).expect("a certificate");
        let answer =
            read_answer("application/soap+xml", &reply, &sent, &signer, &|_| Ok(())).expect(name);
        match name {
            "ns" => assert!(answer.is_not_serviced()),
            // it does not serve the recipient
            "py2" => assert!(matches!(answer, Reply::Error { is_signed: true, .. }), "{answer:?}"),
            // it does not trust who signed
            "py3" => {
                assert!(
                    matches!(&answer, Reply::Error { code, is_signed: true, .. } if code == "EBMS:0101"),
                    "{answer:?}"
                );
            }
            _ => assert!(matches!(answer, Reply::Receipt { .. }), "{name}: {answer:?}"),
        }
    }
}

/// What a recorded message says that it signed.
fn parts(request: &str) -> Vec<SignedPart> {
    let info = between(request, "<ds:SignedInfo", "</ds:SignedInfo>");
    info.split("<ds:Reference ")
        .skip(1)
        .map(|reference| {
            let after = |start: &str, end: char| {
                let rest = reference.split_once(start).expect("a start").1;
                rest.split_once(end).expect("an end").0.to_owned()
            };
            let digest = data_encoding::BASE64
                .decode(after("DigestValue>", '<').as_bytes())
                .expect("Base64");
            SignedPart { uri: after("URI=\"", '"'), digest }
        })
        .collect()
}
