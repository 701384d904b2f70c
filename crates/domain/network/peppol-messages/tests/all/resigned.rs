//! Messages as others sign them: what a right signature does not excuse, and the forms that are taken too.

use std::sync::LazyLock;

use data_encoding::BASE64;
use peppol_messages::as4::{EbmsCode, Sealed};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use xml::{Canonical, Parsed};

use crate::as4::{MESSAGE, between, certificate, edited, file, payload, refused, seal, take};

const DS: &str = "http://www.w3.org/2000/09/xmldsig#";
const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
const WSU: &str =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const ATTACHMENT_CONTENT: &str = "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform";

pub(crate) static SEALED: LazyLock<Sealed> = LazyLock::new(|| seal(&payload()));

/// Another access point's signer: its key, what it signs, and how it says so.
pub(crate) struct Signer {
    pub(crate) name: &'static str,
    /// What its signature covers: `#id`, or `cid:` for the payload, whose digest is not computed anew.
    pub(crate) covers: &'static [&'static str],
    /// What stands in the transform of elements and in the method of `SignedInfo`.
    pub(crate) prefixes: &'static str,
    /// How it says that elements are transformed.
    pub(crate) transform: &'static str,
}

/// As ours signs.
pub(crate) const RIGHT: Signer = Signer {
    name: "ap1",
    covers: &["#messaging", "#body", "cid:"],
    prefixes: "",
    transform: EXCLUSIVE,
};

impl Signer {
    fn key(&self) -> RsaKeyPair {
        let pem = file(&format!("{}.key", self.name));
        let text: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
        RsaKeyPair::from_pkcs8(&BASE64.decode(text.as_bytes()).expect("Base64")).expect("a key")
    }

    fn canonical(&self) -> Canonical<'static> {
        let inclusive_prefixes = self.prefixes.split_ascii_whitespace().collect();
        Canonical { inclusive_prefixes, ..Canonical::exclusive() }
    }

    fn prefix_list(&self) -> String {
        if self.prefixes.is_empty() {
            return String::new();
        }
        let list = self.prefixes;
        format!("<ec:InclusiveNamespaces xmlns:ec=\"{EXCLUSIVE}\" PrefixList=\"{list}\"/>")
    }

    fn reference(&self, soap: &str, target: &str) -> String {
        if target == "cid:" {
            return between(soap, "<ds:Reference URI=\"cid:", "</ds:Reference>").to_owned();
        }
        let parsed = Parsed::read(soap.as_bytes()).expect("XML");
        let id = target.trim_start_matches('#');
        let node = parsed.root().descendants().find(|node| node.attribute((WSU, "Id")) == Some(id));
        let form = node.map(|node| self.canonical().of(node)).unwrap_or_default();
        let value = BASE64.encode(digest(&SHA256, form.as_bytes()).as_ref());
        format!(
            "<ds:Reference URI=\"{target}\"><ds:Transforms><ds:Transform Algorithm=\"{}\">{}</ds:Transform>\
             </ds:Transforms><ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><ds:DigestValue>\
             {value}</ds:DigestValue></ds:Reference>",
            self.transform,
            self.prefix_list()
        )
    }

    /// The SOAP envelope, edited and then signed anew.
    pub(crate) fn sign(&self, soap: &str) -> String {
        let old = between(soap, "<ds:SignedInfo>", "</ds:SignatureValue>");
        let references: String =
            self.covers.iter().map(|target| self.reference(soap, target)).collect();
        let info = format!(
            "<ds:SignedInfo><ds:CanonicalizationMethod Algorithm=\"{EXCLUSIVE}\">{}</ds:CanonicalizationMethod>\
             <ds:SignatureMethod Algorithm=\"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256\"/>{references}\
             </ds:SignedInfo>",
            self.prefix_list()
        );
        // it is signed where it will stand
        let unsigned = soap.replace(old, &info);
        let parsed = Parsed::read(unsigned.as_bytes()).expect("XML");
        let is_ours = |node: &xml::Node<'_, '_>| node.has_tag_name((DS, "SignedInfo"));
        let node = parsed.root().descendants().find(is_ours).expect("it");
        let (key, signed) = (self.key(), self.canonical().of(node));
        let mut value = vec![0; key.public().modulus_len()];
        let random = SystemRandom::new();
        key.sign(&RSA_PKCS1_SHA256, &random, signed.as_bytes(), &mut value).expect("signed");
        let value = BASE64.encode(&value);
        let info = format!("{info}<ds:SignatureValue>{value}</ds:SignatureValue>");
        let own = certificate(self.name);
        soap.replace(old, &info).replace(&certificate("ap1").base64(), &own.base64())
    }
}

