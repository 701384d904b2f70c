//! How results are shown.

use crate::exit::{Failed, about};
use clap::ValueEnum;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// How results are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Prints a whole result.
pub fn print(text: &str) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|why| about(&"the result cannot be written", &why))
}

/// Members and elements as an indented list. What nothing is said of is left out. Texts come from others: what
/// steers a terminal is escaped.
pub fn list(out: &mut String, name: &str, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Null => {}
        Value::Object(members) => {
            let _ = writeln!(out, "{indent}{name}:");
            for (name, value) in members {
                list(out, name, value, depth + 1);
            }
        }
        Value::Array(elements) => {
            for element in elements {
                list(out, name, element, depth);
            }
        }
        Value::String(text) => {
            let _ = writeln!(out, "{indent}{name}: {}", plain(text));
        }
        other => {
            let _ = writeln!(out, "{indent}{name}: {other}");
        }
    }
}

/// A text without control characters.
pub fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(shown).collect()
}
