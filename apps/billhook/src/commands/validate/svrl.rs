use billing_rules::Report;
use std::fmt::Write;

/// The findings as a Schematron report (ISO/IEC 19757-3, annex D).
pub fn show(name: &str, report: &Report, bytes: &[u8]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<svrl:schematron-output xmlns:svrl=\"http://purl.oclc.org/dsdl/svrl\" title=\"{}\">",
        report.rule_set.as_str()
    );
    let _ = writeln!(out, "  <svrl:active-pattern document=\"{}\"/>", escaped(name));
    for finding in report.explain(bytes) {
        let _ = writeln!(
            out,
            "  <svrl:failed-assert id=\"{}\" flag=\"{}\" location=\"{}\" test=\"\">\n    \
             <svrl:text>{} {}</svrl:text>\n  </svrl:failed-assert>",
            finding.rule,
            finding.flag.as_str(),
            escaped(&finding.xpath),
            escaped(&finding.message),
            escaped(finding.hint),
        );
    }
    out.push_str("</svrl:schematron-output>\n");
    out
}

/// Safe between quotes and tags; what XML cannot hold becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