/// The message with an edit that changes it, signed anew by this signer.
pub(crate) fn resigned(signer: &Signer, edit: impl Fn(&str) -> String) -> Vec<u8> {
    edited(&SEALED, |soap| signer.sign(&edit(soap)))
}

pub(crate) fn changed(soap: &str, from: &str, to: &str) -> String {
    assert!(soap.contains(from), "{from} is not there");
    soap.replacen(from, to, 1)
}

#[track_caller]
pub(crate) fn taken(what: &str, body: &[u8]) {
    let received =
        take(&SEALED.content_type, body).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(received.payload, payload(), "{what}");
    assert_eq!(received.message.message_id, MESSAGE, "{what}");
    assert_eq!(received.signer, certificate("ap1"), "{what}");
}

#[test]
fn what_is_signed_anew_is_taken() {
    taken("the same", &resigned(&RIGHT, str::to_owned));
    let later = |soap: &str| changed(soap, "2026-11-22T12:00:00.000Z", "2026-11-22T12:00:01.000Z");
    taken("another time", &resigned(&RIGHT, later));
}

/// The signature holds, and leaves out something.
#[test]
fn what_is_left_out_of_the_signature_is_named() {
    for (covers, what) in [
        (&["#messaging", "#body"][..], "the payload is not signed"),
        (&["#messaging", "cid:"], "the SOAP body is not signed"),
        (&["#body", "cid:"], "the eb:Messaging is not signed"),
    ] {
        let body = resigned(&Signer { covers, ..RIGHT }, str::to_owned);
        refused(&SEALED, &body, EbmsCode::FailedAuthentication, what);
    }
}

/// The signature holds, over what nobody can look at.
#[test]
fn what_is_signed_is_an_element_in_its_one_form() {
    for covers in [&["", "#messaging", "cid:"][..], &["#messaging", "#nowhere", "cid:"]] {
        let body = resigned(&Signer { covers, ..RIGHT }, str::to_owned);
        refused(&SEALED, &body, EbmsCode::FailedAuthentication, "does not cover what it must");
    }
    for transform in [
        "http://www.w3.org/TR/1999/REC-xslt-19991116",
        "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
    ] {
        let body = resigned(&Signer { transform, ..RIGHT }, str::to_owned);
        refused(&SEALED, &body, EbmsCode::FailedAuthentication, "transforms");
    }
}

#[test]
fn an_attachment_that_is_not_there_cannot_be_signed() {
    let body = edited(&SEALED, |soap| {
        let soap =
            soap.replace("<ds:Reference URI=\"cid:payload-", "<ds:Reference URI=\"cid:other-");
        RIGHT.sign(&soap)
    });
    refused(
        &SEALED,
        &body,
        EbmsCode::FailedAuthentication,
        "an attachment is signed that is not there",
    );
    let body = edited(&SEALED, |soap| {
        RIGHT.sign(
            &soap.replace(ATTACHMENT_CONTENT, "urn:x:Attachment-Complete-Signature-Transform"),
        )
    });
    refused(&SEALED, &body, EbmsCode::FailedAuthentication, "transforms");
}

/// An access point of the network signs in the name of another.
#[test]
fn another_access_point_than_the_sender_may_not_sign() {
    let from = |soap: &str| changed(soap, ">PSK000001</eb:PartyId>", ">PSK000009</eb:PartyId>");
    let what = "another access point signed than sent";
    refused(&SEALED, &resigned(&RIGHT, from), EbmsCode::FailedAuthentication, what);
    let by_another = Signer { name: "ap2", ..RIGHT };
    let body = resigned(&by_another, str::to_owned);
    refused(&SEALED, &body, EbmsCode::FailedAuthentication, what);
}

/// It was encrypted for us, and its header names another.
#[test]
fn a_message_for_another_access_point_is_refused() {
    let to = |soap: &str| changed(soap, ">PAT000002</eb:PartyId>", ">PAT000003</eb:PartyId>");
    let what = "the message is for another access point";
    refused(&SEALED, &resigned(&RIGHT, to), EbmsCode::ValueInconsistent, what);
    let error = take(&SEALED.content_type, &resigned(&RIGHT, to)).expect_err(what);
    assert_eq!((error.code.code(), error.about.as_deref()), ("EBMS:0003", Some(MESSAGE)));
}

/// A signature by the key of another than the certificate that stands beside it.
#[test]
fn the_key_must_be_the_certificates() {
    let body = edited(&SEALED, |soap| {
        let by_another = Signer { name: "rogue", ..RIGHT }.sign(soap);
        by_another.replace(&certificate("rogue").base64(), &certificate("ap1").base64())
    });
    refused(&SEALED, &body, EbmsCode::FailedAuthentication, "not the one of its certificate");
}

