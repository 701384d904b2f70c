//! Every kind of document that is issued or sent can be reported: by treatment, type, currency and seller.

use std::collections::{BTreeMap, BTreeSet};

use billing_rules::{Flag, RuleSet, validate};
use tax_data_document::{
    Hindrance, Participant, Role, Scope, Submission, TAX_DATA, TypeCode, build, hindrances,
    with_scheme,
};
use uuid::Uuid;
use xml::Parsed;

/// Documents that are sent as they stand: those that the service issues, and others.
const FOLDERS: [&str; 4] = [
    "golden/ubl/bis-billing-3",
    "golden/ubl/bis-self-billing-3",
    "documents/ubl",
    "peppol-network/tdd-build/documents",
];

const VAT_NUMBER: &str = "      <cac:PartyTaxScheme>
        <cbc:CompanyID>SK2023227894</cbc:CompanyID>
        <cac:TaxScheme>
          <cbc:ID>VAT</cbc:ID>
        </cac:TaxScheme>
      </cac:PartyTaxScheme>
";
/// What is replaced, and by what, in the first place where it stands.
type Edits = &'static [(&'static str, &'static str)];

const WITHOUT_VAT_NUMBER: (&str, &str) = (VAT_NUMBER, "");
const COUNTRY: &str = "<cbc:IdentificationCode>SK<";

/// Further documents, as edits of those.
const EDITED: [(&str, &str, Edits); 9] = [
    ("S with BT-32 alone", "invoice.xml", &[WITHOUT_VAT_NUMBER]),
    ("Z with BT-32 alone", "zero-rated.xml", &[WITHOUT_VAT_NUMBER]),
    ("E with BT-32 alone", "exempt.xml", &[WITHOUT_VAT_NUMBER]),
    ("AE with BT-32 alone", "reverse-charge.xml", &[WITHOUT_VAT_NUMBER]),
    ("a VAT scheme in small letters", "invoice.xml", &[("<cbc:ID>VAT<", "<cbc:ID> vat <")]),
    (
        "with a response",
        "invoice.xml",
        &[("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0", "urn:peppol:bis:billing_with_response")],
    ),
    (
        "a credit note of a Dutch seller",
        "credit-note.xml",
        &[
            ("CompanyID>SK2023227894", "CompanyID>NL123456782B01"),
            (COUNTRY, "<cbc:IdentificationCode>NL<"),
            ("schemeID=\"0158\">46113177", "schemeID=\"0106\">46113177"),
        ],
    ),
    ("L", "invoice.xml", &[]),
    ("M", "invoice.xml", &[]),
];

/// The rules that are let pass, of all others none.
const LET_PASS: [(&str, &[&str]); 9] = [
    ("intra-eu-goods.xml", &["BR-IC-12"]),
    ("intra-eu-transfer.xml", &["BR-IC-12"]),
    ("intra-eu-triangulation.xml", &["BR-IC-12"]),
    ("S with BT-32 alone", &["BR-S-02"]),
    ("Z with BT-32 alone", &["BR-Z-02"]),
    ("E with BT-32 alone", &["BR-E-02"]),
    ("AE with BT-32 alone", &["BR-AE-02"]),
    ("with a response", &["PEPPOL-EN16931-R007"]),
    ("a credit note of a Dutch seller", &["NL-R-001"]),
];

/// Documents that the rules of sending stop.
const NOT_SENT: [&str; 2] = ["a VAT scheme in small letters", "documents/ubl/invoice-of-today.xml"];

fn documents() -> BTreeMap<String, String> {
    let named = |folder: &'static str| {
        let files = fixtures::files(folder).into_iter();
        files.map(move |(name, text)| (format!("{folder}/{name}"), text))
    };
    let mut all: BTreeMap<_, _> = FOLDERS.into_iter().flat_map(named).collect();
    let issued = fixtures::files(FOLDERS[0]);
    for (name, of, edits) in EDITED {
        let mut text = issued[of].clone();
        for (from, to) in edits {
            assert!(text.contains(from), "{name}: {from}");
            text = text.replacen(from, to, 1);
        }
        if edits.is_empty() {
            text = text.replace("<cbc:ID>S</cbc:ID>", &format!("<cbc:ID>{name}</cbc:ID>"));
        }
        all.insert(name.to_owned(), text);
    }
    all
}

