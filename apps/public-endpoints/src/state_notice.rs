//! The endpoint by which the Slovak state's portal reports that a taxpayer chose this provider. The state defines the
//! interface; it is not part of the Agent API.

use actix_web::{HttpRequest, HttpResponse, web};
use api_http::{SmallBody, error::ApiError};
use organizations::notices::{MAX_NOTICE, SIGNATURE_HEADER};
use runtime::wiring::App;
use use_cases::network::state_notice::{NoticeError, take_notice};

/// 200 for a stored notice, 401 for a wrong signature, 400 for other faults, 404 when no secret is configured.
pub async fn take(
    app: web::Data<App>,
    request: HttpRequest,
    body: SmallBody,
) -> Result<HttpResponse, ApiError> {
    let Some(secrets) = &app.config.sk_notice_secrets else {
        return Err(ApiError::NotFound("path"));
    };
    let Some(body) = body.0.filter(|body| body.len() <= MAX_NOTICE) else {
        return Ok(HttpResponse::BadRequest().finish());
    };
    let signature = request.headers().get(SIGNATURE_HEADER);
    let signature = signature.and_then(|text| text.to_str().ok()).unwrap_or_default();
    match take_notice(&**app, secrets, signature, &body).await {
        Ok(()) => Ok(HttpResponse::Ok().finish()),
        Err(error @ (NoticeError::Unsigned | NoticeError::Malformed(_))) => {
            tracing::warn!(%error, "notice of the state's portal refused");
            let is_unsigned = matches!(error, NoticeError::Unsigned);
            let mut answer = match is_unsigned {
                true => HttpResponse::Unauthorized(),
                false => HttpResponse::BadRequest(),
            };
            Ok(answer.finish())
        }
        Err(NoticeError::Store(error)) => Err(error.into()),
    }
}
