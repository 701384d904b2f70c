use crate::{
    EndpointId,
    deliveries::{outcome::Outcome, retry::retry_at},
    endpoints::{Conclusion, Health},
};
use access::OrganizationId;
use events::EventName;
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

/// How long a worker has a delivery to itself; longer than any attempt takes. After it another
/// takes over, because the first must have died.
pub const LEASE: Duration = Duration::seconds(60);

typed_id!(
    /// A delivery's id, in the header `X-Webhook-Id`: the same in every attempt and replay, so that
    /// receivers can tell what they have (specification, Headers of a delivery).
    DeliveryId
);

/// What is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Something that happened: tried [`crate::deliveries::retry::ATTEMPTS`] times.
    Event,
    /// A test send: tried once, and without effect on the endpoint's health.
    Test,
}

/// Why a delivery failed for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveUp {
    /// Its last attempt failed.
    LastAttempt,
    /// Its endpoint was deactivated meanwhile.
    EndpointDisabled,
}

/// How far a delivery has come (specification, States and transitions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// Waits for its next attempt.
    Pending {
        /// When that is due.
        due: OffsetDateTime,
    },
    /// A worker is at it.
    Delivering {
        /// When another worker may take over.
        until: OffsetDateTime,
    },
    /// Answered with 2xx.
    Delivered {
        /// When.
        at: OffsetDateTime,
    },
    /// Given up; can be delivered again on demand.
    Failed {
        /// When.
        at: OffsetDateTime,
        /// Why.
        why: GaveUp,
    },
}

impl DeliveryState {
    /// What [`DeliveryState::name`] may be.
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
    /// Its id, `X-Webhook-Id`.
    pub id: DeliveryId,
    /// Whose event it is.
    pub organization: OrganizationId,
    /// The endpoint to deliver to.
    pub endpoint: EndpointId,
    /// Which event.
    pub event: EventName,
    /// Event or test.
    pub kind: Kind,
    /// How far it has come.
    pub state: DeliveryState,
    /// Attempts begun, over all rounds: the number of the latest.
    pub attempts: u32,
    /// Attempts failed since it was made or last redelivered.
    pub failures: u32,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

/// One attempt, for the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// 1, 2, …; a missing number is an attempt whose worker died.
    pub number: u32,
    /// When it began.
    pub started_at: OffsetDateTime,
    /// When it ended.
    pub finished_at: OffsetDateTime,
    /// What came of it.
    pub outcome: Outcome,
}

/// The delivery is not due, or another worker is at it, or it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the delivery is not due")]
pub struct NotClaimable;

/// Another worker took over meanwhile: what this one found counts no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the attempt was taken over by another worker")]
pub struct Stale;

/// Why a delivery is not delivered again (409).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRedeliverable {
    /// A worker is at it.
    #[error("the delivery is being delivered at this moment: wait for the result")]
    Delivering,
    /// Its endpoint is off.
    #[error("the endpoint is deactivated: enable it first")]
    EndpointDisabled,
}

/// What an attempt changed, to be kept in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concluded {
    /// The delivery from now on.
    pub delivery: Delivery,
    /// For the history.
    pub attempt: Attempt,
    /// How the delivery ended. `None` while attempts remain, and where the end says nothing of
    /// the endpoint: of test sends, and once it is off.
    pub conclusion: Option<Conclusion>,
    /// The endpoint's health from now on.
    pub endpoint: Health,
    /// Whether this very attempt deactivated the endpoint: then its owner gets a mail, and its other
    /// deliveries become what [`Delivery::endpoint_disabled`] says.
    pub deactivated: bool,
}

impl Delivery {
    /// A delivery that is due at once.
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

    /// A claim by a worker: it must conclude within [`LEASE`].
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

    /// The end of an attempt. `self` and `endpoint` are as the store has them now, the attempt has
    /// the number that the worker claimed. When the endpoint was deactivated meanwhile, a failure
    /// is final.
    ///
    /// # Errors
    /// [`Stale`] when that attempt is no longer the one under way.
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

    /// Delivers it again at once, on demand, with a new round of attempts: one that failed, one
    /// that was delivered, or one that waits for its next attempt.
    ///
    /// # Errors
    /// [`NotRedeliverable`] says what to wait for.
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

    /// What becomes of it when its endpoint is deactivated: open ones fail, to be delivered again
    /// on demand; an attempt under way goes on.
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
