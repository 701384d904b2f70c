use peppol_messages::discovery::is_migration_key;
use std::fmt;

/// The key by which a participant moves from another SMP (`migrationCode`). Printing it shows `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct MigrationKey(String);

/// A text that is no migration key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "a migration code has 8 to 24 characters, at least two each of lower case, upper case, digits and \
     @#$%()[]{{}}*^-!~|+="
)]
pub struct NotMigrationKey;

impl MigrationKey {
    /// A key as it came.
    ///
    /// # Errors
    /// [`NotMigrationKey`].
    pub fn new(text: &str) -> Result<Self, NotMigrationKey> {
        is_migration_key(text).then(|| Self(text.to_owned())).ok_or(NotMigrationKey)
    }

    /// The text, for the registry and the store.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MigrationKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("***")
    }
}
