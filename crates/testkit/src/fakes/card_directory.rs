use super::Shared;
use peppol_connector::identifiers::ParticipantId;
use peppol_publishing::{CardDirectory, CardDirectoryError};
use std::collections::BTreeSet;

/// Why it carries out no request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardTrouble {
    /// It does not answer.
    Down,
    /// It does not take the certificate.
    Forbidden,
    /// It answers with this status.
    Refused(u16),
}

/// A Peppol Directory that records the requests, and carries them out unless the test says otherwise.
#[derive(Debug, Clone, Default)]
pub struct FakeCardDirectory(Shared<State>);

#[derive(Debug, Default)]
struct State {
    asked: Vec<String>,
    known: BTreeSet<String>,
    trouble: Option<CardTrouble>,
}

impl FakeCardDirectory {
    /// Whether it answers.
    pub fn down(&self, is_down: bool) {
        self.troubled(is_down.then_some(CardTrouble::Down));
    }

    /// The trouble from now on.
    pub fn troubled(&self, trouble: Option<CardTrouble>) {
        self.0.lock().trouble = trouble;
    }

    /// The participants whose cards it fetched.
    #[must_use]
    pub fn known(&self) -> Vec<String> {
        self.0.lock().known.iter().cloned().collect()
    }

    /// The requests, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.0.lock().asked.clone()
    }

    fn ask(&self, what: &str, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        let mut state = self.0.lock();
        state.asked.push(format!("{what} {participant}"));
        let trouble = state.trouble;
        match trouble {
            None if what == "announce" => drop(state.known.insert(participant.canonical())),
            None => drop(state.known.remove(&participant.canonical())),
            Some(CardTrouble::Down) => return Err(CardDirectoryError::Unavailable("down".into())),
            Some(CardTrouble::Forbidden) => return Err(CardDirectoryError::Forbidden),
            Some(CardTrouble::Refused(status)) => return Err(CardDirectoryError::Refused(status)),
        }
        Ok(())
    }
}

impl CardDirectory for FakeCardDirectory {
    async fn announce(&self, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        self.ask("announce", participant)
    }

    async fn withdraw(&self, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        self.ask("withdraw", participant)
    }
}
