//! Settings whose value is one of a few words.

use access::Tier;
use std::str::FromStr;

/// The network that serves live keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LiveNetwork {
    /// None yet: sends of live keys wait.
    #[default]
    None,
    /// The built-in network, for development: no document leaves this installation.
    Sandbox,
    /// Peppol's live network.
    Peppol,
}

/// The network that serves test keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TestNetwork {
    /// The built-in network: no document leaves this installation.
    #[default]
    Sandbox,
    /// Peppol's test network.
    Peppol,
}

impl FromStr for TestNetwork {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "sandbox" => Ok(TestNetwork::Sandbox),
            "peppol" => Ok(TestNetwork::Peppol),
            _ => Err(()),
        }
    }
}

impl LiveNetwork {
    /// The tier of a session that has not chosen one: the sandbox where there is no live network.
    #[must_use]
    pub const fn usual_tier(self) -> Tier {
        match self {
            LiveNetwork::None => Tier::Test,
            LiveNetwork::Sandbox | LiveNetwork::Peppol => Tier::Live,
        }
    }
}

impl FromStr for LiveNetwork {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "none" => Ok(LiveNetwork::None),
            "sandbox" => Ok(LiveNetwork::Sandbox),
            "peppol" => Ok(LiveNetwork::Peppol),
            _ => Err(()),
        }
    }
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Text, for people.
    Text,
    /// JSON, for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err(()),
        }
    }
}
