//! Which statements were prepared. A test asks it, so that no statement reaches a user untried.

use std::{
    collections::BTreeSet,
    fs::OpenOptions,
    io::Write,
    path::PathBuf,
    sync::{Mutex, OnceLock, PoisonError},
};

/// Names the file that gets a line for each place whose statement a database was given.
const FILE: &str = "STORE_STATEMENTS";

/// Where the text of a statement stands in the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Place {
    /// Notes that a database is given the statement. Does nothing where [`FILE`] is not set.
    pub(crate) fn note(self) {
        static PATH: OnceLock<Option<PathBuf>> = OnceLock::new();
        static NOTED: Mutex<BTreeSet<Place>> = Mutex::new(BTreeSet::new());
        let Some(path) = PATH.get_or_init(|| std::env::var_os(FILE).map(PathBuf::from)) else {
            return;
        };
        let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.insert(self) {
            let Self { file, line, column } = self;
            let file_of_test = OpenOptions::new().append(true).create(true).open(path);
            let written = file_of_test.and_then(|mut out| writeln!(out, "{file}:{line}:{column}"));
            if let Err(error) = written {
                tracing::error!(%error, "the statements that were prepared cannot be noted");
            }
        }
    }
}
