//! How pages look: the stylesheet and the icon.

use actix_web::{
    HttpResponse,
    http::header,
    web::{self, ServiceConfig},
};
use data_encoding::HEXLOWER;
use runtime::secrets;
use std::sync::LazyLock;

const STYLESHEET: &str = include_str!("../assets/portal.css");

const ICON: &str = include_str!("../assets/icon.svg");

/// The path contains a hash of the content, so that browsers may cache it for ever.
static STYLESHEET_PATH: LazyLock<String> = LazyLock::new(|| {
    let hash = secrets::sha256(STYLESHEET.as_bytes());
    format!("/assets/portal-{}.css", HEXLOWER.encode(&hash[..8]))
});

/// Puts both on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config.route(path(), web::get().to(stylesheet)).route("/assets/icon.svg", web::get().to(icon));
}

/// The path of the stylesheet.
pub(crate) fn path() -> &'static str {
    &STYLESHEET_PATH
}

async fn stylesheet() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(STYLESHEET)
}

async fn icon() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(ICON)
}
