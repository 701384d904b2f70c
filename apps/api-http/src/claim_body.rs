//! The answer about a claim: to the partner who asks for it, and to the organization that confirms it.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The outcome of a claim: flat, without an envelope.
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
