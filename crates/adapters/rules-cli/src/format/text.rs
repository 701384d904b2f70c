//! The findings as a compiler shows them.

use super::checked::{Checked, Options, counted};
use super::window::window;
use crate::style::Style;
use billing_rules::{Explanation, Flag};
use std::collections::HashMap;
use std::fmt::Write;

/// Further places of a rule that are named after the first.
const FURTHER: usize = 10;

/// The findings, those of one rule together, and the verdict.
pub fn show(checked: &Checked<'_>, options: Options) -> String {
    let mut out = String::new();
    let (report, style) = (checked.report, options.style);
    let findings = report.explain();
    for same in by_rule(&findings) {
        one(&mut out, checked, same[0], style);
        further(&mut out, same[0], &same[1..], style);
        out.push('\n');
    }
    for note in checked.notes {
        let _ = writeln!(out, "{}: {note}", style.warning("note"));
    }
    let verdict = if report.is_valid() { style.good("valid") } else { style.error("invalid") };
    let errors = counted(report.count(Flag::Fatal), "error");
    let warnings = counted(report.count(Flag::Warning), "warning");
    let _ = write!(
        out,
        "{}: {verdict} by {} ({errors}, {warnings}",
        checked.name,
        report.rule_set.as_str()
    );
    let unlisted = report.total() - findings.len();
    if unlisted > 0 {
        let _ = write!(out, "; {unlisted} of them not listed, see --max-findings");
    }
    let official = report.official();
    let _ = writeln!(out, "), {} {}", official.name, official.version);
    out
}

/// The findings of each rule, in the order in which the rules come.
fn by_rule(findings: &[Explanation]) -> Vec<Vec<&Explanation>> {
    let mut groups: Vec<Vec<&Explanation>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for finding in findings {
        let place = *places.entry(finding.rule).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(finding);
    }
    groups
}

fn one(out: &mut String, checked: &Checked<'_>, finding: &Explanation, style: Style) {
    let (line, column) = (finding.line, finding.column);
    let margin = margin(finding);
    let painted = |text: String| match finding.flag {
        Flag::Fatal => style.error(text),
        Flag::Warning => style.warning(text),
        Flag::Information => style.mention(text),
    };
    let kind = match finding.flag {
        Flag::Fatal => "error",
        Flag::Warning => "warning",
        Flag::Information => "information",
    };
    let kind = painted(format!("{kind}[{}]", finding.rule));
    let _ = writeln!(out, "{kind}: {}", finding.message);
    let _ = writeln!(out, "{margin}{} {}:{line}:{column}", style.frame("-->"), checked.name);
    let (shown, caret, length) = window(checked.bytes, finding.offset);
    let bar = style.frame("|");
    let _ = writeln!(out, "{margin} {bar}\n{} {bar} {shown}", style.frame(line));
    let carets = painted("^".repeat(length));
    let _ = writeln!(out, "{margin} {bar} {}{carets}", " ".repeat(caret));
    let mut note = |label: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(out, "{margin} {} {label}: {text}", style.frame("="));
        }
    };
    note("at", &finding.location.to_string());
    note("terms", &finding.terms.join(", "));
    if let Some(expected) = &finding.expected {
        note("expected", expected);
        note("found", finding.actual.as_deref().unwrap_or("nothing"));
    }
    note("help", finding.hint);
}

/// Where else the rule failed.
fn further(out: &mut String, first: &Explanation, more: &[&Explanation], style: Style) {
    if more.is_empty() {
        return;
    }
    let (margin, equals) = (margin(first), style.frame("="));
    let _ = writeln!(out, "{margin} {equals} also in {}:", counted(more.len(), "other place"));
    for finding in more.iter().take(FURTHER) {
        let _ =
            write!(out, "{margin}     {}:{} {}", finding.line, finding.column, finding.location);
        if let Some(expected) = &finding.expected {
            let found = finding.actual.as_deref().unwrap_or("nothing");
            let _ = write!(out, " (expected {expected}, found {found})");
        }
        out.push('\n');
    }
    if more.len() > FURTHER {
        let _ = writeln!(out, "{margin}     and {} more", more.len() - FURTHER);
    }
}

fn margin(finding: &Explanation) -> String {
    " ".repeat(finding.line.to_string().len())
}
