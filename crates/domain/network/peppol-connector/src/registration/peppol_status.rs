use crate::{identifiers::Network, registration::account::PeppolAccount};

persistence::named! {
    /// `peppol_status` of an organization.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PeppolStatus {
        /// Never registered in a network.
        None = "none",
        /// Registered: sends and receives.
        Enrolled = "enrolled",
        /// Registered to send only; another provider receives.
        SendOnly = "send_only",
        /// Its registration was given up.
        Deactivated = "deactivated",
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
