//! The OpenAPI document is kept by a snapshot; `UPDATE_SNAPSHOTS=1` writes it anew.

use billhook::{body, openapi};
use invoicing::{InvoiceStatus, InvoiceType, PaymentMethod, Unit};
use money::Currency;
use serde_json::Value;
use std::{collections::BTreeSet, env, fs, path::Path};
use vat_categories::TaxTreatment;

fn document() -> Value {
    serde_json::from_str(&openapi::document_json()).expect("JSON")
}

#[test]
fn the_document_is_the_snapshot() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/openapi.json");
    let text = serde_json::to_string_pretty(&document()).expect("JSON") + "\n";
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &text).expect("a snapshot that can be written");
    }
    let kept = fs::read_to_string(&path).expect("a snapshot");
    assert!(
        text == kept,
        "the document changed: UPDATE_SNAPSHOTS=1 cargo test -p billhook --test openapi"
    );
}

/// The members of a schema that a reader of bodies must know, and no others.
fn members(schema: &str) -> BTreeSet<String> {
    let document = document();
    let properties = &document["components"]["schemas"][schema]["properties"];
    properties.as_object().expect(schema).keys().cloned().collect()
}

#[test]
fn schemas_of_bodies_name_what_is_read() {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let tables: [(&str, BTreeSet<String>); 8] = [
        ("InvoiceCreate", owned(body::INVOICE_FIELDS)),
        ("ItemBody", owned(body::ITEM_FIELDS)),
        ("CustomerBody", owned(body::CUSTOMER_FIELDS)),
        ("OrganizationCreate", owned(body::ORGANIZATION_FIELDS)),
        ("OrganizationOptions", owned(body::OPTIONS_FIELDS)),
        ("EnrollBody", owned(body::ENROLL_FIELDS)),
        ("WebhookBody", owned(body::WEBHOOK_FIELDS)),
        ("WebhookChangeBody", owned(body::WEBHOOK_CHANGE_FIELDS)),
    ];
    for (schema, read) in tables {
        assert_eq!(members(schema), read, "{schema}");
    }
}

#[test]
fn schemas_of_names_list_what_the_domain_knows() {
    let known = |schema: &str| {
        let document = document();
        let names =
            document["components"]["schemas"][schema]["enum"].as_array().expect(schema).clone();
        names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect::<BTreeSet<_>>()
    };
    fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> BTreeSet<String> {
        all.iter().map(|value| name(*value).to_owned()).collect()
    }
    assert_eq!(known("CurrencyCode"), names(Currency::ALL, Currency::code));
    assert_eq!(known("DocumentType"), names(&InvoiceType::ALL, InvoiceType::name));
    assert_eq!(known("PaymentMethodName"), names(&PaymentMethod::ALL, PaymentMethod::name));
    assert_eq!(known("StatusName"), names(&InvoiceStatus::ALL, InvoiceStatus::name));
    assert_eq!(known("TaxTreatmentName"), names(&TaxTreatment::ALL, TaxTreatment::as_str));
    assert_eq!(known("UnitName"), names(&Unit::ALL, Unit::name));
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut references = BTreeSet::new();
    gather(&document, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a reference inside the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

fn gather(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.insert(reference.clone());
            }
            members.values().for_each(|value| gather(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, references)),
        _ => {}
    }
}
