//! Envelopes, against the expected verdicts.

use peppol_messages::Identifier;
use peppol_messages::sbdh::{Envelope, EnvelopeFault, Header, MlsType, Payload};
use serde_json::{Map, Value, json};

use crate::as4::between;
use crate::cases::{Case, cases, none};

fn verdict(bytes: &[u8]) -> (Vec<&'static str>, Vec<&'static str>, Option<Value>) {
    match Envelope::read(bytes) {
        Ok(envelope) => {
            let warnings = envelope.warnings.iter().map(|one| one.name()).collect();
            (Vec::new(), warnings, Some(values(&envelope)))
        }
        Err(rejected) => {
            let names = rejected.faults.iter().map(|one| one.name()).collect();
            (names, rejected.warnings.iter().map(|one| one.name()).collect(), None)
        }
    }
}

fn values(envelope: &Envelope<'_>) -> Value {
    let header = &envelope.header;
    let mut values = Map::new();
    for (name, value) in [
        ("sender", &header.sender),
        ("receiver", &header.receiver),
        ("document_type_scheme", &header.document_type.scheme),
        ("document_type", &header.document_type.value),
        ("process_scheme", &header.process.scheme),
        ("process", &header.process.value),
        ("country_c1", &header.country_c1),
        ("instance", &header.instance),
        ("created", &header.created),
    ] {
        values.insert(name.to_owned(), json!(value));
    }
    values
        .insert("non_xml_payload".to_owned(), json!(!matches!(envelope.payload, Payload::Xml(_))));
    if let Some(to) = &header.mls_to {
        values.insert("mls_to".to_owned(), json!(to));
    }
    if let Some(kind) = header.mls_type {
        values.insert("mls_type".to_owned(), json!(kind.code()));
    }
    if !header.additional.is_empty() {
        values.insert("additional".to_owned(), json!(header.additional));
    }
    Value::Object(values)
}

fn difference(case: &Case) -> Option<String> {
    let (mut errors, mut warnings, values) = verdict(&case.text);
    let (mut expected, mut expected_warnings) = (case.list("errors"), case.list("warnings"));
    for list in [&mut errors, &mut warnings, &mut expected, &mut expected_warnings] {
        list.sort_unstable();
    }
    let same_values =
        case.expected.get("values").is_none_or(|expected| Some(expected) == values.as_ref());
    let same = errors == expected && warnings == expected_warnings && same_values;
    (!same).then(|| format!("{}:\n  {errors:?} {warnings:?} {values:?}", case.expected))
}

#[test]
fn envelopes_are_checked_as_expected() {
    let all = cases("sbdh", 53);
    none(&all.iter().filter_map(difference).collect::<Vec<_>>(), all.len());
}

#[test]
fn published_envelopes_are_checked_as_expected() {
    let all = cases("sbdh-published", 45);
    none(&all.iter().filter_map(difference).collect::<Vec<_>>(), all.len());
}

