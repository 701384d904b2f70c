use persistence::StoreError;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// The database does not answer as it should.
    #[error("the database does not answer")]
    Unreachable(#[from] StoreError),
    /// The schema is older than this version of the program.
    #[error("the database lacks {0} migrations: run the command migrate")]
    PendingMigrations(usize),
}
