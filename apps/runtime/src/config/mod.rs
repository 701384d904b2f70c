//! Configuration: flags over environment over an optional TOML file over defaults.

mod error;
mod places;
mod read;
mod settings;
mod table;

pub use error::ConfigError;
pub use read::{LiveNetwork, LogFormat, TestNetwork};
pub use settings::only_of_database;
pub use settings::{ClientAddresses, Config, SETTINGS, Settings};
