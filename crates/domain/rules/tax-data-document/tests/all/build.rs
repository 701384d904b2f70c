//! Documents and the tax data documents that must come out.

use std::collections::BTreeMap;

use billing_rules::validate;
use serde_json::Value;
use tax_data_document::{
    DocumentKey, NoInvoice, Participant, Role, Scope, Submission, TAX_DATA, TypeCode, build,
    has_vat_number, reporting_party, with_scheme, without_scheme,
};
use time::macros::format_description;
use time::{Date, PrimitiveDateTime, Time};
use uuid::Uuid;
use xml::{Node, Parsed};

const FOLDER: &str = "peppol-network/tdd-build";
/// The cases whose bytes are recorded.
const GOLDEN: [&str; 3] = ["base-creditnote-correction", "role-c3", "tax-representative"];

fn documents() -> BTreeMap<String, String> {
    fixtures::files(&format!("{FOLDER}/documents"))
}

#[test]
fn tax_data_are_those_that_must_come_out() {
    let (mut documents, mut expected) =
        (documents(), fixtures::files("peppol-network/sk-tdd/samples"));
    let cases = fixtures::text(&format!("{FOLDER}/cases.jsonl"));
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let name = text(&case["case"]).to_owned();
        let document = fixtures::edited(&case["document"], &documents);
        let wanted = fixtures::edited(&case["tdd"], &expected);
        let built = built(&document, &case["input"]).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(leaves(&built), leaves(&wanted), "{name}");
        let read = Parsed::read(built.as_bytes()).expect("well-formed");
        let report = validate(&read, &TAX_DATA);
        assert!(report.schema_valid && report.total() == 0, "{name}: {:?}", report.fired());
        if GOLDEN.contains(&name.as_str()) {
            fixtures::assert_golden(&format!("tax-data/{name}.xml"), &built);
        }
        documents.insert(name.clone(), document);
        expected.insert(name, wanted);
        count += 1;
    }
    assert_eq!(count, 13);
}

fn built(document: &str, input: &Value) -> Result<String, NoInvoice> {
    let parsed = Parsed::read(document.as_bytes()).expect("well-formed");
    let participant = |member: &str| Participant::parse(text(&input[member])).expect("an id");
    let role = if input["role"] == "C3" { Role::C3 } else { Role::C2 };
    let reporting = reporting_party(&parsed, role).expect("an electronic address");
    assert_eq!(format!("{}:{}", reporting.0, reporting.1), text(&input["reporting"]));
    let uuid: Uuid = text(&input["document_uuid"]).parse().expect("a UUID");
    assert_eq!(with_scheme(&DocumentKey::of(&parsed)), uuid);
    let day = Date::parse(text(&input["issue_date"]), format_description!("[year]-[month]-[day]"));
    let clock = Time::parse(
        text(&input["issue_time"]).trim_end_matches('Z'),
        format_description!("[hour]:[minute]:[second]"),
    );
    let at = PrimitiveDateTime::new(day.expect("a day"), clock.expect("a time")).assume_utc();
    let submission = Submission {
        uuid: text(&input["uuid"]).parse().expect("a UUID"),
        issued_at: at,
        type_code: match text(&input["type"]) {
            "R" => TypeCode::Replace,
            "D" => TypeCode::Delete,
            _ => TypeCode::Submit,
        },
        scope: if input["scope"] == "IC" { Scope::IntraCommunity } else { Scope::Domestic },
        role,
        authority: text(&input["authority"]),
        reporting: participant("reporting"),
        receiving: participant("receiving"),
        representative: participant("representative"),
    };
    build(&parsed, &submission, with_scheme)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Every element without elements in it: path, text, attributes; in their order.
fn leaves(document: &str) -> Vec<String> {
    fn collect(node: Node<'_, '_>, path: &str, out: &mut Vec<String>) {
        let path = format!("{path}/{}", node.tag_name().name());
        let mut children = node.children().filter(Node::is_element).peekable();
        if children.peek().is_none() {
            let attributes: Vec<_> =
                node.attributes().map(|one| format!("{}={}", one.name(), one.value())).collect();
            let text = node.text().unwrap_or_default().trim();
            out.push(format!("{path} [{}] {text}", attributes.join(" ")));
        }
        children.for_each(|child| collect(child, &path, out));
    }
    let document = Parsed::read(document.as_bytes()).expect("well-formed");
    let mut leaves = Vec::new();
    collect(document.root(), "", &mut leaves);
    leaves
}

/// What comes of the published documents is the official sample, up to the constants that its authors
/// wrote into it.
#[test]
fn the_official_samples_come_out_up_to_their_constants() {
    let (documents, samples) = (documents(), fixtures::files("peppol-network/sk-tdd/samples"));
    let pairs = fixtures::text(&format!("{FOLDER}/pairs.jsonl"));
    let reported = |text: &str| -> Vec<(String, String, String)> {
        let of = "/TaxData/ReportedTransaction/ReportedDocument";
        let leaves = leaves(text).into_iter();
        let own = leaves.filter_map(|leaf| leaf.strip_prefix(of).map(str::to_owned));
        let mut own: Vec<_> = own
            .map(|leaf| {
                let (path, rest) = leaf.split_once(" [").expect("a leaf");
                let (attributes, text) = rest.split_once("] ").expect("a leaf");
                (path.to_owned(), text.to_owned(), attributes.to_owned())
            })
            .collect();
        own.sort();
        own
    };
    let mut count = 0;
    for line in pairs.lines() {
        let pair: Value = serde_json::from_str(line).expect("a pair");
        let name = text(&pair["document"]);
        let sample = &samples[text(&pair["tdd"]).rsplit('/').next().expect("a file")];
        let input = serde_json::json!({
            "uuid": "11111111-1111-4111-8111-111111110001", "issue_date": "2027-01-05",
            "issue_time": "10:15:30Z", "type": "S", "scope": "D", "role": "C2", "authority": "SK",
            "receiving": "0242:000099", "representative": "0242:000028",
        });
        let document = &documents[name];
        let built = built(document, &completed(input, document)).expect("reported");
        let (ours, theirs) = (reported(&built), reported(sample));
        let more: Vec<_> = ours.iter().filter(|leaf| !theirs.contains(leaf)).collect();
        let less: Vec<_> = theirs.iter().filter(|leaf| !ours.contains(leaf)).collect();
        let constants = |member: &str| -> Vec<(String, String, String)> {
            let rows = pair[member].as_array().expect(member).iter();
            let row = |row: &Value| [0, 1, 2].map(|place| text(&row[place]).trim().to_owned());
            rows.map(row).map(|[path, text, attributes]| (path, text, attributes)).collect()
        };
        for leaf in &less {
            assert!(constants("only_in_official").contains(leaf), "{name} lacks {leaf:?}");
        }
        for leaf in &more {
            assert!(constants("only_in_derived").contains(leaf), "{name} has {leaf:?}");
        }
        count += 1;
    }
    assert_eq!(count, 8);
}

/// With what the document itself says.
fn completed(mut input: Value, document: &str) -> Value {
    let parsed = Parsed::read(document.as_bytes()).expect("well-formed");
    let (scheme, value) = reporting_party(&parsed, Role::C2).expect("an electronic address");
    input["reporting"] = format!("{scheme}:{value}").into();
    input["document_uuid"] = with_scheme(&DocumentKey::of(&parsed)).to_string().into();
    input
}

#[test]
fn documents_get_the_numbers_of_the_vectors() {
    let vectors = fixtures::text(&format!("{FOLDER}/uuids.jsonl"));
    let mut count = 0;
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).expect("a vector");
        let own = |member: &str| text(&vector[member]).to_owned();
        let key = DocumentKey {
            seller_scheme: own("seller_scheme"),
            seller_endpoint: own("seller_endpoint"),
            type_code: own("type_code"),
            number: own("document_id"),
            issue_date: own("issue_date"),
        };
        assert_eq!(with_scheme(&key).to_string(), own("uuid_with_scheme"));
        assert_eq!(without_scheme(&key).to_string(), own("uuid_without_scheme"));
        count += 1;
    }
    assert!(count >= 3);
}

