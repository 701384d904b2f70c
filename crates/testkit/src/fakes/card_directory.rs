use super::Shared;
use peppol_connector::ParticipantId;
use peppol_publishing::{CardDirectory, CardDirectoryError};

/// A Peppol Directory that notes what it is asked, and answers while the test does not say otherwise.
#[derive(Debug, Clone, Default)]
pub struct FakeCardDirectory(Shared<State>);

#[derive(Debug, Default)]
struct State {
    asked: Vec<String>,
    is_down: bool,
}

impl FakeCardDirectory {
    /// Whether it answers.
    pub fn down(&self, is_down: bool) {
        self.0.lock().is_down = is_down;
    }

    /// What it was asked, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.0.lock().asked.clone()
    }

    fn ask(&self, what: &str, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        let mut state = self.0.lock();
        state.asked.push(format!("{what} {participant}"));
        if state.is_down {
            return Err(CardDirectoryError::Unavailable("down".into()));
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
