//! Webhooks: endpoints, deliveries, the feed.

pub(super) mod deliveries;
pub(super) mod webhook_faults;
pub(super) mod webhook_feed;
pub(super) mod webhook_input;