const INVOICE: &str = "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' \
    xmlns:cbc='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2' \
    xmlns:cac='urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'>\
    <cac:AccountingCustomerParty><cac:Party><cac:PartyTaxScheme>\
    <cbc:CompanyID>SK2020202020</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>\
    </cac:PartyTaxScheme></cac:Party></cac:AccountingCustomerParty></Invoice>";

#[test]
fn invoices_are_reported_those_with_a_vat_number() {
    let submission = Submission {
        uuid: Uuid::nil(),
        issued_at: time::macros::datetime!(2027-01-05 00:15 +1),
        type_code: TypeCode::Delete,
        scope: Scope::International,
        role: Role::C3,
        authority: "SK",
        reporting: Participant { scheme: "0245", value: "2020202020" },
        receiving: Participant { scheme: "0242", value: "000099" },
        representative: Participant { scheme: "0242", value: "000028" },
    };
    let of = |text: &str| {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        build(&document, &submission, without_scheme)
    };
    let built = of(INVOICE).expect("an invoice");
    assert!(has_vat_number(&Parsed::read(INVOICE.as_bytes()).expect("well-formed")));
    assert!(built.contains("<cbc:IssueDate>2027-01-04</cbc:IssueDate>"), "{built}");
    assert!(built.contains("<cbc:IssueTime>23:15:00Z</cbc:IssueTime>"), "{built}");
    assert!(built.contains("<pxs:TaxDataTypeCode>D</pxs:TaxDataTypeCode>"), "{built}");
    for (from, to) in [("<cbc:ID>VAT<", "<cbc:ID>TAX<"), ("SK2020202020", " ")] {
        let without = INVOICE.replace(from, to);
        let document = Parsed::read(without.as_bytes()).expect("well-formed");
        assert!(!has_vat_number(&document));
    }
    assert_eq!(of(&INVOICE.replace(":Invoice-2'", ":Order-2'")), Err(NoInvoice));
    assert_eq!(of("<Invoice/>"), Err(NoInvoice));
}

#[test]
fn a_self_billed_document_is_sent_by_the_buyer() {
    let endpoint = |role: &str, id: &str| {
        format!(
            "<cac:{role}><cac:Party><cbc:EndpointID schemeID='0245'>{id}</cbc:EndpointID>\
            </cac:Party></cac:{role}>"
        )
    };
    let parties =
        endpoint("AccountingSupplierParty", "1") + &endpoint("AccountingCustomerParty", "2");
    for (process, sender) in [("billing", "1"), ("selfbilling", "2")] {
        let process = format!("urn:fdc:peppol.eu:2017:poacc:{process}:01:1.0");
        let head = format!("<cbc:ProfileID>{process}</cbc:ProfileID>{parties}</Invoice>");
        let (start, _) = INVOICE.split_once("<cac:").expect("a party");
        let text = start.to_owned() + &head;
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let of = |role| reporting_party(&document, role).map(|party| party.1);
        assert_eq!(of(Role::C2).as_deref(), Some(sender), "{process}");
        assert_ne!(of(Role::C3), of(Role::C2));
    }
}
