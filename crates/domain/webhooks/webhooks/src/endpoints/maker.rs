use access::{Credential, Tier};

/// Who said where an endpoint's deliveries go, with an access of which environment. An endpoint ends with the
/// connection or the membership that it hangs on: whoever lost the access would go on hearing of all that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maker {
    /// A key, a connection or a person.
    pub who: Credential,
    /// Whether it is for the sandbox (test) or production (live).
    pub tier: Tier,
}

impl Maker {
    /// Whether it hears of the sandbox alone: a user who gave an application access to the sandbox has not agreed
    /// that it is told what really happens. Keys and people are of the owner, whose endpoints hear of both.
    #[must_use]
    pub const fn is_limited_to_sandbox(self) -> bool {
        matches!(self, Maker { who: Credential::Connection(_), tier: Tier::Test })
    }
}
