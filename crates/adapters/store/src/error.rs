//! Translates database errors to errors of the domain.

use diesel::result::{DatabaseErrorKind, Error};
use persistence::StoreError;
use std::sync::atomic::{AtomicBool, Ordering};

/// A text in the database that the domain does not know.
#[derive(Debug, thiserror::Error)]
#[error("the database holds the unknown {column} {value:?}")]
struct Unknown {
    column: &'static str,
    value: String,
}

/// An internal error, which the caller did not cause.
pub(crate) fn backend(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StoreError {
    StoreError::Backend(error.into())
}

/// The value, or an error that the column holds an unknown one.
pub(crate) fn require_known<T>(
    column: &'static str,
    text: &str,
    value: Option<T>,
) -> Result<T, StoreError> {
    value.ok_or_else(|| backend(Unknown { column, value: text.to_owned() }))
}

/// Translates an error: a violated unique key is [`StoreError::Taken`] with its name (PostgreSQL) or columns (SQLite),
/// a violated reference is [`StoreError::NotFound`], and a [transient error](passes_by_itself) is
/// [`StoreError::Unavailable`].
pub(crate) fn translate(error: Error) -> StoreError {
    match error {
        Error::NotFound => StoreError::NotFound,
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => {
            let name = info.constraint_name().unwrap_or(info.message());
            let columns = name.strip_prefix("UNIQUE constraint failed: ").unwrap_or(name);
            StoreError::Taken(columns.to_owned())
        }
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => StoreError::NotFound,
        Error::DatabaseError(_, ref info) if is_read_only(info.message()) => {
            note_former_primary();
            StoreError::Unavailable(error.into())
        }
        Error::DatabaseError(kind, ref info) if passes_by_itself(&kind, info.message()) => {
            StoreError::Unavailable(error.into())
        }
        error => backend(error),
    }
}

/// Whether the server refuses writes (25006): it was the primary and is a standby now, or the database was made
/// read-only. New connections may reach the server that replaced it.
fn is_read_only(message: &str) -> bool {
    message.starts_with("cannot execute") && message.ends_with("in a read-only transaction")
}

/// Whether a connection of this process reached a former primary.
static FORMER_PRIMARY: AtomicBool = AtomicBool::new(false);

fn note_former_primary() {
    FORMER_PRIMARY.store(true, Ordering::Relaxed);
}

/// Whether a former primary was reached since the last call: then idle connections must be closed.
pub(crate) fn met_a_former_primary() -> bool {
    FORMER_PRIMARY.swap(false, Ordering::Relaxed)
}

/// Whether a retry may succeed soon: the database is overloaded, restarts or has closed the connection. Diesel does
/// not pass on the SQLSTATE of these errors, so their texts decide.
fn passes_by_itself(kind: &DatabaseErrorKind, message: &str) -> bool {
    matches!(kind, DatabaseErrorKind::SerializationFailure | DatabaseErrorKind::ClosedConnection)
        || PASSING.iter().any(|beginning| message.starts_with(beginning))
}

/// The beginnings of the texts of transient errors.
const PASSING: &[&str] = &[
    // SQLite after its busy timeout (SQLITE_BUSY)
    "database is locked",
    // PostgreSQL: 57014, 55P03, 40P01; 57P01 and 25P03; 57P03; 53300
    "canceling statement due to",
    "deadlock detected",
    "terminating connection due to",
    "the database system is",
    "sorry, too many clients already",
    // tokio-postgres, after the server has closed the connection
    "connection closed",
    "error communicating with the server",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_by_itself_is_unavailable_and_the_rest_is_a_defect() {
        let of = |message: &str| {
            let info = Box::new(message.to_owned());
            translate(Error::DatabaseError(DatabaseErrorKind::Unknown, info))
        };
        let timed_out = "terminating connection due to idle-in-transaction timeout";
        let read_only = "cannot execute INSERT in a read-only transaction";
        for message in
            [read_only, "database is locked", timed_out, "deadlock detected", "connection closed"]
        {
            assert!(matches!(of(message), StoreError::Unavailable(_)), "{message}");
        }
        assert!(met_a_former_primary(), "idle connections are to be closed");
        for message in ["no such table: invoices", "division by zero"] {
            assert!(matches!(of(message), StoreError::Backend(_)), "{message}");
        }
    }
}
