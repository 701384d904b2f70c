//! Seats: for how many people of an organization a month is paid.
//!
//! A plan includes some; each further one is paid for by the month, and has a number in it, from 1 on. Seats are
//! nobody's: who takes the place of somebody who left within the month pays nothing.

use access::{OrganizationId, Plan};
use jobs::{JobKind, NewJob};
use persistence::{StoreError, port};
use service_day::Month;
use std::{error::Error, ops::RangeInclusive};
use time::OffsetDateTime;

/// People of an organization, and the seats for them in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    pub plan: Plan,
    /// Members. Who is invited and has not accepted takes no seat.
    pub used: u32,
    /// Seats beyond those of the plan that are paid for in the month.
    pub paid: u32,
}

impl Seats {
    /// Whether there is a seat for one more.
    #[must_use]
    pub fn has_room(self) -> bool {
        self.unpaid(1).is_empty()
    }

    /// The numbers of the seats that have to be paid for before `more` people have one beside those that are members.
    #[must_use]
    pub fn unpaid(self, more: u32) -> RangeInclusive<u32> {
        let needed = self
            .plan
            .seats()
            .map_or(0, |included| self.used.saturating_add(more).saturating_sub(included));
        self.paid.saturating_add(1)..=needed
    }
}

/// The price of one seat for one month, to be charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatCharge {
    pub organization: OrganizationId,
    pub month: Month,
    /// Of the seat among those of the month that the plan does not include, from 1 on.
    pub number: u32,
}

/// The job that sends the mail which says that a seat was not paid for.
pub const SEATS_UNPAID_MAIL_JOB: JobKind = JobKind("members.seats_unpaid_mail");

/// What the key of every charge begins with.
pub const SEAT_KEY: &str = "seat:";

impl SeatCharge {
    /// What it is charged under once, among the charges of its organization: `seat:2026-11-01:1`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{SEAT_KEY}{}:{}", self.month.first(), self.number)
    }
}

/// Why a seat was not paid for.
#[derive(Debug, thiserror::Error)]
pub enum SeatBillingError {
    /// Nothing was charged (402 `SEAT_PAYMENT_FAILED`).
    #[error("the payment for a seat was declined")]
    Declined,
    /// Nobody knows whether it was: the same charge is asked for again, and is made once.
    #[error("whether a seat was paid for is not known")]
    Unknown(#[source] Box<dyn Error + Send + Sync>),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

port! {
    /// Who charges for seats. The prepaid credit is the first: every store serves it.
    pub trait SeatBilling: Send + Sync {
        /// Charges for a seat, once for its key: a charge that is repeated succeeds and changes nothing.
        ///
        /// # Errors
        /// [`SeatBillingError`].
        async fn charge(
            &self, charge: &SeatCharge, now: OffsetDateTime
        ) -> Result<(), SeatBillingError>;
    }
}

port! {
    /// Where seats are counted. A member takes one in [`crate::MemberStore::accept_invitation`].
    pub trait SeatStore: Send + Sync {
        /// The people of an organization and its seats in a month.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] without such an organization.
        async fn seats(
            &self, organization: OrganizationId, month: Month
        ) -> Result<Seats, StoreError>;

        /// Keeps that a seat is paid for, once.
        async fn keep_paid_seat(
            &self, charge: &SeatCharge, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Keeps that a seat of a month was not paid for, with the job of the mail about it: once a month.
        async fn keep_unpaid(
            &self, organization: OrganizationId, month: Month, mail: &NewJob, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Organizations with more members than this, with their seats in a month, by id, after one of them.
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
            // somebody left: their seat is paid for
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
