//! The network status of invoices, for lists of invoices.

use crate::InvoiceStatus;
use peppol_connector::{identifiers::InvoiceId, submissions::State};

/// The state of the newest send of an invoice, and the buyer's newest response to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkStatus {
    /// The invoice.
    pub invoice: InvoiceId,
    /// The state of its newest send.
    pub state: State,
    /// Whether that send is held until somebody releases it.
    pub held: bool,
    /// The status in the newest response to that send, if there is one.
    pub answer: Option<InvoiceStatus>,
}
