//! What becomes of a contract when somebody changes it.

use crate::{
    Contract, ContractChange, ContractInput, ContractState, Moment,
    check::{Checked, checked},
};
use invoicing::{IssuingRecords, Violations};
use time::Date;

persistence::named! {
    /// What becomes of the periods that fell due while a contract was paused.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Missed {
        /// They are not invoiced.
        #[default]
        Skip = "skip",
        /// Each is.
        Issue = "issue",
    }
}

impl Contract {
    /// The contract with a change, which counts from the next invoice on. What stood in the way is
    /// tried again at once.
    ///
    /// # Errors
    /// Every violation, with its JSON path. `found` is what reading the change has found wrong already.
    pub fn changed(
        &self,
        change: ContractChange,
        found: Violations,
        records: &IssuingRecords,
        moment: &Moment,
    ) -> Result<Self, Violations> {
        let input = ContractInput::of(self).with(change);
        let Checked { name, terms, schedule, .. } =
            checked(&input, found, records, moment, Some(self))?;
        let changed = Self {
            name,
            terms,
            schedule,
            end_date: input.end_date,
            send: input.send.unwrap_or_default(),
            ..self.next_version()
        };
        Ok(changed.going_on_with(self.next))
    }

    /// No period is invoiced until it is resumed; `None` when that changes nothing.
    #[must_use]
    pub fn paused(&self) -> Option<Self> {
        let pauses = self.state == ContractState::Active;
        pauses.then(|| Self {
            state: ContractState::Paused,
            catching_up: false,
            ..self.next_version()
        })
    }

    /// Goes on after a pause, or tries again at once what stood in the way. `Skip` leaves out the
    /// periods that fell due before today while it was paused, or of which there are too many. `None` when
    /// there is nothing to resume.
    #[must_use]
    pub fn resumed(&self, missed: Missed, today: Date) -> Option<Self> {
        let waits = self.state == ContractState::Paused || self.problem.is_some();
        if !waits || matches!(self.state, ContractState::Ended | ContractState::Cancelled) {
            return None;
        }
        let skips = missed == Missed::Skip
            && (self.state == ContractState::Paused || self.is_too_far_behind());
        let ahead = self.schedule.first_due_from(today).unwrap_or(self.next).max(self.next);
        let next = if skips { ahead } else { self.next };
        let resumed = Self {
            state: ContractState::Active,
            catching_up: missed == Missed::Issue,
            ..self.next_version()
        };
        Some(resumed.going_on_with(next))
    }

    /// It is over for good; `None` when it was already.
    #[must_use]
    pub fn cancelled(&self) -> Option<Self> {
        let cancels = self.state != ContractState::Cancelled;
        cancels.then(|| Self { state: ContractState::Cancelled, ..self.next_version() })
    }

    /// The same in its next version, with nothing in the way.
    pub(crate) fn next_version(&self) -> Self {
        Self { version: self.version.saturating_add(1), problem: None, ..self.clone() }
    }
}
