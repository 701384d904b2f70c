//! What holds for every answer of every interface.

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{HeaderValue, X_CONTENT_TYPE_OPTIONS},
    },
    middleware::Next,
};

/// That a request came by HEAD.
struct Head;

/// A request by HEAD is answered as the same by GET: the server leaves the body out, and keeps its length (RFC 9110, 9.3.2).
/// No browser guesses the type of anything that comes from here.
///
/// # Errors
/// What the inner service says.
pub async fn every_answer(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(Head);
    }
    let mut response = next.call(request).await?;
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, nosniff);
    Ok(response)
}

/// Whether nobody sees the body of the answer: who asks by HEAD has opened nothing.
#[must_use]
pub fn is_head(http: &HttpRequest) -> bool {
    http.extensions().get::<Head>().is_some()
}
