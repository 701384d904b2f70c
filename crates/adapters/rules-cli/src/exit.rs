//! Exit codes.

use std::io;
use std::process::ExitCode;

/// The worst that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All documents are valid.
    Valid,
    /// A document is invalid.
    Invalid,
    /// Something could not be read, found or written: the answer is not complete.
    Incomplete,
    /// The output was closed before its end, as when a signal ends a program.
    NotRead,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Valid => 0,
            Exit::Invalid => 1,
            Exit::Incomplete => 2,
            // 128 and SIGPIPE
            Exit::NotRead => 141,
        })
    }
}

impl Exit {
    /// The exit code when the output cannot be written. Prints the reason, unless the output was closed.
    pub fn of_writing(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::NotRead;
        }
        eprintln!("billhook: the findings cannot be written: {error}");
        Self::Incomplete
    }
}