fn tax_data_of(document: &Parsed<'_>) -> String {
    let submission = Submission {
        uuid: Uuid::from_u128(0x4000_8000_0000_0000_0001),
        issued_at: time::macros::datetime!(2027-01-05 00:15 +1),
        type_code: TypeCode::Submit,
        scope: Scope::International,
        role: Role::C2,
        authority: "SK",
        reporting: Participant { scheme: "0245", value: "2020202020" },
        receiving: Participant { scheme: "0242", value: "000099" },
        representative: Participant { scheme: "0242", value: "000028" },
    };
    build(document, &submission, with_scheme).expect("an invoice")
}

fn fatal(
    document: &Parsed<'_>,
    rules: impl Into<&'static billing_rules::RuleBook>,
) -> BTreeSet<&'static str> {
    let report = validate(document, rules);
    let fatal = report.fired().iter().filter(|(_, (flag, _))| *flag == Flag::Fatal);
    fatal.map(|(id, _)| *id).collect()
}

#[test]
fn what_is_sent_can_be_reported_whatever_its_treatment() {
    let mut let_pass: BTreeMap<&str, &[&str]> = LET_PASS.into();
    let (mut categories, mut not_sent) = (BTreeSet::new(), BTreeSet::new());
    for (name, text) in documents() {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let rules = RuleSet::detect(&document).unwrap_or(RuleSet::PeppolUbl);
        if !fatal(&document, rules).is_empty() {
            not_sent.insert(name);
            continue;
        }
        let tax_data = tax_data_of(&document);
        let tax_data = Parsed::read(tax_data.as_bytes()).expect("well-formed");
        let broken: Vec<_> = fatal(&tax_data, &TAX_DATA).into_iter().collect();
        let short = name.rsplit('/').next().unwrap_or(&name);
        assert_eq!(broken, let_pass.remove(short).unwrap_or_default(), "{name}");
        assert_eq!(hindrances(&tax_data, &document), [], "{name}");
        let codes = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"];
        categories.extend(
            codes.into_iter().filter(|code| text.contains(&format!("<cbc:ID>{code}</cbc:ID>"))),
        );
    }
    assert!(let_pass.is_empty(), "{let_pass:?}");
    assert_eq!(not_sent, NOT_SENT.map(str::to_owned).into());
    assert_eq!(categories.len(), 9, "{categories:?}");
}

#[test]
fn what_cannot_be_reported_says_by_which_rules() {
    let issued = fixtures::files(FOLDERS[0]);
    let of = |text: &str| -> Vec<Hindrance> {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let tax_data = tax_data_of(&document);
        hindrances(&Parsed::read(tax_data.as_bytes()).expect("well-formed"), &document)
    };
    // an invoice that breaks the rule itself is not excused
    let goods = &issued["intra-eu-goods.xml"];
    let start = goods.find("<cac:DeliveryLocation>").expect("where it goes");
    let end = goods.find("</cac:DeliveryLocation>").expect("its end");
    let nowhere = format!("{}{}", &goods[..start], &goods[end + "</cac:DeliveryLocation>".len()..]);
    let [one] = &of(&nowhere)[..] else { panic!("{:?}", of(&nowhere)) };
    assert!(one.rule == "BR-IC-12" && one.message.contains("country"), "{one:?}");
    let undated = issued["invoice.xml"].replacen("<cbc:IssueDate>", "<cbc:IssueDate>x", 1);
    let found = of(&undated);
    assert!(!found.is_empty() && found.iter().all(|one| !one.message.is_empty()), "{found:?}");
}
