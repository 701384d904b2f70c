use crate::{
    ItemAnswer, ProgramFailure,
    said::{text, words},
};
use serde_json::Value;

/// Why an answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The answer is not JSON, for example a page of HTML.
    #[error("the answer is no JSON of KROS Fakturácia: {0}")]
    Unreadable(String),
    /// The JSON has another form.
    #[error("the answer does not say which documents there are, and under which ids of ours")]
    Unknown,
    /// The day has more documents than are read.
    #[error("there are too many documents of that day to find one")]
    TooMany,
}

/// An HTTP answer.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: &'a [u8],
}

/// Reads the answer to a [`Post`](super::Post); `None` for a status that does not come from KROS Fakturácia itself.
///
/// # Errors
/// [`ProgramFailure`].
pub fn answer(answer: Answer<'_>) -> Result<Option<ItemAnswer>, ProgramFailure> {
    match answer.status {
        // 409: the same request came a moment ago and is still in progress
        202 | 409 => Ok(Some(ItemAnswer::Taken)),
        400 | 422 => {
            let said = serde_json::from_slice(answer.body).unwrap_or(Value::Null);
            let reason = words(&said, &["errors", "problems", "detail", "message", "title"]);
            let reason = reason.unwrap_or_else(|| "KROS Fakturácia gives no reason".to_owned());
            Ok(Some(ItemAnswer::Refused { reason }))
        }
        402 => Err(ProgramFailure::Denied(
            "the plan of the company does not have the interface (HTTP 402)".to_owned(),
        )),
        200 | 201 => Ok(Some(made(answer.body))),
        _ => Ok(None),
    }
}

/// A document that was created at once. Without an id it is looked up later.
fn made(body: &[u8]) -> ItemAnswer {
    let said: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    match said.pointer("/data/id").and_then(text) {
        Some(id) => {
            let number = said.pointer("/data/documentNumber").and_then(text);
            ItemAnswer::Created { id: Some(id), number, note: None }
        }
        None => ItemAnswer::Taken,
    }
}
