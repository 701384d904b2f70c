//! Configuration: flags over environment over an optional TOML file over defaults.

mod choices;
mod error;
mod files;
mod given;
mod places;
mod read;
mod settings;
mod table;

pub use choices::{LiveNetwork, LogFormat, TestNetwork};
pub use error::ConfigError;
pub(crate) use places::is_https_or_here;
pub use settings::only_of_database;
pub use settings::{ClientAddresses, Config, SETTINGS, Settings};
