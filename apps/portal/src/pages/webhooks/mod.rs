//! Webhooks: endpoints, deliveries, the feed.

pub(super) mod deliveries;
pub(super) mod endpoints;
