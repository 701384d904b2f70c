use billing_rules::Report;
use xml::Writer;

/// The findings as a Schematron report (ISO/IEC 19757-3, annex D).
pub fn show(name: &str, report: &Report<'_>) -> String {
    let mut out = Writer::new();
    let root =
        [("xmlns:svrl", "http://purl.oclc.org/dsdl/svrl"), ("title", report.rule_set.as_str())];
    out.group("svrl:schematron-output", &root, |out| {
        out.empty("svrl:active-pattern", &[("document", name)]);
        for finding in report.explain() {
            let attributes = [
                ("id", finding.rule),
                ("flag", finding.flag.as_str()),
                ("location", &finding.xpath),
                ("test", ""),
            ];
            out.group("svrl:failed-assert", &attributes, |out| {
                out.leaf("svrl:text", &[], &format!("{} {}", finding.message, finding.hint));
            });
        }
    });
    out.finish()
}
