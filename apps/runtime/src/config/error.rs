use std::path::PathBuf;

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("configuration file {path}")]
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not valid TOML, or holds an unknown setting.
    #[error("configuration file {path}, line {line}: {reason}")]
    Malformed {
        /// Its path.
        path: PathBuf,
        /// The line, the first is 1.
        line: usize,
        /// Why, without any text of the file: a line may hold a secret.
        reason: String,
    },
    /// A value that is not valid.
    #[error("{name}: {message}")]
    Invalid {
        /// The setting.
        name: &'static str,
        /// What would be valid.
        message: &'static str,
    },
}
