use persistence::Tier;
use serde::Serialize;
use time::OffsetDateTime;

persistence::named! {
    /// The source of a registration.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ParticipantSource {
        /// The company confirmed a partner's mandate.
        PartnerClaim = "partner_claim",
        /// The partner's interface.
        PartnerApi = "partner_api",
        /// `POST /v1/agent/peppol/enroll`.
        ApiEnroll = "api_enroll",
        /// `POST /v1/agent/organizations/{id}/peppol/deactivate`.
        ApiDeactivate = "api_deactivate",
    }
}

/// The data of all `participant.*` events (specification, Payload).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SmpRegistration {
    /// `0245:<DIČ>`, in the sandbox `9915:<DIČ>`.
    pub participant_id: String,
    /// The identifier scheme of Peppol, `iso6523-actorid-upis`.
    pub scheme: String,
    /// `live`, or `test` in the sandbox.
    pub mode: Tier,
    /// The source of the registration.
    pub source: ParticipantSource,
}

/// The data of `participant.activated`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantActivated {
    #[serde(flatten)]
    pub registration: SmpRegistration,
    #[serde(with = "time::serde::rfc3339")]
    pub activated_at: OffsetDateTime,
}

/// The data of `participant.failed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantFailed {
    #[serde(flatten)]
    pub registration: SmpRegistration,
    #[serde(with = "time::serde::rfc3339")]
    pub failed_at: OffsetDateTime,
    /// for example `PARTICIPANT_HELD_ELSEWHERE`.
    pub code: String,
    pub message: String,
}

/// The data of `participant.deactivated`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantDeactivated {
    #[serde(flatten)]
    pub registration: SmpRegistration,
    #[serde(with = "time::serde::rfc3339")]
    pub deactivated_at: OffsetDateTime,
}