/// Where its issuer signed, a certificate can be changed and hold the same key: the message's signature holds then, and
/// the certificate's does not. The fuzzer made one.
#[test]
fn a_certificate_that_was_changed_is_not_trusted() {
    let own = certificate("ap1").base64();
    let (before, after) = own.split_at(own.len() - 40);
    let other = if after.starts_with('A') { "B" } else { "A" };
    let changed = [before, other, &after[1..]].concat();
    let body = edited(&SEALED, |soap| soap.replace(&own, &changed));
    refused(&SEALED, &body, EbmsCode::FailedAuthentication, "not issued by an authority");
}

/// The reference of the signature to its certificate, replaced: it is not signed.
fn named_by(reference: &str) -> Vec<u8> {
    edited(&SEALED, |soap| {
        let info = between(
            &soap[soap.find("<ds:Signature ").expect("it")..],
            "<ds:KeyInfo>",
            "</ds:KeyInfo>",
        );
        soap.replace(info, &format!("<ds:KeyInfo>{reference}</ds:KeyInfo>"))
    })
}

fn by_token(reference: &str) -> Vec<u8> {
    named_by(&format!("<wsse:SecurityTokenReference>{reference}</wsse:SecurityTokenReference>"))
}

fn key_identifier(kind: &str, value: &[u8]) -> String {
    let value = BASE64.encode(value);
    format!(
        "<wsse:KeyIdentifier EncodingType=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary\" \
         ValueType=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#{kind}\">{value}</wsse:KeyIdentifier>"
    )
}

fn issuer_serial(serial: &str) -> String {
    format!(
        "<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=PEPPOL ACCESS POINT TEST CA - G3,OU=FOR TEST ONLY,\
         O=OpenPEPPOL AISBL,C=BE</ds:X509IssuerName><ds:X509SerialNumber>{serial}</ds:X509SerialNumber>\
         </ds:X509IssuerSerial></ds:X509Data>"
    )
}

/// `openssl x509 -in ap1.pem -noout -ext subjectKeyIdentifier -serial`, and the serial number in decimal digits.
const SUBJECT_KEY: &[u8] =
    b"\x7C\xEC\xF9\xB6\x17\x31\xE0\x47\xD8\x8F\x22\xAB\x33\x4F\x9E\x01\xFE\xC3\x99\x0A";
const SERIAL: &str = "705370394129058512306455187643119326990891226740";
/// That of `ap2`.
const OTHER_SERIAL: &str = "705370394129058512306455187643119326990891226741";

#[test]
fn certificates_may_be_named_in_other_ways() {
    let certificate = certificate("ap1").base64();
    let der = BASE64.decode(certificate.as_bytes()).expect("Base64");
    let data = format!(
        "<ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data>"
    );
    for (what, body) in [
        ("key identifier", by_token(&key_identifier("X509SubjectKeyIdentifier", SUBJECT_KEY))),
        ("issuer and serial number", by_token(&issuer_serial(SERIAL))),
        ("spaced serial number", by_token(&issuer_serial(&format!("\n {SERIAL}\n")))),
        ("certificate as an identifier", by_token(&key_identifier("X509v3", &der))),
        ("certificate in the reference", by_token(&data)),
        ("certificate in the signature", named_by(&data)),
    ] {
        taken(what, &body);
    }
}

#[test]
fn certificates_that_are_not_there_are_not_guessed() {
    let mut other = SUBJECT_KEY.to_vec();
    other[19] ^= 1;
    for body in [
        by_token(&key_identifier("X509SubjectKeyIdentifier", &other)),
        by_token(&key_identifier("ThumbprintSHA1", SUBJECT_KEY)),
        by_token(&issuer_serial("12345")),
        by_token(""),
        named_by(""),
    ] {
        let what = "the signature names no certificate";
        refused(&SEALED, &body, EbmsCode::FailedAuthentication, what);
    }
    // that is the one of the encrypted key, ours: it did not sign
    let body = by_token(&issuer_serial(OTHER_SERIAL));
    refused(&SEALED, &body, EbmsCode::FailedAuthentication, "not the one of its certificate");
}

