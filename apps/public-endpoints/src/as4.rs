//! Where other access points send documents to. A protocol of its own, not part of the Agent API.

use actix_web::{HttpRequest, HttpResponse, http::header, web};
use api_http::{Body, error::ApiError};
use runtime::wiring::App;

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
    // what was kept has a job, and an event
    app.notifier.jobs();
    app.notifier.events();
    let status = actix_web::http::StatusCode::from_u16(answer.status)
        .unwrap_or(actix_web::http::StatusCode::OK);
    let content_type = peppol_as4::Answer::CONTENT_TYPE;
    Ok(HttpResponse::build(status).content_type(content_type).body(answer.body))
}
