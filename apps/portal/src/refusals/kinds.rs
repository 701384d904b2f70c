//! All kinds of refusals that can reach a page: a test compares these crates with those that have any.

use refusals::Kind;

/// The refusals of each crate, with its name.
pub(super) const CRATES: [(&str, &[&[Kind]]); 33] = [
    ("access", ::access::REFUSALS),
    ("accounting-export", ::accounting_export::REFUSALS),
    ("accounting-programs", ::accounting_programs::REFUSALS),
    ("agent-requests", ::agent_requests::REFUSALS),
    ("api-http", ::api_http::REFUSALS),
    ("attachments", ::attachments::REFUSALS),
    ("bank-statements", ::bank_statements::REFUSALS),
    ("contracts", ::contracts::REFUSALS),
    ("correspondence", ::correspondence::REFUSALS),
    ("events", ::events::REFUSALS),
    ("expenses", ::expenses::REFUSALS),
    ("idempotency", ::idempotency::REFUSALS),
    ("invoice-pdf", ::invoice_pdf::REFUSALS),
    ("invoice-responses", ::invoice_responses::REFUSALS),
    ("invoicing", ::invoicing::REFUSALS),
    ("money", ::money::REFUSALS),
    ("network-addresses", ::network_addresses::REFUSALS),
    ("notifications", ::notifications::REFUSALS),
    ("offsets", ::offsets::REFUSALS),
    ("organizations", ::organizations::REFUSALS),
    ("party-identifiers", ::party_identifiers::REFUSALS),
    ("peppol-connector", ::peppol_connector::REFUSALS),
    ("peppol-publishing", ::peppol_publishing::REFUSALS),
    ("persistence", ::persistence::REFUSALS),
    ("projects", ::projects::REFUSALS),
    ("billhook-refusals", ::refusals::REFUSALS),
    ("runtime", ::runtime::REFUSALS),
    ("service-day", ::service_day::REFUSALS),
    ("stock", ::stock::REFUSALS),
    ("use-cases", ::use_cases::REFUSALS),
    ("vat-categories", ::vat_categories::REFUSALS),
    ("webhooks", ::webhooks::REFUSALS),
    ("billhook-xml", ::xml::REFUSALS),
];

pub(super) fn all() -> impl Iterator<Item = &'static Kind> + Clone {
    CRATES.into_iter().flat_map(|(_, of_crate)| of_crate).flat_map(|of_type| of_type.iter())
}
