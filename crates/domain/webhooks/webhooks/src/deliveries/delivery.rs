use crate::{
    EndpointId,
    deliveries::{outcome::Outcome, retry::retry_at},
    endpoints::{Conclusion, Health},
};
use access::OrganizationId;
use events::EventName;
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

/// How long a worker holds a delivery; longer than any attempt takes. After it another worker may claim the delivery,
/// because the first must have died.
pub const LEASE: Duration = Duration::seconds(60);

typed_id!(
    /// The id of a delivery, in the header `X-Webhook-Id`: the same in every attempt and replay, so that receivers can
    /// discard duplicates (specification, Headers of a delivery).
    DeliveryId
);

/// Whether a delivery carries a real event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A real event: attempted [`crate::deliveries::retry::ATTEMPTS`] times.
    Event,
    /// A test send: attempted once, and without effect on the endpoint's health.
    Test,
}

/// Why a delivery failed for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveUp {
    /// Its last attempt failed.
    LastAttempt,
    /// Its endpoint was deactivated before it arrived.
    EndpointDisabled,
}

/// The state of a delivery (specification, States and transitions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It waits for its next attempt.
    Pending {
        /// When the next attempt is due.
        due: OffsetDateTime,
    },
    /// A worker is sending it.
    Delivering {
        /// When the lease ends and another worker may claim it.
        until: OffsetDateTime,
    },
    /// It was answered with 2xx.
    Delivered {
        /// When the answer arrived.
        at: OffsetDateTime,
    },
    /// It failed for good; its owner can have it delivered again.
    Failed {
        /// When it failed.
        at: OffsetDateTime,
        /// Why it failed for good.
        why: GaveUp,
    },
}

impl DeliveryState {
    /// All values of [`DeliveryState::name`].
    pub const NAMES: [&str; 4] = ["pending", "delivering", "delivered", "failed"];

    /// `pending`, `delivering`, `delivered` or `failed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DeliveryState::Pending { .. } => "pending",
            DeliveryState::Delivering { .. } => "delivering",
            DeliveryState::Delivered { .. } => "delivered",
            DeliveryState::Failed { .. } => "failed",
        }
    }
}

/// One event on its way to one endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// The id of the delivery, sent as `X-Webhook-Id`.
    pub id: DeliveryId,
    /// The organization of the event.
    pub organization: OrganizationId,
    /// The endpoint to deliver to.
    pub endpoint: EndpointId,
    /// The name of the event.
    pub event: EventName,
    /// Whether it is an event or a test.
    pub kind: Kind,
    /// Its state.
    pub state: DeliveryState,
    /// Attempts begun, over all rounds; also the number of the latest.
    pub attempts: u32,
    /// Attempts that failed since it was created or last redelivered.
    pub failures: u32,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

/// One attempt, as the history shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Counted from 1. A missing number is an attempt whose worker died.
    pub number: u32,
    /// When it began.
    pub started_at: OffsetDateTime,
    /// When it ended.
    pub finished_at: OffsetDateTime,
    /// How it ended.
    pub outcome: Outcome,
}

/// The delivery is not due, or another worker holds it, or it has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the delivery is not due")]
pub struct NotClaimable;

/// Another worker has taken over: the result of this one is discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the attempt was taken over by another worker")]
pub struct Stale;

/// Why a delivery is not delivered again (409).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum NotRedeliverable {
    /// A worker is sending it.
    #[error("the delivery is being delivered at this moment: wait for the result")]
    Delivering,
    /// Its endpoint is deactivated.
    #[error("the endpoint is deactivated: enable it first")]
    EndpointDisabled,
}

/// The changes that an attempt makes, to be stored in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concluded {
    /// The delivery after the attempt.
    pub delivery: Delivery,
    /// The attempt, for the history.
    pub attempt: Attempt,
    /// How the delivery ended. `None` while attempts remain, and where the end does not affect the endpoint's health:
    /// for test sends, and once the endpoint is deactivated.
    pub conclusion: Option<Conclusion>,
    /// The endpoint's health after the attempt.
    pub endpoint: Health,
    /// Whether this attempt deactivated the endpoint: then its owner gets a mail, and its other deliveries change as
    /// [`Delivery::endpoint_disabled`] says.
    pub deactivated: bool,
}

