//! Webhooks: endpoints, deliveries, the feed.

pub mod event_log;
pub mod webhook_attempts;
pub mod webhook_claims;
pub mod webhook_endpoints;
pub mod webhook_feed;
pub mod webhook_history;
pub mod webhook_secrets;
pub(super) mod webhook_setup;
