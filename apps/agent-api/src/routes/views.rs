//! What the partners' interface answers like this one.

pub use super::{
    organizations::view::{OrganizationList, OrganizationView},
    usage::UsageView,
    webhooks::{
        endpoints::{asked, require_secrets_key},
        view::{DeliveryList, DeliveryView, EndpointView},
    },
};
