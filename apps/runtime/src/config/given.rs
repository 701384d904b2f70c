//! A setting as it was given, and the part of it that an error shows.

use super::error::ConfigError;
use std::path::PathBuf;

/// A setting as given by flag, environment, file or default.
pub(super) struct Given<T> {
    pub(super) name: &'static str,
    pub(super) value: Option<T>,
    pub(super) shown: Option<String>,
}

impl<T> Given<T> {
    /// The error that it is invalid, with the given value.
    pub(super) fn invalid<V>(&self, message: impl Into<String>) -> Result<V, ConfigError> {
        let (message, given) = (message.into(), self.shown.clone());
        Err(ConfigError::Invalid { name: self.name, message, given })
    }

    /// Marks it as a secret, or as one that may contain a secret: errors do not show it.
    pub(super) fn secret(self) -> Self {
        Self { shown: None, ..self }
    }
}

/// A type that settings are given in.
pub(super) trait AsGiven: Sized {
    /// Parses the text of a flag or an environment variable.
    ///
    /// # Errors
    /// What would be valid.
    fn read(text: &str) -> Result<Self, &'static str>;

    /// The value as an error shows it.
    fn to_text(&self) -> String;
}

/// Parses the text of a flag or an environment variable.
///
/// # Errors
/// What would be valid, for people.
pub(super) fn read<T: AsGiven>(variable: &str, text: &str) -> Result<T, String> {
    T::read(text).map_err(|form| format!("{variable} must be {form}"))
}

impl AsGiven for String {
    fn read(text: &str) -> Result<Self, &'static str> {
        Ok(text.to_owned())
    }

    fn to_text(&self) -> String {
        self.clone()
    }
}

impl AsGiven for PathBuf {
    fn read(text: &str) -> Result<Self, &'static str> {
        Ok(text.into())
    }

    fn to_text(&self) -> String {
        self.display().to_string()
    }
}

impl AsGiven for bool {
    fn read(text: &str) -> Result<Self, &'static str> {
        text.parse().map_err(|_| "true or false")
    }

    fn to_text(&self) -> String {
        self.to_string()
    }
}

/// A number that is too large for its type is read as the largest: the check of its range refuses it.
macro_rules! numbers {
    ($($number:ty),+) => { $(
        impl AsGiven for $number {
            fn read(text: &str) -> Result<Self, &'static str> {
                let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                match is_number {
                    true => Ok(text.parse().unwrap_or(Self::MAX)),
                    false => Err("a whole number without sign and unit, for example 30"),
                }
            }

            fn to_text(&self) -> String {
                self.to_string()
            }
        }
    )+ };
}

numbers!(u16, u32, u64, usize);
