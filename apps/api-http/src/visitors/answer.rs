//! The HTTP answers of pages.

use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{StatusCode, header},
};
use askama::Template;

/// A page with this `Content-Security-Policy`. It is not cached and not shown in frames, and other sites do not learn
/// its address.
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
        // not `no-referrer`, with which browsers send our own forms with `Origin: null`
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .body(html)
}

/// 303: the browser loads the location with GET, and does not repeat the POST there (RFC 9700, 4.12).
pub fn see_other(location: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .finish()
}
