//! Answers of organizations that the domain writes, as the OpenAPI document shows them.

use crate::requests::WarningName;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Leniency of the sandbox that ends.
#[derive(Serialize, ToSchema)]
pub struct WarningBody {
    #[schema(value_type = WarningName, example = "SANDBOX_TOKEN_MISSING")]
    pub code: String,
    pub message: String,
}

/// What became of a claim: flat, without an envelope.
#[derive(Serialize, ToSchema)]
pub struct ClaimBody {
    pub organization_id: Uuid,
    pub status: ClaimStatusName,
    /// Of a collision
    pub reason: Option<ClaimReasonName>,
    /// Of a test key, where no mail was sent: the address that confirms
    #[schema(required = false, format = "uri")]
    pub confirmation_url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimReasonName {
    RealOrgExistsForIco,
    RealOrgExistsForDic,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatusName {
    Sent,
    Pending,
    Confirmed,
    Collision,
}
