//! Changes of a contract.

use crate::{
    Contract, ContractChange, ContractInput, ContractState, Moment,
    check::{Checked, checked},
};
use invoicing::{IssuingRecords, Violations};
use time::Date;

persistence::named! {
    /// What is done with the periods that fell due while a contract was paused.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Missed {
        /// They are not invoiced.
        #[default]
        Skip = "skip",
        /// Each is invoiced.
        Issue = "issue",
    }
}

impl Contract {
    /// The changed contract. The change applies from the next invoice on, and a failed invoice is tried again at
    /// once.
    ///
    /// # Errors
    /// All violations, each with its JSON path. `found` has those that parsing the change found.
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

    /// The paused contract, whose periods are not invoiced until it is resumed; `None` if that changes
    /// nothing.
    #[must_use]
    pub fn paused(&self) -> Option<Self> {
        let pauses = self.state == ContractState::Active;
        pauses.then(|| Self {
            state: ContractState::Paused,
            catching_up: false,
            ..self.next_version()
        })
    }

    /// The contract resumed after a pause, or with its failed invoice tried again at once. `Skip` leaves out the
    /// periods that fell due before today while it was paused, or when there are too many. `None` if there is nothing
    /// to resume.
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

    /// The cancelled contract; `None` if it is over already.
    #[must_use]
    pub fn cancelled(&self) -> Option<Self> {
        let cancels = self.state != ContractState::Cancelled;
        cancels.then(|| Self { state: ContractState::Cancelled, ..self.next_version() })
    }

    /// The next version, without a problem.
    pub(crate) fn next_version(&self) -> Self {
        Self { version: self.version.saturating_add(1), problem: None, ..self.clone() }
    }
}
