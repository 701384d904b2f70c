//! The pages: askama templates, plain forms, one stylesheet.

mod answer;
mod connections;
mod consent;
mod language;
mod sign_in;
mod texts;

pub(crate) use answer::{failed, no_way_back, see_other, stylesheet_path, too_often};
pub use language::Language;

use actix_web::web::{ServiceConfig, get, post};

/// Puts the pages on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .route(stylesheet_path(), get().to(answer::stylesheet))
        .route("/sign-in", get().to(sign_in::page))
        .route("/sign-in", post().to(sign_in::submit))
        .route("/sign-out", post().to(sign_in::sign_out_here))
        .route("/consent/{grant}", get().to(consent::page))
        .route("/consent/{grant}", post().to(consent::submit))
        .route("/connections", get().to(connections::page))
        .route("/connections/{organization}/{id}/end", post().to(connections::end));
}
