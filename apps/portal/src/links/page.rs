//! Pages whose address contains a token.

use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{StatusCode, header},
};

/// A page behind a link.
pub(crate) fn page(status: StatusCode, html: String) -> HttpResponse {
    let mut response = HttpResponseBuilder::new(status);
    response.content_type("text/html; charset=utf-8");
    guarded(&mut response).body(html)
}

/// Keeps the token in the address secret: the page sends no referrer and is not cached.
pub(crate) fn guarded(response: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    response
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header(("X-Robots-Tag", "noindex, nofollow"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
             form-action 'self'",
        ))
}
