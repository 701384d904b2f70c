//! `/document/send`.

use crate::{
    call::Call,
    refused::{Refused, Reply},
};
use api_http::{Body, error::ApiError, stored};
use idempotency::{Answer, Fingerprint, Key, Lease, LeaseToken};
use runtime::secrets;
use sapi_sk::{Code, SapiError, SapiScope, SendRequest};
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::sending::sapi::hand_over;
use uuid::Uuid;

/// The operation under which idempotency keys of sends are kept.
const SEND: &str = "sapi.send";

const KEY: &str = "Idempotency-Key";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SendAnswer {
    provider_document_id: Uuid,
    status: &'static str,
    /// Clients read one of the two members.
    #[serde(with = "time::serde::rfc3339")]
    received_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    timestamp: OffsetDateTime,
}

/// Accepts a document for sending; 202 is no proof of delivery.
pub(crate) async fn send(call: Call, body: Result<Body, ApiError>) -> Reply {
    let context = call.context(SapiScope::Send)?;
    let participant = call.participant()?;
    let body = body?.0;
    let lease = lease(&call, &body)?;
    let request = SendRequest::read(&body)?;
    drop(body);
    let now = call.clock.now();
    let respond = |id: peppol_connector::identifiers::SubmissionId| {
        let answer = SendAnswer {
            provider_document_id: id.0,
            status: "ACCEPTED",
            received_at: now,
            timestamp: now,
        };
        Answer::json(202, &answer)
    };
    let answer = hand_over(&context, &participant, request, lease, respond).await?;
    call.notifier.jobs();
    stored(answer).map_err(Refused::from)
}

fn lease(call: &Call, body: &[u8]) -> Result<(Lease, Fingerprint), SapiError> {
    let wrong = |issue| SapiError::about(Code::INVALID_REQUEST, KEY, issue);
    let text =
        call.header(KEY)?.ok_or_else(|| wrong("is required: a UUID, new for each document"))?;
    let key = Uuid::try_parse(text).map_err(|_| wrong("must be a UUID"))?;
    let key = Key::parse(&key.to_string()).map_err(|_| wrong("must be a UUID"))?;
    let lease = Lease::new(SEND, call.tier(), key, LeaseToken(Uuid::now_v7()));
    Ok((lease, Fingerprint(secrets::sha256(body))))
}
