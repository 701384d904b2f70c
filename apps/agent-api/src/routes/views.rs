//! What the partners' interface answers like this one.

pub use super::{
    organizations::view::OrganizationView,
    usage::UsageView,
    webhooks::{
        endpoints::{asked, require_secrets_key},
        view::{DeliveryView, EndpointView},
    },
};