impl Delivery {
    /// A new delivery that is due at once.
    #[must_use]
    pub const fn new(
        id: DeliveryId,
        organization: OrganizationId,
        endpoint: EndpointId,
        event: EventName,
        kind: Kind,
        now: OffsetDateTime,
    ) -> Self {
        let state = DeliveryState::Pending { due: now };
        let (attempts, failures, created_at) = (0, 0, now);
        Self { id, organization, endpoint, event, kind, state, attempts, failures, created_at }
    }

    /// Claims the delivery for a worker, which must conclude it within [`LEASE`].
    ///
    /// # Errors
    /// [`NotClaimable`].
    pub fn claim(&self, now: OffsetDateTime) -> Result<Self, NotClaimable> {
        let free_from = match self.state {
            DeliveryState::Pending { due } => due,
            DeliveryState::Delivering { until } => until,
            DeliveryState::Delivered { .. } | DeliveryState::Failed { .. } => {
                return Err(NotClaimable);
            }
        };
        if free_from > now {
            return Err(NotClaimable);
        }
        let state = DeliveryState::Delivering { until: now.saturating_add(LEASE) };
        Ok(Self { state, attempts: self.attempts.saturating_add(1), ..*self })
    }

    /// Ends an attempt. `self` and `endpoint` are as the store has them now; the attempt has the number that the
    /// worker claimed. When the endpoint was deactivated in the meantime, a failure is final.
    ///
    /// # Errors
    /// [`Stale`] when that attempt is no longer the current one.
    pub fn conclude(&self, attempt: Attempt, endpoint: Health) -> Result<Concluded, Stale> {
        let under_way = matches!(self.state, DeliveryState::Delivering { .. });
        if !under_way || attempt.number != self.attempts {
            return Err(Stale);
        }
        let at = attempt.finished_at;
        let delivery = if attempt.outcome.succeeded() {
            Self { state: DeliveryState::Delivered { at }, ..*self }
        } else {
            let failures = self.failures.saturating_add(1);
            Self { state: self.after_failures(failures, endpoint, at), failures, ..*self }
        };
        let conclusion = match (self.kind, delivery.state) {
            (Kind::Event, DeliveryState::Delivered { .. }) => Some(Conclusion::Delivered),
            (Kind::Event, DeliveryState::Failed { why: GaveUp::LastAttempt, .. }) => {
                Some(Conclusion::Failed)
            }
            _ => None,
        };
        let after = conclusion.map_or(endpoint, |conclusion| endpoint.after(conclusion, at));
        let deactivated = endpoint.is_active() && !after.is_active();
        Ok(Concluded { delivery, attempt, conclusion, endpoint: after, deactivated })
    }

    fn after_failures(&self, failures: u32, endpoint: Health, at: OffsetDateTime) -> DeliveryState {
        match (self.kind, retry_at(failures, at)) {
            (Kind::Event, Some(due)) if endpoint.is_active() => DeliveryState::Pending { due },
            (Kind::Event, Some(_)) => DeliveryState::Failed { at, why: GaveUp::EndpointDisabled },
            _ => DeliveryState::Failed { at, why: GaveUp::LastAttempt },
        }
    }

    /// Makes the delivery due at once, on demand, with a new round of attempts. It may have failed, have been
    /// delivered, or wait for its next attempt.
    ///
    /// # Errors
    /// [`NotRedeliverable`] says what to do first.
    pub fn redeliver(
        &self,
        endpoint: Health,
        now: OffsetDateTime,
    ) -> Result<Self, NotRedeliverable> {
        if !endpoint.is_active() {
            return Err(NotRedeliverable::EndpointDisabled);
        }
        if let DeliveryState::Delivering { until } = self.state
            && until > now
        {
            return Err(NotRedeliverable::Delivering);
        }
        Ok(Self { state: DeliveryState::Pending { due: now }, failures: 0, ..*self })
    }

    /// The delivery after its endpoint was deactivated: a pending one fails, and can be redelivered on demand; one
    /// that a worker is sending goes on.
    #[must_use]
    pub const fn endpoint_disabled(&self, at: OffsetDateTime) -> Self {
        match self.state {
            DeliveryState::Pending { .. } => {
                Self { state: DeliveryState::Failed { at, why: GaveUp::EndpointDisabled }, ..*self }
            }
            _ => *self,
        }
    }
}
