//! Properties of every answer of every interface.

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

/// Marks a request whose method is HEAD.
struct Head;

/// Answers HEAD as GET: the server omits the body and keeps its length (RFC 9110, 9.3.2). Every answer forbids browsers
/// to guess its type.
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

/// Whether the request is a HEAD. Its caller does not get the body, and so has not viewed the document.
#[must_use]
pub fn is_head(http: &HttpRequest) -> bool {
    http.extensions().get::<Head>().is_some()
}
