//! Bodies of requests that are right, for tests to change.

use serde_json::{Value, json};

/// A firm with a whole address.
pub fn customer() -> Value {
    json!({
        "name": "Dunajská stavebná a. s.", "ico": "35876549", "dic": "2020876550",
        "ic_dph": "SK2020876550",
        "address": {"street": "Vajnorská 100", "city": "Bratislava", "postalCode": "831 04", "country": "SK"},
    })
}

/// A line.
pub fn item(quantity: &str, unit_price: &str, vat_rate: i64) -> Value {
    json!({"description": "Práca", "quantity": quantity, "unit_price": unit_price, "vat_rate": vat_rate})
}

/// An invoice over these lines.
pub fn invoice_of(items: Vec<Value>) -> Value {
    json!({"customer": customer(), "items": items})
}

/// An invoice over 100 + 23.
pub fn invoice() -> Value {
    invoice_of(vec![item("2", "50", 23)])
}

/// The invoice with members replaced.
pub fn invoice_with(members: Value) -> Value {
    let mut body = invoice();
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}
