//! The examples of the OpenAPI document are sendable as they stand, and what it says of null is so.

use super::document;
use agent_requests::{Field, Found, parse, read_optional, *};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What reads a body.
type Reader = fn(&[u8]) -> Found;

fn reader<R: Field>(body: &[u8]) -> Found {
    let mut found = Found::new();
    match parse(body) {
        Ok(value) => _ = R::read(&value, &mut found),
        Err(wrong) => found = wrong,
    }
    found
}

macro_rules! readers {
    ($($body:ident),+ $(,)?) => { &[$((stringify!($body), reader::<$body>)),+] };
}

/// Bodies of requests, by the name of their schema.
const READERS: &[(&str, Reader)] = readers![
    AccountingProgramBody,
    AttachmentBody,
    BankAccountBody,
    BankAccountChange,
    BatchSend,
    ClaimProofBody,
    ConnectorSend,
    ContractChangeBody,
    ContractCreate,
    CustomerBody,
    CustomerChange,
    CustomerMerge,
    EmailBody,
    EnrollBody,
    ExpenseChangeBody,
    ExpenseCreate,
    ExportCreate,
    InvoiceCreate,
    InvoicePatch,
    IssueBody,
    KeyCreate,
    KeyRotate,
    MappingBody,
    OffsetBody,
    OrganizationCreate,
    OrganizationOptions,
    PaymentBody,
    PreflightDocument,
    ProposalInvoiceBody,
    RejectBody,
    ReceiveResponsesBody,
    ReleaseBody,
    ReminderBody,
    ReminderSettingsBody,
    RespondBody,
    ProjectBody,
    ResumeBody,
    SendSettingsBody,
    SeriesFormatBody,
    StockDocumentBody,
    StockItemBody,
    VehicleBody,
    WarehouseBody,
    WebhookBody,
    WebhookChangeBody,
    WebhookTestBody,
];

/// A body that is not named here has no test of its example.
fn reader_of(name: &str) -> Reader {
    let found = READERS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("{name} is not among READERS")).1
}

/// The names of the schemas of JSON bodies, and whether the body may be left out.
fn bodies(document: &Value) -> BTreeSet<(String, bool)> {
    let paths = document["paths"].as_object().expect("paths");
    // the endpoints of OAuth read bodies of their own
    let of_api = paths.iter().filter(|(path, _)| path.starts_with("/v1/agent/"));
    let operations = of_api.flat_map(|(_, item)| item.as_object().expect("an item").values());
    let bodies = operations.map(|operation| &operation["requestBody"]);
    bodies
        .filter(|body| body["content"]["application/json"].is_object())
        .map(|body| {
            let schema = &body["content"]["application/json"]["schema"];
            let choices = schema["oneOf"].as_array().into_iter().flatten();
            let reference =
                [schema].into_iter().chain(choices).find_map(|one| one["$ref"].as_str());
            let name = reference.and_then(|path| path.rsplit('/').next());
            let name = name.unwrap_or_else(|| panic!("a body without a name: {body}"));
            (name.to_owned(), body["required"] != json!(true))
        })
        .collect()
}

fn wrong(read: Reader, body: &Value) -> Vec<String> {
    let found = read(body.to_string().as_bytes());
    found.as_slice().iter().map(|one| format!("{}: {}", one.field, one.message)).collect()
}

#[test]
fn every_body_has_an_example_that_its_reader_takes() {
    let document = document();
    let known = bodies(&document);
    for (name, _) in READERS {
        assert!(known.iter().any(|(body, _)| body == name), "{name} is no body of a request");
    }
    for (name, _) in known {
        let read = reader_of(&name);
        let schema = &document["components"]["schemas"][&name];
        let example = &schema["example"];
        assert!(example.is_object(), "{name} has no example");
        assert_eq!(wrong(read, example), [""; 0], "{name}: {example}");
        for (member, of) in schema["properties"].as_object().expect("properties") {
            let mut changed = example.clone();
            if let Some(value) = of.get("example") {
                changed[member] = value.clone();
                assert_eq!(wrong(read, &changed), [""; 0], "{name}: {changed}");
            }
        }
    }
}

/// Null stands for what is left out; where nothing may be left out the document does not offer it.
#[test]
fn null_is_taken_where_the_document_says_so() {
    let document = document();
    for (name, _) in bodies(&document) {
        let read = reader_of(&name);
        let schema = &document["components"]["schemas"][&name];
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (member, of) in schema["properties"].as_object().expect("properties") {
            let is_required = required.contains(&json!(member));
            assert_eq!(takes_null(of), !is_required, "{name}.{member}: {of}");
            let mut example = schema["example"].clone();
            example[member] = Value::Null;
            let own = format!("{member}:");
            let refused = wrong(read, &example).iter().any(|text| text.starts_with(&own));
            assert!(!refused || takes_other_members(&name) || is_required, "{name}.{member}");
        }
    }
}

/// Whether a member may be missed for what another one says: the time of a mode.
fn takes_other_members(name: &str) -> bool {
    name == "SendSettingsBody"
}

fn takes_null(schema: &Value) -> bool {
    let is_null = |one: &Value| *one == "null" || one["type"] == "null";
    let among = |all: &Value| all.as_array().is_some_and(|all| all.iter().any(is_null));
    among(&schema["type"]) || among(&schema["oneOf"])
}

#[test]
fn a_body_that_may_be_left_out_may_be_null() {
    let document = document();
    let optional: Vec<_> =
        bodies(&document).into_iter().filter(|(_, optional)| *optional).collect();
    assert!(optional.iter().any(|(name, _)| name == "KeyCreate"), "{optional:?}");
    for body in ["", " \n", "null", " null "] {
        assert!(read_optional::<KeyCreate>(body.as_bytes()).is_ok(), "{body:?}");
        assert!(read_optional::<WebhookTestBody>(body.as_bytes()).is_ok(), "{body:?}");
    }
    assert!(read_optional::<KeyCreate>(b"nul").is_err());
}
