use super::Shared;
use peppol_connector::identifiers::ParticipantId;
use peppol_messages::Identifier;
use peppol_publishing::{ParticipantRegistry, RegistryError};
use std::collections::{BTreeMap, BTreeSet};

/// How the next call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It is not carried out, and there is no answer.
    Down,
    /// It is carried out, and the answer is lost.
    AnswerLost,
    /// The certificate is not taken.
    Unauthorized,
}

/// The registry of a network, with the rules of the SML.
#[derive(Debug, Clone, Default)]
pub struct FakeRegistry(Shared<State>);

#[derive(Debug, Default)]
struct State {
    ours: BTreeSet<String>,
    elsewhere: BTreeSet<String>,
    /// The participants that move, by their migration keys.
    migrations: BTreeMap<String, String>,
    troubles: Vec<Trouble>,
    lists_nobody: bool,
    lists: usize,
    calls: Vec<String>,
}

impl FakeRegistry {
    /// Another SMP has the participant; with a key it is about to move.
    pub fn elsewhere(&self, participant: &ParticipantId, key: Option<&str>) {
        let mut state = self.0.lock();
        state.elsewhere.insert(participant.canonical());
        if let Some(key) = key {
            state.migrations.insert(participant.canonical(), key.to_owned());
        }
    }

    /// Another SMP takes one of ours over, with the key that it was given.
    pub fn taken_over(&self, participant: &ParticipantId) {
        let (mut state, id) = (self.0.lock(), participant.canonical());
        assert!(state.migrations.remove(&id).is_some(), "no migration is prepared");
        state.ours.remove(&id);
        state.elsewhere.insert(id);
    }

    /// Its list is not available.
    pub fn lists_nobody(&self) {
        self.0.lock().lists_nobody = true;
    }

    /// The errors of the next calls, one for each.
    pub fn troubles(&self, troubles: &[Trouble]) {
        self.0.lock().troubles = troubles.to_vec();
    }

    /// The participants of our SMP.
    #[must_use]
    pub fn ours(&self) -> Vec<String> {
        self.0.lock().ours.iter().cloned().collect()
    }

    /// The calls, in order.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        self.0.lock().calls.clone()
    }

    /// How often its list was read.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.0.lock().lists
    }

    fn call(
        &self,
        name: &str,
        participant: &ParticipantId,
        work: impl FnOnce(&mut State, String) -> Result<(), RegistryError>,
    ) -> Result<(), RegistryError> {
        let mut state = self.0.lock();
        let id = participant.canonical();
        state.calls.push(format!("{name} {id}"));
        let trouble = (!state.troubles.is_empty()).then(|| state.troubles.remove(0));
        match trouble {
            Some(Trouble::Down) => Err(RegistryError::Unavailable("down".into())),
            Some(Trouble::Unauthorized) => Err(RegistryError::Unauthorized("who?".to_owned())),
            Some(Trouble::AnswerLost) => {
                let _ = work(&mut state, id);
                Err(RegistryError::Unavailable("the connection broke".into()))
            }
            None => work(&mut state, id),
        }
    }
}

impl ParticipantRegistry for FakeRegistry {
    async fn create(&self, participant: &ParticipantId) -> Result<(), RegistryError> {
        self.call("create", participant, |state, id| {
            if state.elsewhere.contains(&id) || !state.ours.insert(id) {
                return Err(RegistryError::Refused("the participant exists".to_owned()));
            }
            Ok(())
        })
    }

    async fn delete(&self, participant: &ParticipantId) -> Result<(), RegistryError> {
        self.call("delete", participant, |state, id| match state.ours.remove(&id) {
            true => Ok(()),
            false => Err(RegistryError::NotFound("no such participant".to_owned())),
        })
    }

    async fn migrate(&self, participant: &ParticipantId, key: &str) -> Result<(), RegistryError> {
        self.call("migrate", participant, |state, id| {
            if state.migrations.get(&id).map(String::as_str) != Some(key) {
                return Err(RegistryError::NotFound("no such migration".to_owned()));
            }
            state.migrations.remove(&id);
            state.elsewhere.remove(&id);
            state.ours.insert(id);
            Ok(())
        })
    }

    async fn prepare_to_migrate(
        &self,
        participant: &ParticipantId,
        key: &str,
    ) -> Result<(), RegistryError> {
        self.call("prepare", participant, |state, id| {
            if !state.ours.contains(&id) {
                return Err(RegistryError::NotFound("no such participant".to_owned()));
            }
            state.migrations.insert(id, key.to_owned());
            Ok(())
        })
    }

    async fn list(&self) -> Result<Vec<Identifier>, RegistryError> {
        let mut state = self.0.lock();
        state.lists += 1;
        if state.lists_nobody {
            return Err(RegistryError::Unavailable("down".into()));
        }
        Ok(state.ours.iter().map(|id| Identifier::participant(id)).collect())
    }
}
