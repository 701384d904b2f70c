//! Where the Slovak state's portal tells that a taxpayer chose this provider. An interface of the portal's, not part of
//! the Agent API.

use actix_web::{HttpRequest, HttpResponse, web};
use api_http::{SmallBody, error::ApiError};
use organizations::notices::{MAX_NOTICE, SIGNATURE_HEADER};
use runtime::wiring::App;
use use_cases::network::state_notice::{NoticeError, take_notice};

/// 200 for a notice that is kept, 401 without a right signature, 400 for anything else; 404 where no secret is set.
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
