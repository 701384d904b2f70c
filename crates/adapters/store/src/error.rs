//! Errors of the database in words of the domain.

use diesel::result::{DatabaseErrorKind, Error};
use persistence::StoreError;

/// Text in the database that the domain does not know.
#[derive(Debug, thiserror::Error)]
#[error("the database holds the unknown {column} {value:?}")]
struct Unknown {
    column: &'static str,
    value: String,
}

/// An error that is not the caller's.
pub(crate) fn backend(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StoreError {
    StoreError::Backend(error.into())
}

/// `value`, or that the database holds something else than it should.
pub(crate) fn known<T>(
    column: &'static str,
    text: &str,
    value: Option<T>,
) -> Result<T, StoreError> {
    value.ok_or_else(|| backend(Unknown { column, value: text.to_owned() }))
}

/// A violated unique key is [`StoreError::Taken`] with its name (PostgreSQL) or columns (SQLite); a
/// reference to nothing is [`StoreError::NotFound`]; a file that another process writes to for longer
/// than was waited is [`StoreError::Unavailable`].
pub(crate) fn translate(error: Error) -> StoreError {
    match error {
        Error::NotFound => StoreError::NotFound,
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => {
            let name = info.constraint_name().unwrap_or(info.message());
            let columns = name.strip_prefix("UNIQUE constraint failed: ").unwrap_or(name);
            StoreError::Taken(columns.to_owned())
        }
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => StoreError::NotFound,
        Error::DatabaseError(_, ref info) if info.message() == FILE_IS_LOCKED => {
            StoreError::Unavailable(error.into())
        }
        error => backend(error),
    }
}

/// What SQLite says after its busy timeout (`SQLITE_BUSY`).
const FILE_IS_LOCKED: &str = "database is locked";
