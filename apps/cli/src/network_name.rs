//! How a command names a network.

use clap::ValueEnum;
use peppol_connector::identifiers::Network;

/// A network by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NetworkName {
    /// Peppol's test network
    Test,
    /// The real one
    Live,
}

impl From<NetworkName> for Network {
    fn from(name: NetworkName) -> Self {
        match name {
            NetworkName::Test => Self::Test,
            NetworkName::Live => Self::Live,
        }
    }
}
