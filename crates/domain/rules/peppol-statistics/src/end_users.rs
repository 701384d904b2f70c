//! Counts of end users: the end-user statistics.

use std::collections::{BTreeMap, HashMap};

use crate::exchange::{Direction, Exchange};
use crate::transactions::owned;

/// Distinct end users. A company counts once, however often it sends and under whatever identifiers.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct EndUsers {
    /// By the number of a user: whether it sent, and whether it received.
    users: HashMap<u32, (bool, bool)>,
}

/// The keys by which end users are counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndUserKey {
    /// By document type and process (`PerDT-PR`).
    Process((String, String), (String, String)),
    /// By document type, process and the end user's country (`PerDT-PR-EUC`).
    ProcessAndCountry((String, String), (String, String), String),
    /// By document type and the end user's country (`PerDT-EUC`).
    DocumentTypeAndCountry((String, String), String),
    /// By the end user's country (`PerEUC`).
    Country(String),
}

/// The counts of a month. A user whose country is unknown is not in the counts by country.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct EndUserStatistics {
    /// The count of all end users.
    pub total: EndUsers,
    /// Parts of them, in the order of the report.
    pub parts: BTreeMap<EndUserKey, EndUsers>,
    numbers: HashMap<String, u32>,
}

impl EndUserStatistics {
    /// The end user of one exchange more.
    pub fn add(&mut self, exchange: &Exchange<'_>) {
        let user = self.number(exchange.end_user);
        let direction = exchange.direction;
        self.total.count(user, direction);
        let (kind, process) = (owned(exchange.document_type), owned(exchange.process));
        let keys = match exchange.end_user_country() {
            Some(country) => vec![
                EndUserKey::Country(country.to_owned()),
                EndUserKey::DocumentTypeAndCountry(kind.clone(), country.to_owned()),
                EndUserKey::ProcessAndCountry(kind.clone(), process.clone(), country.to_owned()),
                EndUserKey::Process(kind, process),
            ],
            None => vec![EndUserKey::Process(kind, process)],
        };
        for key in keys {
            self.parts.entry(key).or_default().count(user, direction);
        }
    }

    fn number(&mut self, user: &str) -> u32 {
        if let Some(number) = self.numbers.get(user) {
            return *number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(user.to_owned(), number);
        number
    }
}

impl EndUsers {
    /// The number of users that sent.
    #[must_use]
    pub fn sending(&self) -> usize {
        self.users.values().filter(|user| user.0).count()
    }

    /// The number of users that received.
    #[must_use]
    pub fn receiving(&self) -> usize {
        self.users.values().filter(|user| user.1).count()
    }

    /// The number of users that sent or received.
    #[must_use]
    pub fn either(&self) -> usize {
        self.users.len()
    }

    fn count(&mut self, user: u32, direction: Direction) {
        let did = self.users.entry(user).or_default();
        match direction {
            Direction::Out => did.0 = true,
            Direction::In => did.1 = true,
        }
    }
}
