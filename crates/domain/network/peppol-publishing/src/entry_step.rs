//! How an entry gets into the network's registry and out of it, step by step.

use crate::{
    MigrationKey, RegistryError,
    entry::{Entry, EntryError, EntryState},
};
use time::{Duration, OffsetDateTime};

/// The next request to the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Creates the participant.
    Create,
    /// Takes the participant over from another SMP.
    Migrate(MigrationKey),
    /// Removes the participant.
    Delete,
    /// Asks whether the registry still lists the participant for our SMP.
    Look,
}

/// The registry's answer to a step.
#[derive(Debug)]
pub enum Answered {
    /// The step was carried out.
    Done,
    /// Whether the registry lists the participant for our SMP.
    Listed(bool),
    /// The step failed. If the list was queried afterwards, it also says whether the participant is listed for our
    /// SMP.
    Failed(RegistryError, Option<bool>),
}

/// The outcome of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The participant is in the registry, and the registration is complete.
    Listed(Entry),
    /// The step is retried later.
    Again(Entry),
    /// The registry refuses the participant. The registration is given up, and an event reports it.
    Refused(Entry, EntryError),
    /// The participant is out of the registry, and the entry is deleted.
    Gone,
    /// The participant is not in the registry, and the entry waits for a registration that may be stored soon. It
    /// keeps its migration key, and nothing is due without a registration.
    Undone(Entry),
    /// Another SMP has taken the participant over. The registration here is given up, and the registry is not called.
    Left(Entry),
}

/// The time after which to check again whether a participant has moved to another SMP.
const LOOK_AGAIN: Duration = Duration::hours(1);

/// The error code for a participant that another SMP has registered.
const ELSEWHERE: &str = "PARTICIPANT_HELD_ELSEWHERE";
/// The error code for a migration key that the registry does not know.
const WRONG_KEY: &str = "MIGRATION_CODE_INVALID";
/// The error code for a registry that cannot be reached, or refuses us.
const UNAVAILABLE: &str = "SML_UNAVAILABLE";

impl Entry {
    /// The next request to the registry about a participant. `enrolled` says whether it is registered here.
    ///
    /// A participant that was deregistered during a request may have been created, whatever the answer was. So it is
    /// removed, which undoes a step whose result was not stored.
    #[must_use]
    pub fn next_step(&self, enrolled: bool) -> Option<Step> {
        match (self.state, enrolled) {
            (EntryState::Waiting, true) => {
                let key = self.migration_key.clone();
                Some(key.map_or(Step::Create, Step::Migrate))
            }
            (EntryState::Leaving, true) => Some(Step::Look),
            (EntryState::Listed | EntryState::Leaving, false) => Some(Step::Delete),
            (EntryState::Waiting, false) if self.attempts > 0 => Some(Step::Delete),
            (EntryState::Waiting, false)
            | (EntryState::Listed, true)
            | (EntryState::Refused, _) => None,
        }
    }

    /// Whether the registry may still direct senders to us for a participant that no longer receives here, so that it
    /// has to be removed there.
    #[must_use]
    pub fn is_to_be_removed(&self) -> bool {
        self.next_step(false) == Some(Step::Delete)
    }

    /// Whether the registry's list explains a failed step: an earlier attempt may have carried it out.
    #[must_use]
    pub const fn asks_list(error: &RegistryError) -> bool {
        matches!(error, RegistryError::NotFound(_) | RegistryError::Refused(_))
    }

    /// The entry after the answer to a step.
    #[must_use]
    pub fn answered(&self, step: &Step, answer: Answered, now: OffsetDateTime) -> Outcome {
        let (error, is_ours) = match answer {
            Answered::Done => return self.carried_out(step, now),
            Answered::Listed(true) => return Outcome::Again(self.rests(now + LOOK_AGAIN, now)),
            Answered::Listed(false) => return Outcome::Left(self.waits(now)),
            Answered::Failed(error, is_ours) => (error, is_ours),
        };
        let is_so = is_ours == Some(!matches!(step, Step::Delete));
        if is_so && Self::asks_list(&error) {
            return self.carried_out(step, now);
        }
        let is_known = is_ours.is_some();
        let code = match (&error, step) {
            (RegistryError::Refused(_), Step::Create | Step::Migrate(_)) if is_known => ELSEWHERE,
            (RegistryError::NotFound(_), Step::Migrate(_)) if is_known => WRONG_KEY,
            _ => return Outcome::Again(self.failed(UNAVAILABLE, &error, now)),
        };
        let refused = Self {
            state: EntryState::Refused,
            migration_key: None,
            ..self.failed(code, &error, now)
        };
        let error = EntryError { code: code.to_owned(), message: error.to_string() };
        Outcome::Refused(refused, error)
    }

    fn carried_out(&self, step: &Step, now: OffsetDateTime) -> Outcome {
        match (step, self.state) {
            (Step::Delete, EntryState::Waiting) => Outcome::Undone(self.waits(now)),
            (Step::Delete, _) => Outcome::Gone,
            _ => Outcome::Listed(Self {
                state: EntryState::Listed,
                migration_key: None,
                ..self.rests(now, now)
            }),
        }
    }

    /// The entry after the migration key for another SMP was issued.
    #[must_use]
    pub fn leaving(&self, now: OffsetDateTime) -> Self {
        Self { state: EntryState::Leaving, ..self.rests(now + LOOK_AGAIN, now) }
    }

    /// The entry while it waits for a registration and is not in the registry.
    fn waits(&self, now: OffsetDateTime) -> Self {
        Self { state: EntryState::Waiting, ..self.rests(now, now) }
    }

    /// The entry without an error, and without a request before an instant.
    fn rests(&self, retry_at: OffsetDateTime, now: OffsetDateTime) -> Self {
        Self { error: None, attempts: 0, retry_at, changed_at: now, ..self.clone() }
    }

