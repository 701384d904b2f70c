//! The settings of the company: its record, and how its invoices look, are numbered, sent and reminded of.

mod accounting;
mod company;
mod form_page;
mod logo;
mod network;
mod numbering;
mod overview;
mod postings;
mod record;
mod reminders;
mod responses;
mod sending;

use api_http::paths::{Paths, get, post};

pub(super) fn configure(config: &mut Paths) {
    config
        .route("/settings", get().to(overview::page))
        .route("/settings/company", get().to(company::page))
        .route("/settings/company", post().to(company::save))
        .route("/settings/logo", get().to(logo::page))
        .route("/settings/logo", post().to(logo::save))
        .route("/settings/logo/remove", post().to(logo::remove))
        .route("/settings/logo/image", get().to(logo::image))
        .route("/settings/sample.pdf", get().to(logo::sample))
        .route("/settings/network", get().to(network::page))
        .route("/settings/network/enroll", post().to(network::register))
        .route("/settings/network/deactivate", post().to(network::give_up))
        .route("/settings/numbering/{type}", get().to(numbering::page))
        .route("/settings/numbering/{type}", post().to(numbering::save))
        .route("/settings/sending", get().to(sending::page))
        .route("/settings/sending", post().to(sending::save))
        .route("/settings/responses", get().to(responses::page))
        .route("/settings/responses", post().to(responses::save))
        .route("/settings/accounting", get().to(accounting::page))
        .route("/settings/accounting", post().to(accounting::save))
        .route("/settings/accounting/edit", get().to(accounting::edit))
        .route("/settings/accounting/test", post().to(accounting::test))
        .route("/settings/accounting/rotate", post().to(accounting::rotate))
        .route("/settings/accounting/unlink", post().to(accounting::unlink))
        .route("/settings/accounting/postings", get().to(postings::list))
        .route("/settings/accounting/postings/{id}", get().to(postings::page))
        .route("/settings/accounting/postings/{id}/retry", post().to(postings::retry))
        .route("/settings/reminders", get().to(reminders::page))
        .route("/settings/reminders", post().to(reminders::save));
}
