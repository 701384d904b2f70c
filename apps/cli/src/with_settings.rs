//! What every command that needs settings does first.

use super::result::Failure;
use runtime::{
    config::{Config, Settings},
    telemetry,
};

/// Runs a command that needs settings: what it ends with.
///
/// # Errors
/// Settings that cannot be used, and what the command says.
pub fn with<T, F: Future<Output = Result<T, Failure>>>(
    settings: Settings,
    command: impl FnOnce(Config) -> F,
) -> Result<T, Failure> {
    let config = settings.resolve()?;
    telemetry::install(&config);
    actix_web::rt::System::new().block_on(command(config))
}
