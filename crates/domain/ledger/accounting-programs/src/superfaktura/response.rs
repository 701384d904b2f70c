use crate::{
    ItemAnswer,
    said::{text, words},
};
use serde_json::Value;

/// Why an answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The answer is not JSON, for example a page of HTML.
    #[error("the answer is no JSON of SuperFaktúra: {0}")]
    Unreadable(String),
    /// The JSON has another form.
    #[error("the answer says neither what was made nor what is wrong")]
    Unknown,
}

/// Reads the answer to a [`Post`](super::Post). Whatever the HTTP status, `error` is 0 when the document was created.
///
/// # Errors
/// [`Unusable`].
pub fn answer(bytes: &[u8]) -> Result<ItemAnswer, Unusable> {
    let said = read(bytes)?;
    let error = said.get("error").ok_or(Unusable::Unknown)?;
    if !is_none(error) {
        return Ok(ItemAnswer::Refused { reason: reason(&said) });
    }
    let made = ["Invoice", "Expense"].into_iter().find_map(|kind| said.get("data")?.get(kind));
    let id = match made {
        Some(document) => document.get("id"),
        None => said.get("payment_id").or_else(|| said.pointer("/data/ExpensePayment/id")),
    };
    let id = id.and_then(text).ok_or(Unusable::Unknown)?;
    let number = made.and_then(|document| document.get("invoice_no_formatted")).and_then(text);
    Ok(ItemAnswer::Created { id: Some(id), number, note: None })
}

pub(super) fn read(bytes: &[u8]) -> Result<Value, Unusable> {
    serde_json::from_slice(bytes).map_err(|error| Unusable::Unreadable(error.to_string()))
}

/// Whether the value is zero, false, or an empty text.
pub(super) fn is_none(error: &Value) -> bool {
    match error {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty() || text == "0",
        _ => false,
    }
}

/// The program's reason, wherever it occurs in the answer.
fn reason(said: &Value) -> String {
    let words = words(said, &["error_message", "error_messages", "message"]);
    words.unwrap_or_else(|| "SuperFaktúra gives no reason".to_owned())
}
