//! What each operation answers when all is well: recorded from the running service by
//! `apps/billhook/tests/api/examples`.

use super::methods::methods;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::openapi::{OpenApi, RefOr, path::Operation};

const RECORDED: &str = include_str!("../../assets/answers.json");

/// An answer.
#[derive(Deserialize)]
struct Recorded {
    status: u16,
    media_type: String,
    answer: Value,
}

/// Puts the recorded answers into the document.
pub(super) fn show(document: &mut OpenApi) -> Result<(), serde_json::Error> {
    let mut recorded: BTreeMap<String, Recorded> = serde_json::from_str(RECORDED)?;
    for operation in document.paths.paths.values_mut().flat_map(methods) {
        let id = operation.operation_id.as_deref().unwrap_or_default();
        if let Some(answer) = recorded.remove(id) {
            show_one(operation, answer);
        }
    }
    Ok(())
}

fn show_one(operation: &mut Operation, recorded: Recorded) {
    let response = operation.responses.responses.get_mut(&recorded.status.to_string());
    if let Some(RefOr::T(response)) = response
        && let Some(RefOr::T(content)) = response.content.get_mut(&recorded.media_type)
    {
        content.example = Some(recorded.answer);
    }
}
