//! The result of an inspection.

use crate::{Finding, Kind};
use serde::Serialize;
use serde_json::{Map, Value};

/// The result of an inspection.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inspection {
    /// The kind of the bytes.
    pub kind: Kind,
    /// Whether there are no errors.
    pub valid: bool,
    /// The errors.
    pub errors: Vec<Finding>,
    /// Oddities, and things that could not be checked.
    pub warnings: Vec<Finding>,
    /// The values, as far as they can be parsed.
    pub values: Map<String, Value>,
}

impl Inspection {
    pub(crate) fn new(kind: Kind) -> Self {
        let (errors, warnings) = (Vec::new(), Vec::new());
        Self { kind, valid: true, errors, warnings, values: Map::new() }
    }

    pub(crate) fn of_error(kind: Kind, finding: Finding) -> Self {
        let mut found = Self::new(kind);
        found.error(finding);
        found
    }

    pub(crate) fn error(&mut self, finding: Finding) {
        self.valid = false;
        if !self.errors.contains(&finding) {
            self.errors.push(finding);
        }
    }

    pub(crate) fn warning(&mut self, finding: Finding) {
        self.warnings.push(finding);
    }

    pub(crate) fn say(&mut self, name: &str, value: impl Into<Value>) {
        self.values.insert(name.to_owned(), value.into());
    }

    /// Adds a value, if there is one.
    pub(crate) fn say_some(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.say(name, value);
        }
    }
}
