use serde::Serialize;
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
    /// Each field that is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<ErrorDetail>,
}

/// One field that is wrong.
#[derive(Serialize, ToSchema)]
pub struct ErrorDetail {
    /// JSON path: `items[1].vat_rate`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// The flat form of an error (Errors, "Non-standard shapes" 1).
#[derive(Serialize, ToSchema)]
pub struct FlatError {
    /// `INSUFFICIENT_CREDIT` and the like.
    pub error: &'static str,
    /// For people; not contractual.
    pub message: String,
}
