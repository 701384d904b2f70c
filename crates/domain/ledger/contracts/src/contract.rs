use crate::{Period, Problem, Schedule, Sending, Terms};
use access::{Credential, OrganizationId, Tier};
use invoicing::ContractId;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, OffsetDateTime};

persistence::named! {
    /// The status of a contract.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ContractState {
        /// Its periods are invoiced.
        Active = "active",
        /// Its periods are not invoiced until it is resumed.
        Paused = "paused",
        /// Its last period was invoiced.
        Ended = "ended",
        /// It was cancelled.
        Cancelled = "cancelled",
    }
}

/// A contract of recurring invoices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contract {
    pub id: ContractId,
    pub organization: OrganizationId,
    /// The tier of the key that created it, which decides the network of its invoices.
    pub tier: Tier,
    /// The name, which only the organization sees.
    pub name: Option<String>,
    pub terms: Terms,
    pub schedule: Schedule,
    /// The last period is the last one that begins on this day or before it; `None` for a contract without an end.
    #[serde(with = "iso_date::option")]
    pub end_date: Option<Date>,
    pub send: Sending,
    pub state: ContractState,
    /// The number of the period that is invoiced next.
    pub next: u32,
    /// Whether a person has confirmed that all due periods are invoiced.
    pub catching_up: bool,
    /// Why the next invoice is missing although it is due.
    pub problem: Option<Problem>,
    /// The version; each change adds one.
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Who created or last changed it; `None` for contracts older than this field.
    #[serde(default)]
    pub changed_by: Option<Credential>,
}

persistence::listed!(Contract: created_at, id);

impl Contract {
    /// The same with the credential that created or changed it.
    #[must_use]
    pub fn by(self, actor: Option<Credential>) -> Self {
        Self { changed_by: actor, ..self }
    }

    /// The period that is invoiced next, unless the contract is over.
    #[must_use]
    pub fn next_period(&self) -> Option<Period> {
        match self.state {
            ContractState::Active | ContractState::Paused => self.period_within(self.next),
            ContractState::Ended | ContractState::Cancelled => None,
        }
    }

    /// The period of this number, unless it begins after the end.
    pub(crate) fn period_within(&self, number: u32) -> Option<Period> {
        let period = self.schedule.period(number)?;
        self.end_date.is_none_or(|end| period.first <= end).then_some(period)
    }

    /// The contract with another next period. Without one it is ended.
    pub(crate) fn going_on_with(self, next: u32) -> Self {
        let state = match (self.state, self.period_within(next)) {
            (ContractState::Active | ContractState::Paused, None) => ContractState::Ended,
            (ContractState::Ended, Some(_)) => ContractState::Active,
            (state, _) => state,
        };
        Self { state, next, ..self }
    }

    /// Whether a key of a tier sees it. A test key sees the contracts that test keys have created. A live key sees
    /// all, because the invoices belong to the organization.
    #[must_use]
    pub fn is_visible_to(&self, tier: Tier) -> bool {
        tier == Tier::Live || self.tier == tier
    }
}
