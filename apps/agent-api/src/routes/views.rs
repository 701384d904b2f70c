//! What the portals' interfaces and the command line answer like this one.

pub use super::webhooks::{
    endpoint_operations::{EndpointCall, endpoint_request, require_secrets_key},
    view::{DeliveryList, DeliveryView, EndpointView},
};
pub use crate::routes::{
    invoicing::{
        invoice_view::InvoiceView,
        invoices::{InvoiceFilters, InvoiceList},
        number_series::{OfDay, SeriesList},
        usage::UsageView,
    },
    network::organizations::view::{OrganizationList, OrganizationView},
    sending::credit::LedgerLineBody,
};
