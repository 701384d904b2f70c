//! What sessions and the command line answer as the calls of keys do.

pub use super::{
    invoicing::{
        invoice_view::InvoiceView,
        invoices::{InvoiceFilters, InvoiceList},
        number_series::{OfDay, SeriesList},
        usage::UsageView,
    },
    network::organizations::view::{OrganizationList, OrganizationView},
    sending::credit::LedgerLineBody,
    webhooks::{
        endpoints::{endpoint_request, require_secrets_key},
        view::{DeliveryList, DeliveryView, EndpointView},
    },
};
