//! The endpoint to which other access points send documents. Its protocol is that of the network, not part of the Agent
//! API.

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{StatusCode, header},
    middleware::Next,
    web,
};
use api_http::{Body, app_of, error::ApiError};
use peppol_as4::Answer;
use runtime::{gate::MAX_BODY, wiring::App};

/// Answers an AS4 message with a receipt or an error. 404 where this installation has no access point, 503
/// when the message should be sent again.
pub async fn take(
    app: web::Data<App>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    if app.as4.is_empty() {
        return Err(ApiError::NotFound("path"));
    }
    let Body(body) = Body::of_access_point(payload.into_inner(), &request, &app).await?;
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|text| text.to_str().ok()).unwrap_or_default();
    let Ok(answer) = app.as4.answer(&**app, content_type, body).await else {
        return Ok(HttpResponse::ServiceUnavailable().finish());
    };
    // a stored document has a job and an event
    app.notifier.jobs();
    app.notifier.events();
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    Ok(page(status, answer))
}

fn page(status: StatusCode, answer: Answer) -> HttpResponse {
    HttpResponse::build(status).content_type(Answer::CONTENT_TYPE).body(answer.body)
}

/// Refuses too large messages in the words of ebMS, because their senders do not parse our JSON errors.
pub async fn in_its_words(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let app = app_of(request.request())?;
    let response = next.call(request).await?.map_into_boxed_body();
    if response.status() != StatusCode::PAYLOAD_TOO_LARGE {
        return Ok(response);
    }
    let Some(answer) = app.as4.too_large(MAX_BODY) else { return Ok(response) };
    Ok(response.into_response(page(StatusCode::PAYLOAD_TOO_LARGE, answer)))
}
