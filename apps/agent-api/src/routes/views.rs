//! What the partners' interface and the command line answer like this one.

pub use super::webhooks::{
    endpoints::{asked, require_secrets_key},
    view::{DeliveryList, DeliveryView, EndpointView},
};
pub use crate::routes::{
    invoicing::usage::UsageView,
    network::organizations::view::{OrganizationList, OrganizationView},
    sending::credit::LedgerLineBody,
};