/// How the encrypted key says for whom it is: all of our keys are tried, whatever stands there.
#[test]
fn the_encrypted_key_may_name_our_certificate_in_other_ways() {
    for reference in
        [key_identifier("X509SubjectKeyIdentifier", b"any"), issuer_serial("1"), String::new()]
    {
        let body = edited(&SEALED, |soap| {
            let key = between(soap, "<xenc:EncryptedKey ", "</xenc:EncryptedKey>");
            let old =
                between(key, "<wsse:SecurityTokenReference>", "</wsse:SecurityTokenReference>");
            let token =
                format!("<wsse:SecurityTokenReference>{reference}</wsse:SecurityTokenReference>");
            soap.replace(key, &key.replace(old, &token))
        });
        taken(&reference, &body);
    }
}

/// The two parts of the body, taken apart at its boundary, each with its headers.
fn parts(body: &[u8]) -> (String, Vec<&[u8]>) {
    let boundary = between(&SEALED.content_type, "boundary=\"", "\";");
    let boundary = boundary.trim_start_matches("boundary=\"").trim_end_matches("\";").to_owned();
    let delimiter = format!("--{boundary}");
    let at = |from: usize| {
        let found = body[from..].windows(delimiter.len()).position(|at| at == delimiter.as_bytes());
        from + found.expect("a boundary")
    };
    let first = at(0) + delimiter.len() + 2;
    let second = at(first);
    let third = at(second + delimiter.len());
    (
        delimiter.clone(),
        vec![&body[first..second - 2], &body[second + delimiter.len() + 2..third - 2]],
    )
}

/// A part with its content in Base64, in lines of 76 characters as MIME has them.
fn in_base64(part: &[u8]) -> Vec<u8> {
    let end = part.windows(4).position(|at| at == b"\r\n\r\n").expect("headers") + 4;
    let head = String::from_utf8(part[..end].to_vec()).expect("text");
    let lines: Vec<_> = BASE64
        .encode(&part[end..])
        .as_bytes()
        .chunks(76)
        .map(|line| String::from_utf8(line.to_vec()).expect("text"))
        .collect();
    [changed(&head, "binary", "base64").as_bytes(), lines.join("\r\n").as_bytes()].concat()
}

#[test]
fn parts_in_base64_are_taken() {
    let (delimiter, both) = parts(&SEALED.body);
    let whole = |soap: &[u8], attachment: &[u8]| {
        let delimiter = delimiter.as_bytes();
        [
            delimiter, b"\r\n", soap, b"\r\n", delimiter, b"\r\n", attachment, b"\r\n", delimiter,
            b"--\r\n",
        ]
        .concat()
    };
    assert_eq!(whole(both[0], both[1]), SEALED.body);
    taken("the attachment", &whole(both[0], &in_base64(both[1])));
    taken("both", &whole(&in_base64(both[0]), &in_base64(both[1])));
    let broken = in_base64(both[1])
        .iter()
        .map(|byte| if *byte == b'+' { b'!' } else { *byte })
        .collect::<Vec<_>>();
    let what = "the attachment is not decodable";
    refused(&SEALED, &whole(both[0], &broken), EbmsCode::MimeInconsistency, what);
    let quoted = String::from_utf8_lossy(both[1]).find("binary").expect("its encoding");
    let quoted = [&both[1][..quoted], b"quoted-printable", &both[1][quoted + 6..]].concat();
    refused(&SEALED, &whole(both[0], &quoted), EbmsCode::MimeInconsistency, what);
}

#[test]
fn other_forms_of_the_security_header_are_taken() {
    let octets = |soap: &str| {
        changed(
            soap,
            "MimeType=\"application/gzip\" Type=",
            "MimeType=\"application/octet-stream\" Type=",
        )
    };
    taken("octet-stream", &edited(&SEALED, octets));
    let reversed = |soap: &str| {
        let security = between(soap, "<wsse:Security ", "</wsse:Security>");
        let inner = &security
            [security.find('>').expect("a tag") + 1..security.len() - "</wsse:Security>".len()];
        let parsed = Parsed::read(soap.as_bytes()).expect("XML");
        let node = parsed.root().descendants().find(|node| node.tag_name().name() == "Security");
        let children = node.expect("it").children();
        let turned: String = children.rev().map(|child| &soap[child.range()]).collect();
        assert_ne!(turned, inner);
        soap.replace(inner, &turned)
    };
    taken("the other order", &edited(&SEALED, reversed));
    let prefixed = Signer { prefixes: "S12 wsse wsu", ..RIGHT };
    taken("prefixes that are kept", &resigned(&prefixed, str::to_owned));
    // and they are part of what is signed
    let body = edited(&SEALED, |soap| {
        prefixed.sign(soap).replace("PrefixList=\"S12 wsse wsu\"", "PrefixList=\"S12\"")
    });
    refused(&SEALED, &body, EbmsCode::FailedAuthentication, "not the one of its certificate");
}
