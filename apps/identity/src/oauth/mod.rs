//! The endpoints that applications call. Their errors have the shape of RFC 6749, which every client
//! library reads, and not that of the Agent API.

mod answer;
mod authorize;
mod metadata;
mod register;
mod tokens;
mod user_info;

pub(crate) use answer::OAuthAnswer;

use actix_web::web::{ServiceConfig, get, post};
use oauth::paths;

/// Puts the endpoints on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    metadata::configure(config);
    config
        .route(paths::REGISTER, post().to(register::register_client))
        .route(paths::AUTHORIZE, get().to(authorize::authorize))
        .route(paths::TOKEN, post().to(tokens::issue))
        .route(paths::REVOKE, post().to(tokens::revoke_token))
        .route(paths::INTROSPECT, post().to(tokens::introspect_token))
        .route(paths::USERINFO, get().to(user_info::user_info))
        .route(paths::USERINFO, post().to(user_info::user_info));
}
