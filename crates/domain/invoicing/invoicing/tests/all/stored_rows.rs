//! Rows as older versions kept them: they are read, and say the same when they are written again.

use fixtures::{assert_still_says, stored_row};
use invoicing::{
    AnyInvoice, Document, Invoice, InvoiceId, InvoiceStatus,
    recording::RecordedDocument,
    states::{HistoryAction, HistoryEntry, Holds},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::invoices::{NOW, slovak};
use uuid::Uuid;

#[track_caller]
fn read<T: Serialize + DeserializeOwned>(row: &str) -> T {
    let read = serde_json::from_str(row).expect("the row is read");
    assert_still_says(row, &serde_json::to_string(&read).expect("JSON"));
    read
}

#[test]
fn a_document_says_what_its_row_says() {
    let issued: Document = read(&stored_row("invoice"));
    let draft: Document = read(&stored_row("draft"));
    assert_eq!((&*issued.number, &*draft.number), ("FA20260001", ""));
    assert_eq!(issued.attachments[0].size, u64::MAX, "a number keeps every digit");
    let recorded: RecordedDocument = read(&stored_row("recorded"));
    assert_eq!(recorded.number, "EXT-1");
}

/// Another order of the members, as a database may keep them, is the same document.
#[test]
fn the_order_of_members_says_nothing() {
    for name in ["invoice", "draft"] {
        let row = stored_row(name);
        let sorted: BTreeMap<String, Value> = serde_json::from_str(&row).expect("JSON");
        let sorted = serde_json::to_string(&sorted).expect("JSON");
        assert_ne!(sorted, row);
        assert_eq!(read::<Document>(&sorted), read::<Document>(&row));
    }
}

/// What the oldest rows lack is absent.
#[test]
fn a_text_that_a_row_lacks_is_none() {
    let mut row: Value = serde_json::from_str(&stored_row("draft")).expect("JSON");
    let whole: Document = serde_json::from_value(row.clone()).expect("a document");
    for text in ["order_number", "note", "internal_note"] {
        assert_eq!(row.as_object_mut().expect("an object").remove(text), Some(Value::Null));
    }
    assert_eq!(serde_json::from_value::<Document>(row).expect("a document"), whole);
}

fn invoice(row: &str) -> AnyInvoice {
    let document: Document = serde_json::from_str(row).expect("a document");
    AnyInvoice::from(Invoice {
        id: InvoiceId(Uuid::from_u128(0xF0)),
        organization: slovak().organization.id,
        status: InvoiceStatus::Issued,
        paid_amount: Default::default(),
        credited_amount: Default::default(),
        refunded_amount: Default::default(),
        payments: Vec::new(),
        version: 2,
        holds: Holds::default(),
        created_at: NOW,
        document,
    })
}

/// The lines of a history compare with those that are kept already: their members keep their names.
#[test]
fn a_line_of_the_history_says_each_text() {
    let row = stored_row("invoice");
    let mut texts: Value = serde_json::from_str(&row).expect("JSON");
    let mut before = json!({});
    let mut after = json!({});
    for text in ["order_number", "note", "internal_note"] {
        before[text] = texts[text].clone();
        after[text] = json!(format!("iné: {text}"));
        texts[text] = after[text].clone();
    }
    let (old, new) = (invoice(&row), invoice(&texts.to_string()));
    let line = HistoryEntry::of(HistoryAction::Edited, &old, &new, NOW);
    assert_eq!((line.before, line.after), (before.clone(), after));
    let first = HistoryEntry::first(&old, NOW).after;
    for (text, value) in before.as_object().expect("texts") {
        assert_eq!(&first[text], value);
    }
}
