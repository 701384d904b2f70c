//! Settings that are one of a few words.

use std::str::FromStr;

/// What serves live keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LiveNetwork {
    /// Nothing yet: live sends wait.
    #[default]
    None,
    /// The built-in network, for development: nothing leaves this installation.
    Sandbox,
    /// The real one.
    Peppol,
}

/// What serves test keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TestNetwork {
    /// The built-in network: nothing leaves this installation.
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

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
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
