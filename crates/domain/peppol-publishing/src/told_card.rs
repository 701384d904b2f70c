//! What the Peppol Directory is told: that a participant has a business card to fetch, or none any more.

use jobs::{Backoff, Jitter};
use peppol_connector::{Cause, Network, ParticipantId};
use std::future::Future;
use time::OffsetDateTime;

/// What a company's card says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardContent {
    /// The company's name.
    pub name: String,
    /// Its country (ISO 3166-1).
    pub country: String,
}

/// How far the Peppol Directory was told of a participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldCard {
    /// In which network.
    pub network: Network,
    /// Whose card.
    pub participant: ParticipantId,
    /// What the card said when the directory was told of it last.
    pub told: Option<CardContent>,
    /// What went wrong last, for people.
    pub error: Option<String>,
    /// Attempts that failed since it was told something.
    pub attempts: u32,
    /// Not to be told before.
    pub retry_at: OffsetDateTime,
}

/// What the directory is told next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardStep {
    /// That there is a card, or another one: it fetches it.
    Announce,
    /// That there is none any more.
    Withdraw,
}

/// Why the directory did not take what it was told.
#[derive(Debug, thiserror::Error)]
pub enum CardDirectoryError {
    /// It does not take our certificate.
    #[error("the Peppol Directory does not take our certificate")]
    Forbidden,
    /// It answered with another status of HTTP: what it thinks of one card says nothing of the next.
    #[error("the Peppol Directory answered HTTP {0}")]
    Refused(u16),
    /// It did not answer.
    #[error("the Peppol Directory gave no answer")]
    Unavailable(#[source] Cause),
}

impl CardDirectoryError {
    /// Whether other cards need not be tried either for now.
    #[must_use]
    pub const fn is_about_all(&self) -> bool {
        match self {
            Self::Forbidden | Self::Unavailable(_) => true,
            Self::Refused(_) => false,
        }
    }
}

impl ToldCard {
    /// One of which the directory has heard nothing.
    #[must_use]
    pub const fn new(network: Network, participant: ParticipantId, now: OffsetDateTime) -> Self {
        Self { network, participant, told: None, error: None, attempts: 0, retry_at: now }
    }

    /// What it is told next of a participant with this card, or with none. An attempt to announce that failed may have
    /// been heard.
    #[must_use]
    pub fn next_step(&self, card: Option<&CardContent>) -> Option<CardStep> {
        match card {
            Some(card) => (self.told.as_ref() != Some(card)).then_some(CardStep::Announce),
            None => (self.told.is_some() || self.attempts > 0).then_some(CardStep::Withdraw),
        }
    }

    /// After the directory was told of this card, or that there is none; nothing is remembered of the latter.
    #[must_use]
    pub fn heard(self, card: Option<CardContent>, now: OffsetDateTime) -> Option<Self> {
        let told = card?;
        Some(Self { told: Some(told), error: None, attempts: 0, retry_at: now, ..self })
    }

    /// After an attempt that failed: there is another, without end.
    #[must_use]
    pub fn failed(self, error: String, now: OffsetDateTime) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let retry_at = Backoff::KEEPING.next(attempts, now, Jitter(0)).unwrap_or(now);
        Self { error: Some(error), attempts, retry_at, ..self }
    }
}

/// The Peppol Directory, which shows business cards to everybody. Saying the same again does no harm.
pub trait CardDirectory: Send + Sync {
    /// There is a card of a participant: the directory fetches it from the SMP.
    fn announce(
        &self,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<(), CardDirectoryError>> + Send;

    /// There is none any more.
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
    fn it_is_told_what_it_does_not_know() {
        let new = ToldCard::new(Network::Live, "0245:2023456789".parse().expect("an id"), NOW);
        let failed = new.clone().failed("no answer".to_owned(), NOW);
        let told = failed.clone().heard(Some(card("A")), NOW).expect("remembered");
        assert_eq!((told.attempts, told.error.as_deref()), (0, None));
        for (state, card, step) in [
            (&new, None, None),
            (&new, Some(card("A")), Some(CardStep::Announce)),
            (&failed, Some(card("A")), Some(CardStep::Announce)),
            (&failed, None, Some(CardStep::Withdraw)),
            (&told, Some(card("A")), None),
            (&told, Some(card("B")), Some(CardStep::Announce)),
            (&told, None, Some(CardStep::Withdraw)),
        ] {
            assert_eq!(state.next_step(card.as_ref()), step, "{state:?} {card:?}");
        }
        assert_eq!(told.heard(None, NOW), None, "nothing is left to be told");
    }

    #[test]
    fn attempts_are_spaced() {
        let mut card = ToldCard::new(Network::Live, "0245:2023456789".parse().expect("an id"), NOW);
        for seconds in [10, 20, 40, 80, 160, 300, 300] {
            card = card.failed(String::new(), NOW);
            assert_eq!(card.retry_at - NOW, Duration::seconds(seconds));
        }
    }
}
