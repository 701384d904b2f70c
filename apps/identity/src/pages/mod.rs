//! The pages: askama templates, plain forms, one stylesheet.

mod account;
mod answer;
mod code;
mod connections;
mod consent;
mod entry;
mod forgotten;
mod invitation;
mod members;
mod next;
mod password;
mod people;
mod qr;
mod second_factor;
mod sign_in;
mod texts;

pub(crate) use answer::{failed, no_room, no_way_back, see_other, stylesheet_path, too_often};

use actix_web::web::ServiceConfig;
use api_http::paths::{Paths, get, post};

/// Puts the pages on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config.configure(Paths::of(|paths| {
        paths
            .route(stylesheet_path(), get().to(answer::stylesheet))
            .configure(signing_in)
            .configure(own_account)
            .configure(groups);
    }));
}

/// The pages for signing in and out, by password or its replacements, and for the consent to an application.
fn signing_in(config: &mut Paths) {
    config
        .route("/sign-in", get().to(sign_in::page))
        .route("/sign-in", post().to(sign_in::submit))
        .route("/sign-out", post().to(sign_in::sign_out_here))
        .route("/consent/{grant}", get().to(consent::page))
        .route("/consent/{grant}", post().to(consent::submit))
        .route("/connections", get().to(connections::page))
        .route("/connections/{organization}/{id}/end", post().to(connections::end))
        .route("/sign-in/code", get().to(code::page))
        .route("/sign-in/code", post().to(code::submit))
        .route("/forgotten", get().to(forgotten::page))
        .route("/forgotten", post().to(forgotten::ask))
        .route("/reset/{token}", get().to(forgotten::link))
        .route("/reset/{token}", post().to(forgotten::set));
}

/// A person's own account.
fn own_account(config: &mut Paths) {
    config
        .route("/account", get().to(account::page))
        .route("/account/sessions/end-others", post().to(account::end_others))
        .route("/account/sessions/{id}/end", post().to(account::end_session))
        .route("/account/password", get().to(password::page))
        .route("/account/password", post().to(password::change))
        .route("/account/second-factor", get().to(second_factor::page))
        .route("/account/second-factor", post().to(second_factor::begin))
        .route("/account/second-factor/confirm", post().to(second_factor::confirm))
        .route("/account/second-factor/codes", post().to(second_factor::renew))
        .route("/account/second-factor/remove", post().to(second_factor::remove));
}

/// The people of a company or a partner.
fn groups(config: &mut Paths) {
    config
        .route("/members/{kind}/{id}", get().to(members::page))
        .route("/members/{kind}/{id}/invite", post().to(members::invite_somebody))
        .route("/members/{kind}/{id}/invitations/{invitation}/end", post().to(members::end))
        .route("/members/{kind}/{id}/{user}", post().to(members::change))
        .route("/invitation/{token}", get().to(invitation::page))
        .route("/invitation/{token}", post().to(invitation::accept));
}