fn header() -> Header {
    let document_type = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
    let process = Identifier::process("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
    Header {
        country_c1: "SK".to_owned(),
        instance: "5b8b9f2e-5a0d-4d0e-9f39-3f6e1f4f2a10".to_owned(),
        created: "2027-01-04T08:15:30.125Z".to_owned(),
        mls_to: Some("0242:000028-MLS".to_owned()),
        mls_type: Some(MlsType::AlwaysSend),
        additional: [("REMARK".to_owned(), "a < b & c".to_owned())].into(),
        ..Header::of(
            "0245:2900000004",
            "0245:2900000015",
            document_type.parse().expect("one"),
            process,
        )
    }
}

#[test]
fn what_is_wrapped_comes_out_again() {
    for document in ["documents/ubl/invoice.xml", "documents/ubl/credit-note.xml"] {
        let payload = fixtures::text(document);
        let mut header = header();
        if document.contains("credit") {
            let of_credit = header.document_type.value.replace("Invoice", "CreditNote");
            header.document_type.value.clone_from(&of_credit);
            header = Header {
                standard: header.standard.replace("Invoice", "CreditNote"),
                kind: "CreditNote".to_owned(),
                ..header
            };
        }
        let wrapped = header.wrap(payload.as_bytes()).expect("an envelope");
        let envelope = Envelope::read(&wrapped).expect("readable");
        assert_eq!(envelope.header, header);
        let Payload::Xml(out) = &envelope.payload else { panic!("XML") };
        let limits = xml::Limits::default();
        let outline = xml::Outline::read_within(payload.as_bytes(), &limits).expect("well-formed");
        assert_eq!(out, outline.element(), "{document}");
    }
}

#[test]
fn a_payload_keeps_what_it_inherits() {
    let payload = "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'><p:x a='>'/></Invoice>";
    let wrapped = header().wrap(payload.as_bytes()).expect("an envelope");
    let text = String::from_utf8(wrapped).expect("UTF-8").replacen(
        "<sh:StandardBusinessDocument ",
        "<sh:StandardBusinessDocument xmlns:p='urn:\"p' xmlns:unused='u' ",
        1,
    );
    let envelope = Envelope::read(text.as_bytes()).expect("readable");
    let Payload::Xml(out) = envelope.payload else { panic!("XML") };
    assert_eq!(*out, payload.replacen("<Invoice", "<Invoice xmlns:p=\"urn:&quot;p\"", 1));
    assert!(xml::Parsed::read(out.as_bytes()).is_ok());
}

#[test]
fn an_envelope_that_would_be_refused_is_not_written() {
    let payload = fixtures::text("documents/ubl/invoice.xml");
    for (change, name) in [
        (
            (|header: &mut Header| header.country_c1 = "sk".to_owned()) as fn(&mut Header),
            "invalid-country-c1",
        ),
        (|header| header.sender = "SK".to_owned(), "invalid-sender-value"),
        (|header| header.created = "2027-01-04T08:15:30".to_owned(), "invalid-creation-date-time"),
        (|header| header.document_type.value.push('*'), "invalid-document-type-identifier"),
        (|header| header.instance.clear(), "invalid-instance-identifier"),
        (|header| header.kind = "Order".to_owned(), "invalid-type"),
    ] {
        let mut header = header();
        change(&mut header);
        let error = header.wrap(payload.as_bytes()).expect_err(name).to_string();
        assert!(error.contains(name), "{name}: {error}");
    }
    assert!(header().wrap(b"no xml").is_err());
}

#[test]
fn dtds_and_envelopes_in_envelopes_are_named() {
    let wrapped =
        header().wrap(fixtures::text("documents/ubl/invoice.xml").as_bytes()).expect("an envelope");
    let text = String::from_utf8(wrapped).expect("UTF-8");
    let dtd = text.replacen("<sh:", "<!DOCTYPE x [<!ENTITY e 'e'>]><sh:", 1);
    assert_eq!(verdict(dtd.as_bytes()).0, [EnvelopeFault::Dtd.name()]);
    let inner = &text[text.find("<sh:").expect("a root")..];
    let from = text.find("</sh:StandardBusinessDocumentHeader>").expect("its end")
        + "</sh:StandardBusinessDocumentHeader>".len();
    let nested = format!("{}{inner}</sh:StandardBusinessDocument>", &text[..from]);
    assert_eq!(verdict(nested.as_bytes()).0, [EnvelopeFault::Nested.name()]);
}

#[test]
fn megabytes_need_no_tree() {
    let line = "<x><y a='1'>text &amp; text</y></x>".repeat(100_000);
    let payload = format!(
        "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'>{line}</Invoice>"
    );
    let wrapped = header().wrap(payload.as_bytes()).expect("an envelope");
    let before = xml::parses_on_this_thread();
    let envelope = Envelope::read(&wrapped).expect("readable");
    assert_eq!(
        xml::parses_on_this_thread() - before,
        1,
        "one tree: of the header, and of a tag of the payload"
    );
    let Payload::Xml(std::borrow::Cow::Borrowed(out)) = envelope.payload else {
        panic!("borrowed")
    };
    assert_eq!(out, payload);
}

/// What a document type says of standard and version can be compared with nothing where it is no qualified name.
#[test]
fn a_document_type_is_a_qualified_name() {
    let right = crate::as4::payload();
    let right = String::from_utf8(right).expect("text");
    let scope = between(&right, "DOCUMENTID</sh:Type>", "</sh:InstanceIdentifier>");
    let document_type = between(scope, "urn:oasis", "</").trim_end_matches("</");
    for (other, expected) in [
        (document_type, &[][..]),
        (
            "urn:some:thing",
            &["invalid-document-type-identifier", "invalid-standard", "invalid-type-version"][..],
        ),
        (
            "urn:x::Invoice::2.1",
            &["invalid-document-type-identifier", "invalid-standard", "invalid-type-version"],
        ),
        ("urn:x::Invoice##c::2.1", &["invalid-standard"]),
        ("urn:x##c::1", &["invalid-standard", "invalid-type-version"]),
    ] {
        let text = right.replace(
            &format!("{document_type}</sh:InstanceIdentifier>"),
            &format!("{other}</sh:InstanceIdentifier>"),
        );
        let (mut names, ..) = verdict(text.as_bytes());
        names.sort_unstable();
        assert_eq!(names, expected, "{other}");
    }
}

#[test]
fn a_payload_has_a_namespace() {
    let text = String::from_utf8(crate::as4::payload()).expect("text");
    let payload =
        between(&text, "</sh:StandardBusinessDocumentHeader>", "</sh:StandardBusinessDocument>");
    let none = text.replace(
        payload,
        "</sh:StandardBusinessDocumentHeader><Invoice/></sh:StandardBusinessDocument>",
    );
    assert_eq!(verdict(none.as_bytes()).0, ["invalid-sbd-xml"]);
}
