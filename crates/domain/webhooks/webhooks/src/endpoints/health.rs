use time::OffsetDateTime;

/// Consecutive failed deliveries that deactivate an endpoint (specification, Retries).
pub const DEACTIVATED_AFTER: u32 = 15;

/// How a delivery ended for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// With a 2xx answer.
    Delivered,
    /// With its last attempt failed.
    Failed,
}

persistence::named! {
    /// Why an endpoint is sent nothing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DisabledReason {
        /// [`DEACTIVATED_AFTER`] consecutive deliveries failed.
        Failures = "failures",
        /// Its owner switched it off.
        Owner = "owner",
        /// The connection or the membership that it was made with has ended.
        AccessEnded = "access_ended",
    }
}

/// Whether an endpoint is sent anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Deliveries are sent.
    Active,
    /// Switched off: no delivery is sent.
    Deactivated {
        /// When it was switched off.
        at: OffsetDateTime,
        /// Why it was switched off.
        reason: DisabledReason,
    },
}

/// How an endpoint has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Failed deliveries since the last successful one.
    pub consecutive_failures: u32,
    /// Whether it is sent anything.
    pub status: Status,
}

impl Health {
    /// The health of a new endpoint.
    pub const NEW: Self = Self { consecutive_failures: 0, status: Status::Active };

    /// Whether it is sent anything.
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self.status, Status::Active)
    }

    /// The health after a delivery ended. Deactivated by this very one when it was active before:
    /// then the owner gets a mail.
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

    /// Whether the access that it was made with has ended.
    #[must_use]
    pub const fn access_ended(self) -> bool {
        matches!(self.status, Status::Deactivated { reason: DisabledReason::AccessEnded, .. })
    }

    /// The health after the access that it was made with has ended. One that is off stays so since then, but is no
    /// longer what its owner could switch on for whoever made it.
    #[must_use]
    pub const fn ended(self, now: OffsetDateTime) -> Self {
        let at = match self.status {
            Status::Active => now,
            Status::Deactivated { at, .. } => at,
        };
        let status = Status::Deactivated { at, reason: DisabledReason::AccessEnded };
        Self { status, ..self }
    }

    /// The health after its owner switched it on again: counted from zero.
    #[must_use]
    pub const fn enabled(self) -> Self {
        match self.status {
            Status::Active => self,
            Status::Deactivated { .. } => Self::NEW,
        }
    }

    /// The health after its owner switched it off. One that is off stays as it is.
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

/// Failed deliveries at the end of a history, the latest last.
#[must_use]
pub fn consecutive_failures(history: impl DoubleEndedIterator<Item = Conclusion>) -> u32 {
    let failures = history.rev().take_while(|&conclusion| conclusion == Conclusion::Failed);
    u32::try_from(failures.count()).unwrap_or(u32::MAX)
}
