//! A participant's entry in the network's registry.

use crate::MigrationKey;
use access::OrganizationId;
use events::ParticipantSource;
use jobs::{Backoff, Jitter};
use peppol_connector::identifiers::{Network, ParticipantId};
use time::OffsetDateTime;

persistence::named! {
    /// How far an entry has come.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EntryState {
        /// It is to be entered.
        Waiting = "pending",
        /// It is in the registry.
        Listed = "listed",
        /// It is in the registry, and may go to another SMP any time: that one's provider has the key.
        Leaving = "leaving",
        /// The registry refused it for good.
        Refused = "refused",
    }
}

/// The last error of the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryError {
    /// `PARTICIPANT_HELD_ELSEWHERE` and others.
    pub code: String,
    /// For people.
    pub message: String,
}

/// The entry of a participant in the registry of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// In which network.
    pub network: Network,
    /// The participant.
    pub participant: ParticipantId,
    /// The organization of the participant.
    pub organization: OrganizationId,
    /// The source of the registration, for events.
    pub source: ParticipantSource,
    /// How far it has come.
    pub state: EntryState,
    /// The key of one that moves here from another SMP.
    pub migration_key: Option<MigrationKey>,
    /// The last error.
    pub error: Option<EntryError>,
    /// How often the registry was asked since it stands so.
    pub attempts: u32,
    /// Not to be asked before.
    pub retry_at: OffsetDateTime,
    /// The time of the last change.
    pub changed_at: OffsetDateTime,
}

impl Entry {
    /// One that is to be made, now.
    #[must_use]
    pub fn new(
        (network, participant): (Network, ParticipantId),
        organization: OrganizationId,
        source: ParticipantSource,
        migration_key: Option<MigrationKey>,
        now: OffsetDateTime,
    ) -> Self {
        Self {
            network,
            participant,
            organization,
            source,
            state: EntryState::Waiting,
            migration_key,
            error: None,
            attempts: 0,
            retry_at: now,
            changed_at: now,
        }
    }

    /// Whether it waits for a registration, and the registry knows nothing of it.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == EntryState::Waiting && self.attempts == 0
    }

    /// The entry to store before the registry is asked, so that the request is known even if the answer is lost.
    #[must_use]
    pub fn asked(&self, now: OffsetDateTime) -> Self {
        let attempts = self.attempts.saturating_add(1);
        let retry_at = Backoff::KEEPING.next(attempts, now, Jitter(0)).unwrap_or(now);
        Self { attempts, retry_at, changed_at: now, ..self.clone() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::NotMigrationKey;
    use time::Duration;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const KEY: &str = "AAaa11$$AAaa11$$";

    pub(crate) fn entry(state: EntryState, attempts: u32) -> Entry {
        let organization = OrganizationId(Default::default());
        let participant = "0245:2023456789".parse().expect("an id");
        let source = ParticipantSource::ApiEnroll;
        let new = Entry::new((Network::Live, participant), organization, source, None, NOW);
        Entry { state, attempts, ..new }
    }

    pub(crate) fn key() -> MigrationKey {
        MigrationKey::new(KEY).expect("a key")
    }

    #[test]
    fn attempts_are_spaced_and_never_end() {
        let mut asked = entry(EntryState::Waiting, 0);
        for seconds in [10, 20, 40, 80, 160, 300, 300] {
            asked = asked.asked(NOW);
            assert_eq!(asked.retry_at - NOW, Duration::seconds(seconds), "{}", asked.attempts);
        }
        let often = entry(EntryState::Waiting, u32::MAX).asked(NOW);
        assert!(often.retry_at >= NOW);
    }

    #[test]
    fn a_key_is_never_printed() {
        assert_eq!(MigrationKey::new("password"), Err(NotMigrationKey));
        let moving = Entry { migration_key: Some(key()), ..entry(EntryState::Waiting, 0) };
        assert!(!format!("{moving:?}").contains(KEY));
    }
}
