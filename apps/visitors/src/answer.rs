//! What a page is answered with.

use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{StatusCode, header},
};
use askama::Template;

/// A page with this `Content-Security-Policy`. It is kept nowhere, shown in no frame, and its address is told
/// to no other site.
pub fn html(status: StatusCode, policy: &str, template: &impl Template) -> HttpResponse {
    let html = match template.render() {
        Ok(html) => html,
        Err(error) => {
            tracing::error!(%error, "page cannot be rendered: answered with 500");
            return HttpResponse::InternalServerError().finish();
        }
    };
    HttpResponseBuilder::new(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // not `no-referrer`: browsers would send our own forms with `Origin: null`
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .body(html)
}

/// 303: whatever was posted is not posted there again (RFC 9700, 4.12).
pub fn see_other(location: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .finish()
}
