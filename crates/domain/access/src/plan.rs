use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A text that names no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a plan")]
pub struct UnknownPlan;

/// What an organization has subscribed to. A later plan has all of the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// For trying out.
    Free,
    /// Issuing and sending.
    Basic,
    /// Webhooks and more.
    Pro,
    /// Everything.
    Enterprise,
}

impl Plan {
    /// Every plan, the smallest first.
    pub const ALL: [Plan; 4] = [Plan::Free, Plan::Basic, Plan::Pro, Plan::Enterprise];

    /// The plan's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Plan::Free => "free",
            Plan::Basic => "basic",
            Plan::Pro => "pro",
            Plan::Enterprise => "enterprise",
        }
    }

    /// Webhooks need the Pro plan or higher.
    #[must_use]
    pub fn has_webhooks(self) -> bool {
        self >= Plan::Pro
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Plan {
    type Err = UnknownPlan;

    fn from_str(text: &str) -> Result<Self, UnknownPlan> {
        Self::ALL.into_iter().find(|plan| plan.name() == text).ok_or(UnknownPlan)
    }
}
