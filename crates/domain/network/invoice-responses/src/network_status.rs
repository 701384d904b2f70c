//! Where invoices stand in a network, for lists of them.

use crate::InvoiceStatus;
use peppol_connector::{identifiers::InvoiceId, submissions::State};

/// Where the newest send of an invoice stands, and what the buyer has made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkStatus {
    /// Which invoice.
    pub invoice: InvoiceId,
    /// Where its newest send stands.
    pub state: State,
    /// Whether that send waits to be released.
    pub held: bool,
    /// The newest answer to that send.
    pub answer: Option<InvoiceStatus>,
}
