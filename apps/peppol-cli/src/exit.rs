//! What the exit code tells.

use std::process::ExitCode;

/// The outcome of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Yes: found, valid, made.
    Yes,
    /// No: not found, invalid.
    No,
    /// It cannot be said: something could not be read, written or reached.
    Unknown,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Unknown => 2,
        })
    }
}

/// Why a command came to nothing, for people.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

/// What a command comes to.
pub type Outcome = Result<Exit, Failed>;

/// A failure about something, for example a file.
pub fn about(what: &dyn std::fmt::Display, why: &dyn std::fmt::Display) -> Failed {
    Failed(format!("{what}: {why}"))
}
