//! What went wrong, as a page.

use crate::{
    answer::{message, see_other},
    error::{PageError, explained},
    words::Words,
};
use actix_web::{
    Error, HttpRequest, HttpResponse, ResponseError,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header,
    middleware::Next,
};
use api_http::error::ApiError;
use identity::{Language, sign_in_for};

/// Shows errors of pages as pages, in the reader's language.
///
/// # Errors
/// What the inner service says.
pub(crate) async fn shown(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let language = Language::of(response.request());
    let Some(error) = response.response().error() else { return Ok(response) };
    let http = response.request();
    let page = match (error.as_error::<PageError>(), error.as_error::<ApiError>()) {
        (Some(error), _) => page(http, error, language),
        (None, Some(error)) => {
            let text = explained(error, &Words::of(language));
            message(http, error.parts().0, language, &text)
        }
        (None, None) => return Ok(response),
    };
    Ok(ServiceResponse::new(response.into_parts().0, page))
}

fn page(http: &HttpRequest, error: &PageError, language: Language) -> HttpResponse {
    if let PageError::SignIn = error {
        return see_other(&sign_in_for(http));
    }
    if let PageError::Left(left) = error {
        return left.page(http, language);
    }
    if let PageError::Api(cause @ (ApiError::Internal(_) | ApiError::Unavailable(_))) = error {
        tracing::error!(error = %cause, "a page failed");
    }
    let text = error.text(&Words::of(language));
    let mut answer = message(http, error.status_code(), language, &text);
    if let PageError::Api(ApiError::RateLimited(limited)) = error {
        answer.headers_mut().insert(header::RETRY_AFTER, limited.retry_after.into());
    }
    answer
}
