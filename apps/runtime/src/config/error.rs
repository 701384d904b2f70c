use std::path::PathBuf;

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("BILLHOOK_CONFIG: the file {path} cannot be read")]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error of the file system.
        source: std::io::Error,
    },
    /// The file is not valid TOML, or contains an unknown setting.
    #[error("BILLHOOK_CONFIG: the file {path}, line {line}: {reason}")]
    Malformed {
        /// The path of the file.
        path: PathBuf,
        /// The number of the line, counted from 1.
        line: usize,
        /// The reason, without any text of the file, because a line may contain a secret.
        reason: String,
    },
    /// A value is invalid.
    #[error("{name}: {message}{}", as_given(.given.as_deref()))]
    Invalid {
        /// The name of the setting.
        name: &'static str,
        /// What would be valid.
        message: String,
        /// The given value; `None` if it is a secret or contains one.
        given: Option<String>,
    },
}

fn as_given(given: Option<&str>) -> String {
    given.map_or_else(String::new, |given| format!("; it is \"{given}\""))
}
