//! The message log data of a received message.

/// The data of the message log about a received message, in addition to its record. The monthly reports to the network
/// are counted from the log. It is stored with the message in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedExchange {
    /// The country of the sender's end user (`COUNTRY_C1` of the envelope), an ISO 3166-1 code.
    pub c1_country: Option<String>,
    /// The country of our end user, an ISO 3166-1 code.
    pub c4_country: String,
    /// The company of our end user, independent of its identifiers.
    pub end_user: String,
}
