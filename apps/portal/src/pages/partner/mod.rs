//! The pages of a partner: the organizations that it manages, their use of plans, its keys and webhooks, the
//! feed of events.

mod at_partner;
mod events;
mod organization;
mod organizations;
mod usage;

use crate::pages::{
    people::keys,
    webhooks::{deliveries, endpoints as webhooks},
};
use api_http::paths::{Paths, get, post};
use members::PartnerMembership;

/// The pages of a partner.
pub(crate) fn configure(config: &mut Paths) {
    type P = PartnerMembership;
    config
        .route("", get().to(organizations::list))
        .route("/organizations/new", get().to(organizations::new))
        .route("/organizations/new", post().to(organizations::create))
        .route("/organizations/{id}", get().to(organization::page))
        .route("/organizations/{id}/claim", post().to(organization::claim))
        .route("/usage", get().to(usage::page))
        .route("/events", get().to(events::page))
        .route("/keys", get().to(keys::list::<P>))
        .route("/keys/new", get().to(keys::new::<P>))
        .route("/keys/new", post().to(keys::create::<P>))
        .route("/keys/rotate", post().to(keys::rotate::<P>))
        .route("/keys/revoke", post().to(keys::revoke::<P>))
        .route("/webhooks", get().to(webhooks::list::<P>))
        .route("/webhooks/new", get().to(webhooks::new::<P>))
        .route("/webhooks/new", post().to(webhooks::create::<P>))
        .route("/webhooks/{id}", get().to(webhooks::page::<P>))
        .route("/webhooks/{id}/edit", get().to(webhooks::edit::<P>))
        .route("/webhooks/{id}/edit", post().to(webhooks::save::<P>))
        .route("/webhooks/{id}/rotate", post().to(webhooks::rotate::<P>))
        .route("/webhooks/{id}/test", post().to(webhooks::test::<P>))
        .route("/webhooks/{id}/switch", post().to(webhooks::switch::<P>))
        .route("/webhooks/{id}/remove", post().to(webhooks::remove::<P>))
        .route("/webhooks/{id}/replay", post().to(deliveries::replay_failed::<P>))
        .route("/webhooks/{id}/deliveries/{delivery}", get().to(deliveries::page::<P>))
        .route("/webhooks/{id}/deliveries/{delivery}/replay", post().to(deliveries::replay::<P>));
}
