use crate::{
    Delivery,
    endpoints::{EndpointUrl, Secrets},
    signing::signature::sign,
};
use events::Body;
use time::OffsetDateTime;

/// `t=<unix>,v1=<hex>` (specification, Headers of a delivery).
pub const HEADER_SIGNATURE: &str = "X-Webhook-Signature";
/// The event's name.
pub const HEADER_EVENT: &str = "X-Webhook-Event";
/// The delivery's id.
pub const HEADER_ID: &str = "X-Webhook-Id";
/// The signature's time in Unix seconds.
pub const HEADER_TIMESTAMP: &str = "X-Webhook-Timestamp";
/// The value of the header `User-Agent`.
pub(crate) const USER_AGENT: &str = "Billhook-Webhooks/1";

/// A request ready to be sent: POST, with exactly these bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedRequest {
    /// The URL that deliveries are sent to.
    pub url: EndpointUrl,
    /// Names and values of the headers; the transport adds only its own.
    pub headers: [(&'static str, String); 6],
    /// The body.
    pub body: Body,
}

impl SignedRequest {
    /// Signs a body for an attempt that begins now.
    #[must_use]
    pub fn new(
        delivery: &Delivery,
        url: EndpointUrl,
        secrets: &Secrets,
        body: Body,
        now: OffsetDateTime,
    ) -> Self {
        let headers = [
            ("Content-Type", "application/json".to_owned()),
            ("User-Agent", USER_AGENT.to_owned()),
            (HEADER_EVENT, delivery.event.to_string()),
            (HEADER_ID, delivery.id.to_string()),
            (HEADER_TIMESTAMP, now.unix_timestamp().to_string()),
            (HEADER_SIGNATURE, sign(secrets, body.as_bytes(), now)),
        ];
        Self { url, headers, body }
    }
}
