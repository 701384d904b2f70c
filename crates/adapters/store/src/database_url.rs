use std::{fmt::Write, net::IpAddr, path::PathBuf};

/// Why a database URL cannot be used. Never shows the URL itself, which may contain a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseUrlError {
    /// The scheme is not one of the known ones.
    #[error("a database URL begins with sqlite:, postgres:// or postgresql://")]
    Scheme,
    /// `sqlite:` has no path.
    #[error("the URL names no file, for example sqlite:billhook.db")]
    NoFile,
    /// `sqlite::memory:` is not supported.
    #[error(
        "SQLite in memory is not supported: readers and the writer are different connections; name a file"
    )]
    InMemory,
}

/// The kind and the address of a database.
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

/// Checks the form of a database URL, without connecting to it.
///
/// # Errors
/// [`DatabaseUrlError`].
pub fn check_database_url(url: &str) -> Result<(), DatabaseUrlError> {
    DatabaseUrl::parse(url).map(drop)
}

/// A PostgreSQL URL for messages: host, port and database, without user, password and parameters.
pub(crate) fn without_secrets(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    place.split(['?', '#']).next().unwrap_or_default()
}

/// Whether connections to this database stay on this machine: it is a file, a socket, or an address of the machine
/// itself. True for an invalid URL, which is reported elsewhere.
#[must_use]
pub fn is_on_this_machine(url: &str) -> bool {
    let Ok(DatabaseUrl::Postgres(url)) = DatabaseUrl::parse(url) else { return true };
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
    let (place, said) = rest.split_once('?').unwrap_or((rest, ""));
    let named = place.split('/').next().unwrap_or_default().split(',').map(without_port);
    let said = said.split('&').filter_map(|pair| pair.split_once('='));
    let said = said.filter(|(name, _)| matches!(*name, "host" | "hostaddr"));
    let said = said.flat_map(|(_, hosts)| hosts.split(','));
    named.chain(said).all(is_here)
}

fn without_port(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Whether a host is empty, a folder of sockets (also percent-encoded), or an address of the machine itself.
fn is_here(host: &str) -> bool {
    let is_socket = host.starts_with('/') || host.starts_with("%2F") || host.starts_with("%2f");
    let is_loopback =
        host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
    host.is_empty() || is_socket || is_loopback || host.eq_ignore_ascii_case("localhost")
}

/// Parameters that a PostgreSQL URL gets unless it has them, with values in seconds. The pool uses the most recently
/// used connection first, so the others are idle for long. A firewall or NAT that forgets idle connections would leave
/// them dead unnoticed, and a request that gets one would wait a quarter of an hour until the system gives up.
const ATTENDED: [(&str, u8); 4] = [
    ("keepalives_idle", 60),
    ("keepalives_interval", 10),
    ("keepalives_retries", 3),
    ("tcp_user_timeout", 30),
];

/// A PostgreSQL URL with these parameters.
pub(crate) fn attended(url: &str) -> String {
    let place = url.split_once('@').map_or(url, |(_, place)| place);
    let said = place.split_once('?').map(|(_, said)| said);
    let is_said = |name: &str| {
        let mut said = said.unwrap_or_default().split('&');
        said.any(|pair| pair.split('=').next() == Some(name))
    };
    let mut url = url.to_owned();
    let mut separator = if said.is_some() { '&' } else { '?' };
    for (name, seconds) in ATTENDED.iter().filter(|(name, _)| !is_said(name)) {
        _ = write!(url, "{separator}{name}={seconds}");
        separator = '&';
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_distinguished() {
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
    fn what_stays_on_this_machine_is_told_from_what_does_not() {
        for (url, here) in [
            ("sqlite:billhook.db", true),
            ("postgres://127.0.0.1:5432/b", true),
            ("postgres://u:p@127.8.9.10/b", true),
            ("postgres://u:p@localhost/b", true),
            ("postgres://u:p@[::1]:5432/b?sslmode=disable", true),
            ("postgres:///b", true),
            ("postgres://%2Fvar%2Frun%2Fpostgresql/b", true),
            ("postgres:///b?host=/var/run/postgresql", true),
            ("postgres://u:p@db/b", false),
            ("postgresql://u:localhost@10.0.0.5:5432/b", false),
            ("postgres://localhost,db.example/b", false),
            ("postgres://localhost/b?hostaddr=192.0.2.1", false),
            ("postgres:///b?sslmode=prefer&host=db", false),
            ("postgres://localhost.example/b", false),
            ("postgres://[2001:db8::1]/b", false),
            ("postgres://u:p@localhost@db/b", false),
            ("postgres://u:a?b@db/b", false),
            ("postgres://u:a?b@localhost/b", true),
        ] {
            assert_eq!(is_on_this_machine(url), here, "{url}");
        }
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

    #[test]
    fn connections_are_looked_after_as_the_url_says_or_by_default() {
        const ALL: &str = "keepalives_idle=60&keepalives_interval=10&keepalives_retries=3";
        for (url, expected) in [
            ("postgres://db/b", format!("postgres://db/b?{ALL}&tcp_user_timeout=30")),
            ("postgres://u:a?b@db/b", format!("postgres://u:a?b@db/b?{ALL}&tcp_user_timeout=30")),
            (
                "postgres://db/b?tcp_user_timeout=5&sslmode=disable",
                format!("postgres://db/b?tcp_user_timeout=5&sslmode=disable&{ALL}"),
            ),
            (
                "postgres://db/b?keepalives_idle=7",
                "postgres://db/b?keepalives_idle=7&keepalives_interval=10&keepalives_retries=3\
                 &tcp_user_timeout=30"
                    .into(),
            ),
        ] {
            assert_eq!(attended(url), expected);
        }
    }
}
