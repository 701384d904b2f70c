use crate::style::Style;
use billing_rules::Report;

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

/// `1 error`, `2 errors`.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
