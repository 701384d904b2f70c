//! How findings are shown.

mod json;
mod jsonl;
mod svrl;
mod text;
mod window;

pub use svrl::{REPORTS_BEGIN, REPORTS_END};

use crate::style::Style;
use billing_rules::Report;
use clap::ValueEnum;

/// How findings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: source line, caret, why, how to fix it
    Text,
    /// One array with the findings in full
    Json,
    /// A line a document and rule set: valid or not, which rules fired, how often
    Jsonl,
    /// Schematron Validation Report Language
    Svrl,
}

/// A document under a rule set.
pub struct Checked<'a> {
    /// As it was named.
    pub name: &'a str,
    /// What was found.
    pub report: &'a Report<'a>,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What else its reader should know.
    pub notes: &'a [String],
}

/// What the user wants.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether the report is one of several in one output.
    pub of_many: bool,
    /// Colours.
    pub style: Style,
}

impl Format {
    /// The report in this format.
    pub fn show(self, checked: &Checked<'_>, options: Options) -> String {
        match self {
            Self::Text => text::show(checked, options),
            Self::Json => json::show(checked),
            Self::Jsonl => jsonl::show(checked),
            Self::Svrl => svrl::show(checked, options),
        }
    }
}

/// `1 error`, `2 errors`.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