    fn failed(&self, code: &str, error: &RegistryError, now: OffsetDateTime) -> Self {
        let error = EntryError { code: code.to_owned(), message: error.to_string() };
        Self { error: Some(error), changed_at: now, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::tests::{entry, key};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn each_state_has_its_next_step() {
        use EntryState::{Leaving, Listed, Refused, Waiting};
        for (state, attempts, enrolled, step) in [
            (Waiting, 0, true, Some(Step::Create)),
            (Waiting, 3, true, Some(Step::Create)),
            // no request was ever made, so it cannot be there
            (Waiting, 0, false, None),
            (Waiting, 1, false, Some(Step::Delete)),
            (Listed, 0, true, None),
            (Listed, 0, false, Some(Step::Delete)),
            (Leaving, 0, true, Some(Step::Look)),
            (Leaving, 0, false, Some(Step::Delete)),
            (Refused, 1, true, None),
            (Refused, 1, false, None),
        ] {
            let found = entry(state, attempts).next_step(enrolled);
            assert_eq!(found, step, "{state:?} {attempts} {enrolled}");
        }
        let moving = Entry { migration_key: Some(key()), ..entry(Waiting, 0) };
        assert_eq!(moving.next_step(true), Some(Step::Migrate(key())));
    }

    /// The outcome of a row of the table below.
    fn outcome(step: &Step, error: Option<RegistryError>, is_ours: Option<bool>) -> String {
        let answer = error.map_or(Answered::Done, |error| Answered::Failed(error, is_ours));
        match entry(EntryState::Waiting, 1).answered(step, answer, NOW) {
            Outcome::Listed(after) => {
                assert_eq!((after.state, after.attempts), (EntryState::Listed, 0));
                assert_eq!(after.migration_key, None, "the key has done its work");
                "listed".to_owned()
            }
            Outcome::Again(after) => {
                assert_eq!(after.state, EntryState::Waiting);
                format!("again: {}", after.error.expect("a reason").code)
            }
            Outcome::Refused(after, error) => {
                assert_eq!(
                    (after.state, after.error.as_ref()),
                    (EntryState::Refused, Some(&error))
                );
                error.code
            }
            Outcome::Gone => "gone".to_owned(),
            Outcome::Undone(after) => {
                assert_eq!(after.next_step(false), None, "nothing is due without a registration");
                "undone".to_owned()
            }
            Outcome::Left(_) => "left".to_owned(),
        }
    }

    #[test]
    fn what_was_removed_while_it_waited_keeps_its_key() {
        let moving = Entry { migration_key: Some(key()), ..entry(EntryState::Waiting, 2) };
        let Outcome::Undone(after) = moving.answered(&Step::Delete, Answered::Done, NOW) else {
            panic!("a registration may be about to be kept")
        };
        assert_eq!(after.next_step(true), Some(Step::Migrate(key())));
        let listed = entry(EntryState::Listed, 1);
        assert_eq!(listed.answered(&Step::Delete, Answered::Done, NOW), Outcome::Gone);
    }

    #[test]
    fn who_was_released_is_looked_for_until_it_has_left() {
        let leaving = entry(EntryState::Listed, 1).leaving(NOW);
        let again = leaving.retry_at;
        let looked = |is_ours| leaving.answered(&Step::Look, Answered::Listed(is_ours), again);
        let Outcome::Again(still) = looked(true) else { panic!("it is still here") };
        assert_eq!((still.state, still.retry_at), (EntryState::Leaving, again + LOOK_AGAIN));
        let Outcome::Left(after) = looked(false) else { panic!("it has left") };
        assert_eq!(after.next_step(false), None, "the registry is asked for nothing");
        let silent = RegistryError::Unavailable("timeout".into());
        let Outcome::Again(unknown) =
            leaving.answered(&Step::Look, Answered::Failed(silent, None), NOW)
        else {
            panic!("nobody knows")
        };
        assert_eq!(unknown.state, EntryState::Leaving);
    }

    #[test]
    fn each_answer_to_each_step_means_something() {
        let refused = || Some(RegistryError::Refused("it exists".into()));
        let not_found = || Some(RegistryError::NotFound("no such".into()));
        let unauthorized = || Some(RegistryError::Unauthorized("who?".into()));
        let silent = || Some(RegistryError::Unavailable("timeout".into()));
        let (create, migrate, delete) = (Step::Create, Step::Migrate(key()), Step::Delete);
        let again = "again: SML_UNAVAILABLE";
        for (step, error, is_ours, expected) in [
            (&create, None, None, "listed"),
            (&migrate, None, None, "listed"),
            (&delete, None, None, "undone"),
            // the attempt before was carried out, and its answer was lost
            (&create, refused(), Some(true), "listed"),
            (&migrate, not_found(), Some(true), "listed"),
            (&delete, not_found(), Some(false), "undone"),
            (&create, refused(), Some(false), "PARTICIPANT_HELD_ELSEWHERE"),
            (&migrate, refused(), Some(false), "PARTICIPANT_HELD_ELSEWHERE"),
            (&migrate, not_found(), Some(false), "MIGRATION_CODE_INVALID"),
            // without the list nothing can be concluded
            (&create, refused(), None, again),
            (&migrate, not_found(), None, again),
            (&delete, not_found(), None, again),
            // our SMP is not registered yet
            (&create, not_found(), Some(false), again),
            (&delete, refused(), Some(true), again),
            (&create, unauthorized(), None, again),
            (&create, silent(), None, again),
            (&delete, silent(), None, again),
        ] {
            let name = format!("{step:?} {error:?} {is_ours:?}");
            assert_eq!(outcome(step, error, is_ours), expected, "{name}");
        }
    }
}
