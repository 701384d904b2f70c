//! What the message log says of a received message.

/// What the message log, from which the reports to the network are counted, says of a received message beside its
/// record. It is kept with the message, in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedExchange {
    /// The country of the sender's end user, as the envelope says it (`COUNTRY_C1`).
    pub c1_country: Option<String>,
    /// The country of our end user.
    pub c4_country: String,
    /// Our end user's company, whatever identifiers it has.
    pub end_user: String,
}
