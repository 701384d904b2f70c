//! One JSON array with every finding in words.

use super::checked::Checked;
use verdicts::Verdict;

/// One object with the findings in words.
pub fn show(checked: &Checked<'_>) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&Verdict::of(checked.name, checked.report, checked.notes))
}
