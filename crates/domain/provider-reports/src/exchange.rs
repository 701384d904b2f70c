//! What is kept of an exchange with another access point.

use access::OrganizationId;
use peppol_connector::{DocumentTypeId, Network, ProcessId};
use peppol_reporting::{Direction, Exchange, Identifier};
use persistence::{Cursor, Listed};
use time::OffsetDateTime;
use uuid::Uuid;

/// The scheme of processes.
const PROCESS_SCHEME: &str = "cenbii-procid-ubl";
/// The one transport profile that there is.
const TRANSPORT: &str = "peppol-transport-as4-v2_0";

/// The company of an organization, whatever identifiers it has in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndUser {
    /// The same for each organization of one company.
    pub company: String,
    /// Its country.
    pub country: String,
}

impl EndUser {
    /// That of an organization: two with one registration number (IČO) are one company.
    #[must_use]
    pub fn of(organization: OrganizationId, country: String, registration: Option<&str>) -> Self {
        let registration = registration.filter(|number| !number.is_empty());
        let company = match registration {
            Some(number) => format!("{country}:{number}"),
            None => organization.0.simple().to_string(),
        };
        Self { company, country }
    }
}

/// A message for which a positive receipt came, or was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedExchange {
    /// Over which network.
    pub network: Network,
    /// Sent or received.
    pub direction: Direction,
    /// Of the message; a repetition has the same.
    pub message: Uuid,
    /// When the receipt came, or was given.
    pub at: OffsetDateTime,
    /// The seat id of the other provider.
    pub provider: String,
    /// As what.
    pub document_type: DocumentTypeId,
    /// In which process.
    pub process: ProcessId,
    /// The country of the sender's end user, as the envelope says it (`COUNTRY_C1`).
    pub c1_country: Option<String>,
    /// The country of the receiver's end user, where that is ours.
    pub c4_country: Option<String>,
    /// Our end user's company; none of a message of the provider itself.
    pub end_user: Option<String>,
}

impl LoggedExchange {
    /// As it is counted for the provider with this seat. Each network is counted by itself, so all of its exchanges
    /// are those of production.
    #[must_use]
    pub fn counted<'a>(&'a self, seat: &'a str) -> Exchange<'a> {
        let (c2, c3) = match self.direction {
            Direction::Out => (seat, self.provider.as_str()),
            Direction::In => (self.provider.as_str(), seat),
        };
        Exchange {
            direction: self.direction,
            at: self.at,
            c2,
            c3,
            document_type: Identifier {
                scheme: self.document_type.scheme(),
                value: self.document_type.value(),
            },
            process: Identifier { scheme: PROCESS_SCHEME, value: self.process.value() },
            transport: TRANSPORT,
            c1_country: self.c1_country.as_deref(),
            c4_country: self.c4_country.as_deref(),
            end_user: self.end_user.as_deref().unwrap_or_default(),
            receipt: true,
            production: true,
        }
    }
}

impl Listed for LoggedExchange {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.at, self.message)
    }
}
