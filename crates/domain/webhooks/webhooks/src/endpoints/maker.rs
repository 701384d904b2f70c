use access::{Credential, Tier};

/// Who set an endpoint's URL, and in which environment. The endpoint is deactivated when that connection or membership
/// ends: otherwise a caller that lost its access would go on receiving events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maker {
    /// The key, connection or person.
    pub who: Credential,
    /// Whether its access is for the sandbox (test) or production (live).
    pub tier: Tier,
}

impl Maker {
    /// Whether the endpoint receives events of the sandbox only: a user who gave an application access to the sandbox
    /// has not agreed that it receives production events. Keys and people belong to the owner, whose endpoints receive
    /// both.
    #[must_use]
    pub const fn is_limited_to_sandbox(self) -> bool {
        matches!(self, Maker { who: Credential::Connection(_), tier: Tier::Test })
    }
}
