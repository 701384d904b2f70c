//! What sessions and the command line answer as the calls of keys do.

pub use super::webhooks::{
    endpoint_operations::{EndpointCall, endpoint_request, require_secrets_key},
    view::{DeliveryList, DeliveryView, EndpointView},
};
pub use super::{
    invoicing::{
        invoice_view::InvoiceView,
        invoices::{InvoiceFilters, InvoiceList},
        number_series::{OfDay, SeriesList},
        usage::UsageView,
    },
    network::organizations::view::{OrganizationList, OrganizationView},
    sending::credit::LedgerLineBody,
};
