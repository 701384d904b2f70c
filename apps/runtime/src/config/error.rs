use std::path::PathBuf;

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("BILLHOOK_CONFIG: the file {path} cannot be read")]
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not valid TOML, or holds an unknown setting.
    #[error("BILLHOOK_CONFIG: the file {path}, line {line}: {reason}")]
    Malformed {
        /// Its path.
        path: PathBuf,
        /// The line, the first is 1.
        line: usize,
        /// Why, without any text of the file: a line may hold a secret.
        reason: String,
    },
    /// A value that is not valid.
    #[error("{name}: {message}{}", as_given(.given.as_deref()))]
    Invalid {
        /// The setting.
        name: &'static str,
        /// What would be valid.
        message: String,
        /// What was given, unless it is a secret or holds one.
        given: Option<String>,
    },
}

fn as_given(given: Option<&str>) -> String {
    given.map_or_else(String::new, |given| format!("; it is \"{given}\""))
}
