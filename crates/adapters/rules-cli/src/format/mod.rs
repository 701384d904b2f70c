//! How findings are shown.

mod checked;
mod json;
mod jsonl;
mod svrl;
mod text;
mod window;

pub use checked::{Checked, Options, counted};
pub use svrl::{REPORTS_BEGIN, REPORTS_END};

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

impl Format {
    /// The report in this format.
    pub fn show(self, checked: &Checked<'_>, options: Options) -> serde_json::Result<String> {
        match self {
            Self::Text => Ok(text::show(checked, options)),
            Self::Json => json::show(checked),
            Self::Jsonl => jsonl::show(checked),
            Self::Svrl => Ok(svrl::show(checked, options)),
        }
    }
}
