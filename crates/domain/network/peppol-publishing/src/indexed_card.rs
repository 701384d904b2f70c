//! Business cards in the Peppol Directory: which of them it has to fetch again or remove.

use jobs::{Backoff, Jitter};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::Cause,
};
use std::future::Future;
use time::OffsetDateTime;
use uuid::Uuid;

/// The content of a company's business card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardContent {
    /// The company's name.
    pub name: String,
    /// Its country (ISO 3166-1).
    pub country: String,
}

/// The card that the Peppol Directory has of a participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedCard {
    /// The network of the participant.
    pub network: Network,
    /// The participant of the card.
    pub participant: ParticipantId,
    /// The content of the card when the directory last fetched it.
    pub indexed: Option<CardContent>,
    /// The last error, for people.
    pub error: Option<String>,
    /// Attempts that failed since one succeeded.
    pub attempts: u32,
    /// The earliest time of the next attempt.
    pub retry_at: OffsetDateTime,
}

/// A change of what a card depends on: of the registration, the entry in the registry, the name or the country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardChange(pub Uuid);

/// A participant of whom something has changed since the directory was last brought up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueCard {
    /// The card in the directory.
    pub indexed: IndexedCard,
    /// The present content of the card; `None` when the participant does not receive here, or has no country.
    pub content: Option<CardContent>,
    /// Whether its entry in the registry has been made.
    pub is_entered: bool,
    /// The last change, as it was read: a later one keeps the participant due.
    pub change: CardChange,
}

impl DueCard {
    /// The next request to the directory, if any. With `after_entry` there is none until the SML has the participant,
    /// whose entry makes the card due again.
    #[must_use]
    pub fn next_step(&self, after_entry: bool) -> Option<CardStep> {
        let waits = after_entry && self.content.is_some() && !self.is_entered;
        if waits { None } else { self.indexed.next_step(self.content.as_ref()) }
    }
}

/// The next request to the directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardStep {
    /// To fetch a card, which is new or has changed.
    Announce,
    /// To remove the card.
    Withdraw,
}

/// Why a request to the directory failed.
#[derive(Debug, thiserror::Error)]
pub enum CardDirectoryError {
    /// It rejects our certificate.
    #[error("the Peppol Directory does not take our certificate")]
    Forbidden,
    /// It answered with another HTTP status, which concerns this card only.
    #[error("the Peppol Directory answered HTTP {0}")]
    Refused(u16),
    /// It did not answer.
    #[error("the Peppol Directory gave no answer")]
    Unavailable(#[source] Cause),
}

impl CardDirectoryError {
    /// Whether the error concerns all cards, so that others are not tried for now.
    #[must_use]
    pub const fn is_about_all(&self) -> bool {
        match self {
            Self::Forbidden | Self::Unavailable(_) => true,
            Self::Refused(_) => false,
        }
    }
}

impl IndexedCard {
    /// A card that the directory was never asked to fetch.
    #[must_use]
    pub const fn new(network: Network, participant: ParticipantId, now: OffsetDateTime) -> Self {
        Self { network, participant, indexed: None, error: None, attempts: 0, retry_at: now }
    }

    /// The next request for a participant with this card, or without one. A failed attempt to announce the card may
    /// have had its effect.
    #[must_use]
    pub fn next_step(&self, card: Option<&CardContent>) -> Option<CardStep> {
        match card {
            Some(card) => {
                let is_known = self.indexed.as_ref() == Some(card) && self.attempts == 0;
                (!is_known).then_some(CardStep::Announce)
            }
            None => (self.indexed.is_some() || self.attempts > 0).then_some(CardStep::Withdraw),
        }
    }

    /// The state after the directory accepted this card, or removed it; `None` after the removal.
    #[must_use]
    pub fn updated(self, card: Option<CardContent>, now: OffsetDateTime) -> Option<Self> {
        let indexed = card?;
        Some(Self { indexed: Some(indexed), error: None, attempts: 0, retry_at: now, ..self })
    }

    /// The state after a failed attempt, which is retried without a limit.
    #[must_use]
    pub fn failed(self, error: String, now: OffsetDateTime) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let retry_at = Backoff::KEEPING.next(attempts, now, Jitter(0)).unwrap_or(now);
        Self { error: Some(error), attempts, retry_at, ..self }
    }
}

/// The Peppol Directory, which publishes business cards. Requests may be repeated.
pub trait CardDirectory: Send + Sync {
    /// Asks the directory to fetch the card of a participant from the SMP.
    fn announce(
        &self,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<(), CardDirectoryError>> + Send;

    /// Asks the directory to remove the card.
    fn withdraw(
        &self,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<(), CardDirectoryError>> + Send;
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn card(name: &str) -> CardContent {
        CardContent { name: name.to_owned(), country: "SK".to_owned() }
    }

    #[test]
    fn it_is_asked_for_what_it_lacks() {
        let new = IndexedCard::new(Network::Live, "0245:2023456789".parse().expect("an id"), NOW);
        let failed = new.clone().failed("no answer".to_owned(), NOW);
        let indexed = failed.clone().updated(Some(card("A")), NOW).expect("remembered");
        assert_eq!((indexed.attempts, indexed.error.as_deref()), (0, None));
        // the request may have been carried out
        let in_doubt = indexed.clone().failed("no answer".to_owned(), NOW);
        for (state, card, step) in [
            (&new, None, None),
            (&new, Some(card("A")), Some(CardStep::Announce)),
            (&failed, Some(card("A")), Some(CardStep::Announce)),
            (&failed, None, Some(CardStep::Withdraw)),
            (&indexed, Some(card("A")), None),
            (&indexed, Some(card("B")), Some(CardStep::Announce)),
            (&indexed, None, Some(CardStep::Withdraw)),
            (&in_doubt, Some(card("A")), Some(CardStep::Announce)),
        ] {
            assert_eq!(state.next_step(card.as_ref()), step, "{state:?} {card:?}");
        }
        assert_eq!(indexed.updated(None, NOW), None, "nothing is left to ask for");
    }

    #[test]
    fn who_is_not_entered_yet_waits() {
        let indexed =
            IndexedCard::new(Network::Live, "0245:2023456789".parse().expect("an id"), NOW);
        let due = |content: Option<CardContent>, is_entered| {
            let indexed = indexed.clone().updated(Some(card("A")), NOW).expect("remembered");
            DueCard { indexed, content, is_entered, change: CardChange(Uuid::nil()) }
        };
        for (due, after_entry, step) in [
            (due(Some(card("B")), false), true, None),
            (due(Some(card("B")), false), false, Some(CardStep::Announce)),
            (due(Some(card("B")), true), true, Some(CardStep::Announce)),
            (due(Some(card("A")), true), true, None),
            (due(None, false), true, Some(CardStep::Withdraw)),
        ] {
            assert_eq!(due.next_step(after_entry), step, "{due:?} {after_entry}");
        }
    }

    #[test]
    fn attempts_are_spaced() {
        let mut card =
            IndexedCard::new(Network::Live, "0245:2023456789".parse().expect("an id"), NOW);
        for seconds in [10, 20, 40, 80, 160, 300, 300] {
            card = card.failed(String::new(), NOW);
            assert_eq!(card.retry_at - NOW, Duration::seconds(seconds));
        }
    }
}
