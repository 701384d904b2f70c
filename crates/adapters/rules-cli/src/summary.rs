//! The summary of many documents.

use crate::format::counted;
use crate::style::Style;
use billing_rules::{Flag, Report};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Rules that are named as the most frequent.
const MOST: usize = 5;

/// Counts over all documents.
#[derive(Debug, Default)]
pub struct Summary {
    valid: usize,
    invalid: usize,
    unreadable: usize,
    errors: usize,
    warnings: usize,
    /// The number of reports in which each rule failed.
    rules: BTreeMap<&'static str, usize>,
}

/// The part of a report that a summary needs.
#[derive(Debug)]
pub struct Counts {
    valid: bool,
    errors: usize,
    warnings: usize,
    rules: Vec<&'static str>,
}

impl Counts {
    /// The counts of this report.
    pub fn of(report: &Report<'_>) -> Self {
        Self {
            valid: report.is_valid(),
            errors: report.count(Flag::Fatal),
            warnings: report.count(Flag::Warning),
            rules: report.fired().keys().copied().collect(),
        }
    }

    /// Whether the document is valid.
    pub const fn valid(&self) -> bool {
        self.valid
    }
}

impl Summary {
    /// Adds a report.
    pub fn add(&mut self, counts: &Counts) {
        *(if counts.valid { &mut self.valid } else { &mut self.invalid }) += 1;
        self.errors += counts.errors;
        self.warnings += counts.warnings;
        for &rule in &counts.rules {
            *self.rules.entry(rule).or_default() += 1;
        }
    }

    /// One that could not be read more.
    pub fn add_unreadable(&mut self) {
        self.unreadable += 1;
    }

    /// The text; empty for a single report, which says everything itself.
    pub fn text(&self, style: Style) -> String {
        let reports = self.valid + self.invalid;
        if reports + self.unreadable < 2 {
            return String::new();
        }
        if reports == 0 {
            // the error of each unreadable document was printed before
            return "\nnothing was validated\n".to_owned();
        }
        let mut text = format!("\n{}: ", counted(reports, "report"));
        let _ = write!(text, "{} valid", style.good(self.valid));
        let _ = write!(text, ", {} invalid", style.error(self.invalid));
        if self.unreadable > 0 {
            let _ = write!(text, "; {} could not be read", style.error(self.unreadable));
        }
        let (errors, warnings) = (counted(self.errors, "error"), counted(self.warnings, "warning"));
        let _ = writeln!(text, " ({errors}, {warnings})");
        let frequent = self.most_frequent();
        if !frequent.is_empty() {
            let _ = writeln!(text, "most frequent: {frequent}");
        }
        text
    }

    fn most_frequent(&self) -> String {
        let mut rules: Vec<_> = self.rules.iter().collect();
        rules.sort_by_key(|(rule, count)| (std::cmp::Reverse(**count), **rule));
        let named = rules.iter().take(MOST).map(|(rule, count)| format!("{rule} in {count}"));
        named.collect::<Vec<_>>().join(", ")
    }
}
