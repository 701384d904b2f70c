use time::OffsetDateTime;

/// Consecutive failed deliveries that deactivate an endpoint (specification, Retries).
pub const DEACTIVATED_AFTER: u32 = 15;

/// How a delivery ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// An attempt was answered with 2xx.
    Delivered,
    /// Its last attempt failed.
    Failed,
}

persistence::named! {
    /// Why an endpoint is deactivated.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DisabledReason {
        /// [`DEACTIVATED_AFTER`] consecutive deliveries failed.
        Failures = "failures",
        /// Its owner deactivated it.
        Owner = "owner",
        /// The connection or the membership that it was registered with has ended.
        AccessEnded = "access_ended",
    }
}

/// Whether deliveries are sent to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Deliveries are sent.
    Active,
    /// Deactivated: no delivery is sent.
    Deactivated {
        /// When it was deactivated.
        at: OffsetDateTime,
        /// Why it was deactivated.
        reason: DisabledReason,
    },
}

/// An endpoint's status and its failures in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Failed deliveries since the last successful one.
    pub consecutive_failures: u32,
    /// Whether deliveries are sent to it.
    pub status: Status,
}

impl Health {
    /// The health of a new endpoint.
    pub const NEW: Self = Self { consecutive_failures: 0, status: Status::Active };

    /// Whether deliveries are sent to it.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self.status, Status::Active)
    }

    /// The health after a delivery ended. When this deactivates an endpoint that was active before, its owner gets a
    /// mail.
    #[must_use]
    pub const fn after(self, conclusion: Conclusion, now: OffsetDateTime) -> Self {
        let consecutive_failures = match conclusion {
            Conclusion::Delivered => 0,
            Conclusion::Failed => self.consecutive_failures.saturating_add(1),
        };
        let status = match self.status {
            Status::Active if consecutive_failures >= DEACTIVATED_AFTER => {
                Status::Deactivated { at: now, reason: DisabledReason::Failures }
            }
            status => status,
        };
        Self { consecutive_failures, status }
    }

    /// Whether the access that the endpoint was registered with has ended.
    #[must_use]
    pub const fn access_ended(self) -> bool {
        matches!(self.status, Status::Deactivated { reason: DisabledReason::AccessEnded, .. })
    }

    /// The health after the access that it was registered with has ended. One that was deactivated before keeps its
    /// time but gets the new reason: enabling it then makes the caller its maker
    /// ([`crate::endpoints::Changes::take_over`]).
    #[must_use]
    pub const fn ended(self, now: OffsetDateTime) -> Self {
        let at = match self.status {
            Status::Active => now,
            Status::Deactivated { at, .. } => at,
        };
        let status = Status::Deactivated { at, reason: DisabledReason::AccessEnded };
        Self { status, ..self }
    }

    /// The health after its owner enabled it again: failures are counted from zero.
    #[must_use]
    pub const fn enabled(self) -> Self {
        match self.status {
            Status::Active => self,
            Status::Deactivated { .. } => Self::NEW,
        }
    }

    /// The health after its owner deactivated it. One that is deactivated already does not change.
    #[must_use]
    pub const fn disabled(self, now: OffsetDateTime) -> Self {
        match self.status {
            Status::Active => Self {
                status: Status::Deactivated { at: now, reason: DisabledReason::Owner },
                ..self
            },
            Status::Deactivated { .. } => self,
        }
    }
}

/// The number of failed deliveries at the end of a history, which has the latest last.
#[must_use]
pub fn consecutive_failures(history: impl DoubleEndedIterator<Item = Conclusion>) -> u32 {
    let failures = history.rev().take_while(|&conclusion| conclusion == Conclusion::Failed);
    u32::try_from(failures.count()).unwrap_or(u32::MAX)
}
