use billing_rules::{Explanation, Flag, Report};
use std::fmt::Write;

/// Characters of a source line that are shown at most.
const WIDTH: usize = 100;

/// The findings as a compiler shows them, and the verdict.
pub fn show(name: &str, report: &Report<'_>, bytes: &[u8]) -> String {
    let mut out = String::new();
    if !report.findings.is_empty() {
        let source = String::from_utf8_lossy(bytes);
        let lines: Vec<&str> = source.lines().collect();
        for finding in report.explain() {
            one(&mut out, name, &finding, &lines);
        }
    }
    let count = |flag| report.findings.iter().filter(|finding| finding.rule.flag == flag).count();
    let (errors, warnings) = (count(Flag::Fatal), count(Flag::Warning));
    let verdict = if report.is_valid() { "valid" } else { "invalid" };
    let _ = writeln!(
        out,
        "{name}: {verdict} by {} ({errors} errors, {warnings} warnings)",
        report.rule_set.as_str()
    );
    out
}

fn one(out: &mut String, name: &str, finding: &Explanation, lines: &[&str]) {
    let kind = match finding.flag {
        Flag::Fatal => "error",
        Flag::Warning => "warning",
    };
    let (line, column) = (finding.line, finding.column);
    let margin = " ".repeat(line.to_string().len());
    let _ = writeln!(out, "{kind}[{}]: {}", finding.rule, finding.message);
    let _ = writeln!(out, "{margin}--> {name}:{line}:{column}");
    let index = usize::try_from(line).unwrap_or(1).saturating_sub(1);
    if let Some(source) = lines.get(index) {
        let column = usize::try_from(column).unwrap_or(1).saturating_sub(1);
        let (shown, caret, length) = window(source, column);
        let _ = writeln!(out, "{margin} |\n{line} | {shown}");
        let _ = writeln!(out, "{margin} | {}{}", " ".repeat(caret), "^".repeat(length));
    }
    let mut note = |label: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(out, "{margin} = {label}: {text}");
        }
    };
    note("at", &finding.xpath);
    note("terms", &finding.terms.join(", "));
    if let Some(expected) = &finding.expected {
        note("expected", expected);
        note("found", finding.actual.as_deref().unwrap_or("nothing"));
    }
    note("help", finding.hint);
    out.push('\n');
}

/// The part of a source line around a column, where the caret goes under it, and how long it is.
fn window(source: &str, column: usize) -> (String, usize, usize) {
    let characters: Vec<char> =
        source.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let column = column.min(characters.len());
    let indent = characters.iter().take_while(|c| **c == ' ').count().min(column);
    // the element is what the line is about: long lines are cut on both sides of it
    let start = if column - indent > WIDTH / 2 { column - WIDTH / 4 } else { indent };
    let end = characters.len().min(start + WIDTH);
    let mut shown: String = characters[start..end].iter().collect();
    let mut caret = column - start;
    if start > indent {
        shown.insert(0, '…');
        caret += 1;
    }
    if end < characters.len() {
        shown.push('…');
    }
    let rest = &characters[column..end];
    let tag = rest.iter().position(|c| *c == '>').map_or(rest.len(), |at| at + 1);
    (shown, caret, tag.max(1))
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn the_caret_stands_under_the_tag() {
        let (shown, caret, length) = window("    <cbc:ID>7</cbc:ID>", 4);
        assert_eq!((shown.as_str(), caret, length), ("<cbc:ID>7</cbc:ID>", 0, 8));
    }

    #[test]
    fn long_lines_are_cut_around_it() {
        let line = format!("{}<cbc:ID>7</cbc:ID>{}", "č".repeat(5_000), "x".repeat(5_000));
        let (shown, caret, length) = window(&line, 5_000);
        assert_eq!(shown.chars().skip(caret).take(length).collect::<String>(), "<cbc:ID>");
        assert!(shown.chars().count() <= 102);
    }

    #[test]
    fn columns_past_the_end_do_no_harm() {
        assert_eq!(window("", 9), (String::new(), 0, 1));
        assert_eq!(window("\u{1b}[2J", 0).0, " [2J".to_owned());
    }
}
