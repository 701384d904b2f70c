use refusals::{Argument, Reason};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The error envelope: `{"error":{"code","message","details"?}}`.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorObject,
}

/// An error.
#[derive(Serialize, ToSchema)]
pub struct ErrorObject {
    /// For programs: `VALIDATION_ERROR` and the like.
    pub code: &'static str,
    /// For people; not contractual.
    pub message: String,
    /// The kind of the refusal, for programs and translations: stable, as `transition.not_issued`. It is left out where
    /// `details` have the kinds, and where the message is all there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "transition.not_issued")]
    pub kind: Option<&'static str>,
    /// What the message is made of, by name: texts, and for a reason within it its own kind and arguments.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, value_type = Object, example = json!({"status": "draft"}))]
    pub arguments: BTreeMap<&'static str, ArgumentView>,
    /// Each field that is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<ErrorDetail>,
}

/// One field that is wrong.
#[derive(Serialize, ToSchema)]
pub struct ErrorDetail {
    /// JSON path: `items[1].vat_rate`.
    pub field: String,
    /// What is wrong with it; for people, not contractual.
    pub message: String,
    /// The kind of what is wrong, for programs and translations: stable, as `transition.not_issued`. It is left out
    /// where the message is all there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "field.too_long")]
    pub kind: Option<&'static str>,
    /// What the message is made of, by name: texts, and for a reason within it its own kind and arguments.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false, value_type = Object, example = json!({"length": "300", "most": "200"}))]
    pub arguments: BTreeMap<&'static str, ArgumentView>,
}

/// An argument of a message.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ArgumentView {
    /// A text, a number or a name.
    Text(String),
    /// Another reason.
    Reason {
        /// Its kind.
        kind: &'static str,
        /// Its English text.
        message: String,
        /// Its own arguments.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        arguments: BTreeMap<&'static str, ArgumentView>,
    },
}

impl ErrorObject {
    /// An error without details, which says its own kind.
    pub(super) fn of(code: &'static str, reason: &Reason) -> Self {
        Self {
            code,
            message: reason.to_string(),
            kind: kind(reason),
            arguments: arguments(reason),
            details: Vec::new(),
        }
    }

    /// An error whose details have the kinds.
    pub(super) fn of_details(
        code: &'static str,
        reason: Reason,
        details: Vec<ErrorDetail>,
    ) -> Self {
        Self { code, message: reason.into(), kind: None, arguments: BTreeMap::new(), details }
    }
}

impl ErrorDetail {
    /// Of a field, or of the body as a whole where none is named.
    pub(super) fn of(field: &str, reason: &Reason) -> Self {
        Self {
            field: if field.is_empty() { "body".to_owned() } else { field.to_owned() },
            message: reason.to_string(),
            kind: kind(reason),
            arguments: arguments(reason),
        }
    }
}

fn kind(reason: &Reason) -> Option<&'static str> {
    reason.has_kind().then_some(reason.kind())
}

fn arguments(reason: &Reason) -> BTreeMap<&'static str, ArgumentView> {
    let view = |argument: &Argument| match argument {
        Argument::Name(text) | Argument::Text(text) => ArgumentView::Text(text.clone()),
        Argument::Reason(inner) => ArgumentView::Reason {
            kind: inner.kind(),
            message: inner.to_string(),
            arguments: arguments(inner),
        },
    };
    reason.arguments().iter().map(|(name, argument)| (*name, view(argument))).collect()
}

/// The flat form of an error (Errors, "Non-standard shapes" 1).
#[derive(Serialize, ToSchema)]
pub struct FlatError {
    /// `INSUFFICIENT_CREDIT` and the like.
    pub error: &'static str,
    /// For people; not contractual.
    pub message: String,
}
