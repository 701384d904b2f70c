//! Answers of organizations that the domain writes, as the OpenAPI document shows them.

use crate::requests::WarningName;
use serde::Serialize;
use utoipa::ToSchema;

/// Leniency of the sandbox that ends.
#[derive(Serialize, ToSchema)]
pub struct WarningBody {
    #[schema(value_type = WarningName, example = "SANDBOX_TOKEN_MISSING")]
    pub code: String,
    pub message: String,
}
