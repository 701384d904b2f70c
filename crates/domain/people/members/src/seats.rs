//! Seats: the number of people that an organization pays for in a month.
//!
//! A plan includes some seats; each further one is paid for by the month and has a number in that month, from 1 on.
//! Seats are not assigned to people: a new member who replaces one that left within the month costs nothing.

use access::{OrganizationId, Plan};
use jobs::{JobKind, NewJob};
use persistence::{StoreError, port};
use service_day::Month;
use std::{error::Error, ops::RangeInclusive};
use time::OffsetDateTime;

/// The members of an organization, and its seats in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    pub plan: Plan,
    /// The number of members. An open invitation takes no seat.
    pub used: u32,
    /// The number of seats beyond the plan's that are paid for in the month.
    pub paid: u32,
}

impl Seats {
    /// Whether a seat is free for one more member.
    #[must_use]
    pub fn has_room(self) -> bool {
        self.unpaid(1).is_empty()
    }

    /// The numbers of the seats that must be paid for before `more` people join the existing members.
    #[must_use]
    pub fn unpaid(self, more: u32) -> RangeInclusive<u32> {
        let needed = self
            .plan
            .seats()
            .map_or(0, |included| self.used.saturating_add(more).saturating_sub(included));
        self.paid.saturating_add(1)..=needed
    }
}

/// The charge for one seat in one month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatCharge {
    pub organization: OrganizationId,
    pub month: Month,
    /// The number of the seat among those beyond the plan's, from 1 on.
    pub number: u32,
}

/// The kind of the job that sends the mail about an unpaid seat.
pub const SEATS_UNPAID_MAIL_JOB: JobKind = JobKind("members.seats_unpaid_mail");

/// The prefix of the key of every charge for a seat.
pub const SEAT_KEY: &str = "seat:";

impl SeatCharge {
    /// The key under which it is charged once in its organization: `seat:2026-11-01:1`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{SEAT_KEY}{}:{}", self.month.first(), self.number)
    }
}

/// Why a seat was not paid for.
#[derive(Debug, thiserror::Error)]
pub enum SeatBillingError {
    /// The charge was declined; nothing was charged (402 `SEAT_PAYMENT_FAILED`).
    #[error("the payment for a seat was declined")]
    Declined,
    /// The outcome is unknown: the same charge is repeated under its key, which charges it once.
    #[error("whether a seat was paid for is not known")]
    Unknown(#[source] Box<dyn Error + Send + Sync>),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

port! {
    /// Charges for seats. The first implementation uses the prepaid credit, which every store supports.
    pub trait SeatBilling: Send + Sync {
        /// Charges for a seat, once for its key: a repeated charge succeeds and changes nothing.
        ///
        /// # Errors
        /// [`SeatBillingError`].
        async fn charge(
            &self, charge: &SeatCharge, now: OffsetDateTime
        ) -> Result<(), SeatBillingError>;
    }
}

port! {
    /// Stores paid seats. A new member takes one in [`crate::MemberStore::accept_invitation`].
    pub trait SeatStore: Send + Sync {
        /// The members of an organization and its seats in a month.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] for an unknown organization.
        async fn seats(
            &self, organization: OrganizationId, month: Month
        ) -> Result<Seats, StoreError>;

        /// Records that a seat is paid for, once.
        async fn keep_paid_seat(
            &self, charge: &SeatCharge, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Records that a seat of a month was not paid for, with the job of its mail, once a month.
        async fn keep_unpaid(
            &self, organization: OrganizationId, month: Month, mail: &NewJob, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Organizations with more members than this, with their seats in a month, ordered by id, after the given one.
        async fn organizations_larger_than(
            &self, members: u32, month: Month, after: Option<OrganizationId>, limit: u16
        ) -> Result<Vec<(OrganizationId, Seats)>, StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;
    use uuid::Uuid;

    const FREE: Seats = Seats { plan: Plan::Free, used: 0, paid: 0 };

    #[test]
    fn seats_beyond_those_of_the_plan_are_paid_for() {
        for (used, paid, more, expected) in [
            (1, 0, 1, vec![]),
            (2, 0, 0, vec![]),
            (2, 0, 1, vec![1]),
            (2, 1, 1, vec![]),
            (3, 1, 1, vec![2]),
            // a member left: their seat stays paid for
            (2, 2, 1, vec![]),
            // a smaller plan, or a month that is not paid for yet
            (4, 0, 0, vec![1, 2]),
            (4, 1, 1, vec![2, 3]),
        ] {
            let seats = Seats { used, paid, ..FREE };
            assert_eq!(seats.unpaid(more).collect::<Vec<_>>(), expected, "{seats:?} and {more}");
        }
    }

    #[test]
    fn there_is_room_while_no_seat_is_unpaid() {
        for (used, paid, room) in [(1, 0, true), (2, 0, false), (2, 1, true), (3, 1, false)] {
            assert_eq!(Seats { used, paid, ..FREE }.has_room(), room, "{used} {paid}");
        }
        let many = Seats { plan: Plan::Enterprise, used: u32::MAX, paid: 0 };
        assert!(many.has_room(), "any number");
        assert!(!Seats { used: u32::MAX, ..FREE }.has_room());
    }

    #[test]
    fn a_charge_is_one_of_its_month_and_number() {
        let organization = OrganizationId(Uuid::nil());
        let of = |day, number| SeatCharge { organization, month: Month::of(day), number }.key();
        assert_eq!(of(date!(2026 - 11 - 28), 3), "seat:2026-11-01:3");
        assert_ne!(of(date!(2026 - 11 - 28), 3), of(date!(2026 - 12 - 01), 3));
        assert_ne!(of(date!(2026 - 11 - 28), 3), of(date!(2026 - 11 - 28), 4));
    }
}
