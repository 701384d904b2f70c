use crate::{identifiers::Network, registration::account::PeppolAccount};

/// `peppol_status` of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PeppolStatus {
    /// Never registered in a network.
    None,
    /// Registered: sends and receives.
    Enrolled,
    /// Sends; another provider receives.
    SendOnly,
    /// Its registration was given up.
    Deactivated,
}

impl PeppolStatus {
    /// All values.
    pub const ALL: [PeppolStatus; 4] = [
        PeppolStatus::None,
        PeppolStatus::Enrolled,
        PeppolStatus::SendOnly,
        PeppolStatus::Deactivated,
    ];

    /// Its name, in the store and in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PeppolStatus::None => "none",
            PeppolStatus::Enrolled => "enrolled",
            PeppolStatus::SendOnly => "send_only",
            PeppolStatus::Deactivated => "deactivated",
        }
    }
}

impl PeppolAccount {
    /// The network that it is, or was, registered in.
    #[must_use]
    pub const fn network(self) -> Option<Network> {
        match self {
            PeppolAccount::None => None,
            PeppolAccount::Enrolled(network)
            | PeppolAccount::SendOnly(network)
            | PeppolAccount::Deactivated(network) => Some(network),
        }
    }

    /// `peppol_status`.
    #[must_use]
    pub const fn status(self) -> PeppolStatus {
        match self {
            PeppolAccount::None => PeppolStatus::None,
            PeppolAccount::Enrolled(_) => PeppolStatus::Enrolled,
            PeppolAccount::SendOnly(_) => PeppolStatus::SendOnly,
            PeppolAccount::Deactivated(_) => PeppolStatus::Deactivated,
        }
    }
}
