//! Logs: structured, with the field names listed in `docs/operations.md`.

use crate::config::{Config, LogFormat};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Sends logs to standard error, as text or JSON. Does nothing when logs are set up already.
pub fn install(config: &Config) {
    // the setting was validated when it was read
    let filter = EnvFilter::new(&config.log);
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let installed = if config.log_format == LogFormat::Json {
        builder.json().flatten_event(true).with_span_list(false).try_init()
    } else {
        builder.with_target(false).try_init()
    };
    if installed.is_err() {
        tracing::debug!("logging was set up before and stays as it is");
    }
}
