//! Counts of exchanges: the transaction statistics.

use std::collections::BTreeMap;

use crate::exchange::{Direction, Exchange, Identifier};

/// The country that stands for one that is not known; the end-user report does not have it.
const UNKNOWN_COUNTRY: &str = "ZZ";

/// How many documents came and went.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Transactions {
    /// Received.
    pub incoming: u64,
    /// Sent.
    pub outgoing: u64,
}

/// What exchanges are counted by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TransactionKey {
    /// By transport protocol (`PerTP`).
    Transport(String),
    /// By the other provider, document type and process (`PerSP-DT-PR`).
    Provider(ByProvider),
    /// Received, by these and the countries of sender and receiver (`PerSP-DT-PR-CC`).
    Countries(ByProvider, String, String),
}

/// The other provider's seat id, document type and process.
pub type ByProvider = (String, (String, String), (String, String));

/// The counts of a month.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TransactionStatistics {
    /// All exchanges.
    pub total: Transactions,
    /// Parts of them, in the order of the report.
    pub parts: BTreeMap<TransactionKey, Transactions>,
}

impl TransactionStatistics {
    /// One exchange more.
    pub fn add(&mut self, exchange: &Exchange<'_>) {
        self.total.count(exchange.direction);
        let provider = by_provider(exchange);
        if exchange.direction == Direction::In {
            let country = |known: Option<&str>| known.unwrap_or(UNKNOWN_COUNTRY).to_owned();
            let (sender, receiver) = (country(exchange.c1_country), country(exchange.c4_country));
            self.part(TransactionKey::Countries(provider.clone(), sender, receiver), exchange);
        }
        self.part(TransactionKey::Transport(exchange.transport.to_owned()), exchange);
        self.part(TransactionKey::Provider(provider), exchange);
    }

    fn part(&mut self, key: TransactionKey, exchange: &Exchange<'_>) {
        self.parts.entry(key).or_default().count(exchange.direction);
    }
}

impl Transactions {
    fn count(&mut self, direction: Direction) {
        match direction {
            Direction::In => self.incoming += 1,
            Direction::Out => self.outgoing += 1,
        }
    }
}

fn by_provider(exchange: &Exchange<'_>) -> ByProvider {
    let provider = exchange.other_provider().to_owned();
    (provider, owned(exchange.document_type), owned(exchange.process))
}

pub(crate) fn owned(identifier: Identifier<'_>) -> (String, String) {
    (identifier.scheme.to_owned(), identifier.value.to_owned())
}
