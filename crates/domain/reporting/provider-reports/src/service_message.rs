use crate::LoggedExchange;
use peppol_connector::inbox::{ArrivingDocument, ReceivedMessage};
use time::OffsetDateTime;

/// A message that another access point sent to ourselves as a service provider: a status.
#[derive(Debug, Clone)]
pub struct ServiceMessageArrival<'a> {
    /// The document and our receipt.
    pub arriving: &'a ArrivingDocument,
    /// The message that it came in.
    pub message: &'a ReceivedMessage,
    /// Its line in the message log; none where we are no provider.
    pub exchange: Option<LoggedExchange>,
    /// When it came.
    pub at: OffsetDateTime,
}
