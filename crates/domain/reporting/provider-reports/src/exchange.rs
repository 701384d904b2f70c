//! What is kept of an exchange with another access point.

use crate::Provider;
use access::OrganizationId;
use peppol_connector::{
    identifiers::{DocumentTypeId, MessageId, Network, ProcessId},
    inbox::ReceivedDocument,
};
use peppol_statistics::{Direction, Exchange, Identifier, is_listed_country};
use time::OffsetDateTime;

/// The scheme of processes.
const PROCESS_SCHEME: &str = "cenbii-procid-ubl";
/// The one transport profile that there is.
const TRANSPORT: &str = "peppol-transport-as4-v2_0";

/// The company of an organization, whatever identifiers it has in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndUser {
    /// The key of the company, the same for each of its organizations.
    pub company: String,
    /// Its country.
    pub country: String,
}

impl EndUser {
    /// The end user of an organization. Organizations with the same registration number (IČO) are one company.
    #[must_use]
    pub fn of(organization: OrganizationId, country: String, registration: Option<&str>) -> Self {
        let registration = registration.filter(|number| !number.is_empty());
        let company = match registration {
            Some(number) => format!("{country}:{number}"),
            None => organization.0.simple().to_string(),
        };
        Self { company, country }
    }

    /// The country for the envelope of sent documents (`COUNTRY_C1`, the country of the sender's end user: Peppol
    /// Business Message Envelope 2.0.1); `None` for a country that the network's reports do not accept.
    #[must_use]
    pub fn envelope_country(&self) -> Option<&str> {
        Some(&*self.country).filter(|code| is_listed_country(code))
    }
}

/// A message for which a positive receipt came, or was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedExchange {
    /// Over which network.
    pub network: Network,
    /// Sent or received.
    pub direction: Direction,
    /// The message id; a repetition has the same.
    pub message: MessageId,
    /// The time at which the receipt was received or sent.
    pub at: OffsetDateTime,
    /// The seat id of the other provider.
    pub provider: String,
    /// The document type of the message.
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
    /// The exchange of a received document, if it belongs into the message log.
    #[must_use]
    pub fn received(document: &ReceivedDocument) -> Option<Self> {
        let ReceivedDocument { record, message, exchange, .. } = document;
        let (message, exchange) = message.as_ref().zip(exchange.as_ref())?;
        Some(Self {
            network: record.network,
            direction: Direction::In,
            message: record.message_id,
            at: record.received_at,
            provider: message.provider.clone(),
            document_type: record.document_type.clone(),
            process: record.process.clone(),
            c1_country: exchange.c1_country.clone(),
            c4_country: Some(exchange.c4_country.clone()),
            end_user: Some(exchange.end_user.clone()),
        })
    }

    /// The country of our end user, where the reports do not take it: it is counted as another then.
    #[must_use]
    pub fn unlisted_country(&self) -> Option<&str> {
        let ours = match self.direction {
            Direction::Out => &self.c1_country,
            Direction::In => &self.c4_country,
        };
        ours.as_deref().filter(|code| !is_listed_country(code))
    }

    /// The exchange as it is counted for this provider. Each network is counted by itself, so all its exchanges count
    /// as production. A country that the reports do not accept would make both of them invalid: the other side's counts
    /// as unknown then, and our end user's is replaced by the provider's own.
    #[must_use]
    pub fn counted<'a>(&'a self, we: &'a Provider) -> Exchange<'a> {
        let (seat, other) = (we.seat.as_str(), self.provider.as_str());
        let listed =
            |code: &'a Option<String>| code.as_deref().filter(|code| is_listed_country(code));
        let ours = |code| Some(listed(code).unwrap_or(&we.country));
        let (c2, c3, c1_country, c4_country) = match self.direction {
            Direction::Out => (seat, other, ours(&self.c1_country), listed(&self.c4_country)),
            Direction::In => (other, seat, listed(&self.c1_country), ours(&self.c4_country)),
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
            c1_country,
            c4_country,
            end_user: self.end_user.as_deref().unwrap_or_default(),
            receipt: true,
            production: true,
        }
    }
}

persistence::listed!(LoggedExchange: at, message);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;
    use peppol_statistics::{Counter, Month};
    use time::macros::datetime;
    use uuid::Uuid;

    fn came(c1: &str, c4: &str) -> LoggedExchange {
        LoggedExchange {
            network: Network::Live,
            direction: Direction::In,
            message: MessageId(Uuid::nil()),
            at: datetime!(2027-01-04 08:00 UTC),
            provider: "PAT000002".to_owned(),
            document_type: "busdox-docid-qns::urn:x::Invoice##urn:y::2.1".parse().expect("a type"),
            process: "cenbii-procid-ubl::urn:z".parse().expect("a process"),
            c1_country: Some(c1.to_owned()),
            c4_country: Some(c4.to_owned()),
            end_user: Some("SK:12345678".to_owned()),
        }
    }

    #[test]
    fn an_envelope_names_no_country_that_there_is_not() {
        let id = OrganizationId(Uuid::nil());
        for (country, named) in [("CZ", Some("CZ")), ("ZZ", None), ("cz", None), ("  ", None)] {
            let end_user = EndUser::of(id, country.to_owned(), None);
            assert_eq!(end_user.envelope_country(), named, "{country:?}");
        }
    }

    #[test]
    fn a_country_that_no_report_takes_stops_neither() {
        let we = Provider {
            seat: "PSK000028".parse().expect("a seat"),
            id: "0242:000028".parse().expect("an id"),
            country: "SK".to_owned(),
            reports_to: None,
        };
        let month: Month = "2027-01".parse().expect("a month");
        for (c1, c4, sender, receiver) in [
            ("CZ", "AT", Some("CZ"), Some("AT")),
            ("Q7", "QQ", None, Some("SK")),
            ("ZZ", "ZZ", None, Some("SK")),
            ("", "", None, Some("SK")),
        ] {
            let incoming = came(c1, c4);
            let outgoing =
                LoggedExchange { direction: Direction::Out, c4_country: None, ..came(c4, "") };
            let found = [incoming.counted(&we), outgoing.counted(&we)];
            assert_eq!((found[0].c1_country, found[0].c4_country), (sender, receiver));
            assert_eq!((found[1].c1_country, found[1].c4_country), (receiver, None));
            let unlisted = (c4 != "AT").then_some(c4);
            assert_eq!([incoming.unlisted_country(), outgoing.unlisted_country()], [unlisted; 2]);
            let mut counter = Counter::new(month);
            for exchange in &found {
                counter.add(exchange).expect("it counts");
            }
            Draft::both(&we.seat, month, counter).expect("valid");
        }
    }
}
