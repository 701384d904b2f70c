//! The bodies of organizations and enrollment, as the OpenAPI document shows them. What is sent is
//! read by [`crate::body`]; a test keeps both equal.

use super::request::AddressBody;
use crate::{
    error::ErrorBody,
    routes::{OrganizationView, RegistrationView},
};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};
use uuid::Uuid;

/// An organization to make; ico or dic is required.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrganizationCreate {
    #[schema(min_length = 1, max_length = 300)]
    pub name: String,
    #[schema(required = false, pattern = r"^\d{8}$")]
    pub ico: String,
    /// Needed for Peppol
    #[schema(required = false, example = "2023456789")]
    pub dic: String,
    #[schema(required = false, example = "SK2023456789")]
    pub ic_dph: String,
    /// True with ic_dph
    #[schema(required = false, default = false)]
    pub vat_payer: bool,
    #[schema(required = false)]
    pub address: AddressBody,
    /// Of an organization without an address in parts; default SK
    #[schema(required = false, example = "SK")]
    pub country: String,
    /// Needed for peppol-claim
    #[schema(required = false, max_length = 254, format = Email)]
    pub email: String,
    #[schema(required = false, example = "+421905123456")]
    pub phone: String,
    #[schema(required = false, max_length = 300)]
    pub registration: String,
    /// No automatic registration, tokens required: as in production
    #[schema(required = false, default = false)]
    pub sandbox_like_production: bool,
}

/// Options to set.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrganizationOptions {
    /// An empty text takes it away
    #[schema(required = false, max_length = 254)]
    pub email: String,
    #[schema(required = false)]
    pub sandbox_like_production: bool,
}

/// An organization that was made.
#[derive(Serialize, ToSchema)]
pub struct OrganizationCreated {
    pub data: OrganizationView<'static>,
    /// SANDBOX_AUTO_ENROLL
    #[schema(required = false)]
    pub warnings: Vec<WarningBody>,
    /// In the sandbox like production: to call enroll
    #[schema(required = false)]
    pub hint: String,
}

/// Leniency of the sandbox that ends.
#[derive(Serialize, ToSchema)]
pub struct WarningBody {
    #[schema(example = "SANDBOX_TOKEN_MISSING")]
    pub code: String,
    pub message: String,
}

/// An enrollment.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct EnrollBody {
    /// Hex; optional only in the lenient sandbox
    #[schema(required = false, max_length = 512, pattern = "^[0-9a-fA-F]+$")]
    pub verification_token_hex: String,
    /// Moves the participant from another provider
    #[schema(required = false, max_length = 200)]
    pub migration_code: String,
}

/// A registration.
#[derive(Serialize, ToSchema)]
pub struct RegistrationData {
    pub data: RegistrationView<'static>,
    /// SANDBOX_TOKEN_MISSING
    #[schema(required = false)]
    pub warnings: Vec<WarningBody>,
}

/// What became of a claim: flat, without an envelope.
#[derive(Serialize, ToSchema)]
pub struct ClaimBody {
    pub organization_id: Uuid,
    pub status: ClaimStatusName,
    /// real_org_exists_for_ico, of a collision
    pub reason: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatusName {
    Sent,
    Pending,
    Confirmed,
    Collision,
}

/// VERIFICATION_UNAVAILABLE
#[derive(IntoResponses)]
#[response(status = 503)]
#[allow(dead_code)] // only described
pub struct UnavailableError(ErrorBody);
