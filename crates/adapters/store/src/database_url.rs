use std::path::PathBuf;

/// A database URL that cannot be used. Never shows the URL itself: it may hold a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseUrlError {
    /// Neither of the known schemes.
    #[error("a database URL begins with sqlite:, postgres:// or postgresql://")]
    Scheme,
    /// `sqlite:` without a path.
    #[error("the URL names no file, for example sqlite:billhook.db")]
    NoFile,
    /// `sqlite::memory:`.
    #[error(
        "SQLite in memory is not supported: readers and the writer are different connections; name a file"
    )]
    InMemory,
}

/// Where a database is.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(String),
}

impl DatabaseUrl {
    pub(crate) fn parse(url: &str) -> Result<Self, DatabaseUrlError> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        let path = url.strip_prefix("sqlite:").ok_or(DatabaseUrlError::Scheme)?;
        match path.strip_prefix("//").unwrap_or(path) {
            "" => Err(DatabaseUrlError::NoFile),
            memory if memory.contains(":memory:") || memory.contains("mode=memory") => {
                Err(DatabaseUrlError::InMemory)
            }
            path => Ok(Self::Sqlite(PathBuf::from(path))),
        }
    }
}

/// A PostgreSQL URL for messages: host, port and database, without user, password and parameters.
pub(crate) fn without_secrets(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    place.split(['?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_told_apart() {
        for (url, result) in [
            ("sqlite:billhook.db", Ok(DatabaseUrl::Sqlite("billhook.db".into()))),
            ("sqlite://a/b.db", Ok(DatabaseUrl::Sqlite("a/b.db".into()))),
            ("sqlite:///a/b.db", Ok(DatabaseUrl::Sqlite("/a/b.db".into()))),
            ("sqlite:", Err(DatabaseUrlError::NoFile)),
            ("sqlite::memory:", Err(DatabaseUrlError::InMemory)),
            ("sqlite:file:x?mode=memory", Err(DatabaseUrlError::InMemory)),
            ("mysql://u:secret@h/d", Err(DatabaseUrlError::Scheme)),
            ("", Err(DatabaseUrlError::Scheme)),
        ] {
            assert!(DatabaseUrl::parse(url) == result, "{url}");
        }
        assert!(matches!(DatabaseUrl::parse("postgresql://h/d"), Ok(DatabaseUrl::Postgres(_))));
    }

    #[test]
    fn messages_show_no_password() {
        for url in [
            "postgres://u:secret@db:5432/billhook",
            "postgres://u:sec@re/t?x#secret@db:5432/billhook",
            "postgres://db:5432/billhook?password=secret",
        ] {
            assert_eq!(without_secrets(url), "db:5432/billhook", "{url}");
        }
    }
}
