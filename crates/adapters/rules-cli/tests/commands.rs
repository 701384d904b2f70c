//! `validate` and `explain` as their users run them.

use billing_rules::{Official, Rule, RuleSet};
use serde_json::Value;
use std::{
    env, fs,
    io::Write,
    path::PathBuf,
    process::{self, Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// An invoice without a fault, made by ourselves.
fn good() -> String {
    fixtures::text("documents/ubl/invoice.xml")
}

/// The same with an amount due that does not add up.
fn bad() -> String {
    let good = good();
    let (start, rest) =
        good.split_once("<cbc:PayableAmount currencyID=\"EUR\">").expect("an amount");
    let (_, end) = rest.split_once('<').expect("its end");
    format!("{start}<cbc:PayableAmount currencyID=\"EUR\">1.00<{end}")
}

struct Folder(PathBuf);

impl Folder {
    /// A folder with `good.xml`, `deep/bad.xml` and a file that is no XML by its name.
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("rules-cli-{}-{number}", process::id()));
        fs::create_dir_all(path.join("deep")).expect("a folder");
        for (name, text) in
            [("good.xml", good()), ("deep/bad.xml", bad()), ("a.txt", String::new())]
        {
            fs::write(path.join(name), text).expect("a file");
        }
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn billhook(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rules-cli")).args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_exit_code_tells_the_worst() {
    let folder = Folder::new();
    let (good, bad, missing) =
        (folder.file("good.xml"), folder.file("deep/bad.xml"), folder.file("no"));
    for (files, code) in [
        (&[&*good][..], 0),
        (&[&good, &bad], 1),
        (&[&good, &bad, &missing], 2),
        (&[&missing], 2),
        (&[], 2),
    ] {
        let mut arguments = vec!["validate"];
        arguments.extend(files);
        assert_eq!(billhook(&arguments).status.code(), Some(code), "{files:?}");
    }
    assert_eq!(billhook(&["validate", "--ruleset", "none", &good]).status.code(), Some(2));
}

#[test]
fn text_points_at_the_element_and_tells_how_to_mend_it() {
    let folder = Folder::new();
    let output = billhook(&["validate", &folder.file("deep/bad.xml")]);
    let shown = text(&output.stdout);
    for part in [
        "error[BR-CO-16]",
        "--> ",
        " | ",
        "^^^",
        "= at: /Invoice",
        "= help: ",
        "invalid by peppol-ubl",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn jsonl_is_the_corpus_s_own_form() {
    let folder = Folder::new();
    let sets = ["--ruleset", "peppol-ubl", "--ruleset", "en16931-ubl"];
    let mut arguments = vec!["validate", "--format", "jsonl"];
    arguments.extend(sets);
    let dir = folder.0.display().to_string();
    arguments.push(&dir);
    let output = billhook(&arguments);
    let shown = text(&output.stdout);
    let lines: Vec<Value> = shown.lines().map(|l| serde_json::from_str(l).expect(l)).collect();
    assert_eq!(lines.len(), 4, "two documents, two rule sets: {shown}");
    assert_eq!(lines[0]["document"], folder.file("deep/bad.xml"));
    assert_eq!(lines[0]["ruleset"], "peppol-ubl");
    assert_eq!(lines[0]["schema_valid"], true);
    assert_eq!(lines[0]["fired"]["BR-CO-16"]["flag"], "fatal");
    assert_eq!(lines[0]["fired"]["BR-CO-16"]["count"], 1);
    assert_eq!(lines[2]["fired"], serde_json::json!({}));
    assert_eq!((&lines[0]["valid"], &lines[2]["valid"]), (&false.into(), &true.into()));
    fs::write(folder.0.join("deep/bad.xml"), good().replace("cbc:DueDate", "cbc:Duedate"))
        .expect("a file");
    let output = billhook(&["validate", "--format", "jsonl", &folder.file("deep/bad.xml")]);
    let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(line["schema"]["schema-unexpected"]["count"], 1, "{line}");
}

#[test]
fn json_and_svrl_can_be_read_by_programs() {
    let folder = Folder::new();
    let dir = folder.0.display().to_string();
    let all: Value =
        serde_json::from_slice(&billhook(&["validate", "--format", "json", &dir]).stdout)
            .expect("JSON");
    let reports = all.as_array().expect("an array");
    assert_eq!(reports.len(), 2);
    let finding = &reports[0]["findings"][0];
    assert!(finding["line"].as_u64().is_some_and(|line| line > 1), "{finding}");
    assert!(finding["expected"].is_string() && finding["actual"].is_string(), "{finding}");
}

/// The elements of this name in a report that is schema-valid as far as the order of elements goes.
fn svrl<'a>(report: &'a roxmltree::Document<'_>, name: &str) -> Vec<roxmltree::Node<'a, 'a>> {
    let mut found = Vec::new();
    for output in report.descendants().filter(|n| n.tag_name().name() == "schematron-output") {
        let mut last = "schematron-output";
        for child in output.children().filter(|child| child.is_element()) {
            let this = child.tag_name().name();
            let may_follow: &[&str] = match this {
                "text" => &["schematron-output", "text"],
                "ns-prefix-in-attribute-values" => &["text", "ns-prefix-in-attribute-values"],
                "active-pattern" => &["text", "ns-prefix-in-attribute-values"],
                "fired-rule" => &["active-pattern", "fired-rule", "failed-assert"],
                "failed-assert" => &["fired-rule", "failed-assert"],
                other => panic!("{other}"),
            };
            assert!(may_follow.contains(&last), "{this} after {last}");
            last = this;
        }
        assert!(["fired-rule", "failed-assert"].contains(&last), "nothing fired");
    }
    found.extend(report.descendants().filter(|node| node.tag_name().name() == name));
    found
}

#[test]
fn svrl_is_one_document_whose_locations_lead_to_elements() {
    let folder = Folder::new();
    let (good, bad) = (folder.file("good.xml"), folder.file("deep/bad.xml"));
    let alone = text(&billhook(&["validate", "--format", "svrl", &bad]).stdout);
    let report = roxmltree::Document::parse(&alone).expect("XML");
    assert_eq!(report.root_element().tag_name().name(), "schematron-output");
    let failed = svrl(&report, "failed-assert");
    let due = failed.iter().find(|node| node.attribute("id") == Some("BR-CO-16")).expect("it");
    assert_eq!(
        due.attribute("location"),
        Some("/ubl-invoice:Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount")
    );
    assert!(due.attribute("test").is_some_and(|test| test.len() > 15 && !test.contains('{')));
    let declared: Vec<_> = svrl(&report, "ns-prefix-in-attribute-values")
        .iter()
        .map(|node| (node.attribute("prefix").expect("a prefix"), node.attribute("uri")))
        .collect();
    for (prefix, end) in [("ubl-invoice", "xsd:Invoice-2"), ("cac", "AggregateComponents-2")] {
        let uri = declared.iter().find(|known| known.0 == prefix).and_then(|known| known.1);
        assert!(uri.is_some_and(|uri| uri.ends_with(end)), "{declared:?}");
    }
    let both = text(&billhook(&["validate", "--format", "svrl", &good, &bad]).stdout);
    let reports = roxmltree::Document::parse(&both).expect("one document");
    assert!(!svrl(&reports, "failed-assert").is_empty());
    let named: Vec<_> =
        svrl(&reports, "validation-report").iter().map(|n| n.attribute("document")).collect();
    assert_eq!(named, [Some(good.as_str()), Some(bad.as_str())]);
}

#[test]
fn a_run_that_is_not_complete_is_neither_valid_nor_invalid() {
    let folder = Folder::new();
    let empty = folder.0.join("empty");
    fs::create_dir_all(&empty).expect("a folder");
    let output = billhook(&["validate", &folder.file("good.xml"), &empty.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no .xml file"), "{}", text(&output.stderr));
}

/// Runs the command with this file as its output.
#[cfg(target_os = "linux")]
fn into(arguments: &[&str], out: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rules-cli"));
    command.args(arguments).stdout(out).stderr(Stdio::piped());
    command.spawn().expect("it runs").wait_with_output().expect("its end")
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_distinguished() {
    let folder = Folder::new();
    let dir = folder.0.display().to_string();
    for arguments in [&["validate", &dir][..], &["explain", "BR-CO-15"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let output = into(arguments, full.into());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("cannot be written"), "{}", text(&output.stderr));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = into(arguments, writer.into());
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(141), String::new()));
    }
}

#[test]
#[cfg(unix)]
fn links_that_lead_back_are_followed_once() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(&folder.0, folder.0.join("deep/back")).expect("a link");
    let dir = folder.0.display().to_string();
    let output = billhook(&["validate", "--format", "jsonl", &dir]);
    assert_eq!(text(&output.stdout).lines().count(), 2);
}

#[test]
fn text_ends_with_a_summary_and_takes_findings_of_a_rule_together() {
    let folder = Folder::new();
    let twice = good().replace("<cbc:Percent>23<", "<cbc:Percent>24<");
    fs::write(folder.0.join("twice.xml"), twice).expect("a file");
    let dir = folder.0.display().to_string();
    let shown = text(&billhook(&["validate", &dir]).stdout);
    assert!(shown.contains("\n3 reports: 1 valid, 2 invalid ("), "{shown}");
    assert!(shown.contains("\nmost frequent: "), "{shown}");
    assert!(shown.contains("(1 error, 0 warnings)"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colours in a pipe");
    let few =
        text(&billhook(&["validate", "--max-findings", "0", &folder.file("deep/bad.xml")]).stdout);
    assert!(few.contains("error[BR-CO-16]"), "the first of each rule: {few}");
    let loud = text(&billhook(&["validate", "--color", "always", &dir]).stdout);
    assert!(loud.contains("\u{1b}[1;31merror[BR-CO-16]\u{1b}[0m"), "{loud}");
}

/// Three thousand lines in one line of text, an error in each.
fn minified() -> String {
    let (head, rest) = good()
        .split_once("<cac:InvoiceLine>")
        .map(|(head, rest)| (head.to_owned(), rest.to_owned()))
        .expect("a line");
    let (line, _) = rest.split_once("</cac:InvoiceLine>").expect("its end");
    let line = format!("<cac:InvoiceLine>{}</cac:InvoiceLine>", line.replace(">237.50<", ">1<"));
    let whole = format!("{head}{}</Invoice>", line.repeat(3_000));
    whole.split('\n').map(str::trim_start).collect()
}

#[test]
fn a_minified_document_is_explained_in_linear_time() {
    let folder = Folder::new();
    let file = folder.file("minified.xml");
    fs::write(&file, minified()).expect("a file");
    let time = |format: &str| {
        let begun = Instant::now();
        let output = billhook(&["validate", "--format", format, &file]);
        assert_eq!(output.status.code(), Some(1));
        begun.elapsed()
    };
    let (json, shown) = (time("json"), time("text"));
    assert!(shown < 3 * json + Duration::from_millis(200), "text {shown:?}, json {json:?}");
    let output = text(&billhook(&["validate", &file]).stdout);
    assert!(output.contains("of them not listed"), "{}", &output[output.len() - 300..]);
    let more = |line: &str| line.trim_start().starts_with("and 9") && line.ends_with(" more");
    assert!(output.lines().any(more), "{output}");
}

#[test]
fn what_was_not_checked_is_said() {
    let folder = Folder::new();
    let german = good().replacen(
        "#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
        "#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3",
        1,
    );
    let file = folder.file("german.xml");
    fs::write(&file, german).expect("a file");
    for format in ["text", "json", "jsonl", "svrl"] {
        let shown = text(&billhook(&["validate", "--format", format, &file]).stdout);
        assert!(shown.contains("names XRechnung"), "{format}: {shown}");
    }
}

#[test]
fn an_xrechnung_is_judged_as_by_kosit() {
    let folder = Folder::new();
    let german = fixtures::text("conformance/xrechnung/invoice.xml");
    let file = folder.file("german.xml");
    fs::write(&file, &german).expect("a file");
    let accepted = billhook(&["validate", &file]);
    assert_eq!(accepted.status.code(), Some(0));
    let shown = text(&accepted.stdout);
    assert!(shown.contains("valid by xrechnung-ubl"), "{shown}");
    assert!(shown.contains("recommends: accept (ubl-invoice:cius)"), "{shown}");
    // a blank in the identifier fits no scenario, and no rule says that it is an error
    fs::write(&file, german.replacen("xrechnung_3.0<", "xrechnung_3.0 <", 1)).expect("a file");
    let rejected = billhook(&["validate", "--format", "jsonl", &file]);
    assert_eq!(rejected.status.code(), Some(1));
    let line: Value = serde_json::from_slice(&rejected.stdout).expect("JSON");
    assert_eq!(line["ruleset"], "xrechnung-ubl");
    assert_eq!(line["kosit"]["scenario"], "none");
    assert_eq!(line["kosit"]["recommendation"], "reject");
    assert_eq!(line["fired"]["BR-DE-21"]["flag"], "warning");
    assert_eq!(line["valid"], false);
}

#[test]
fn what_is_no_xml_is_refused_with_a_reason() {
    let folder = Folder::new();
    for (document, why) in [
        ("<a><b></a>", "the element b is open where </a> stands"),
        ("<cbc:ID/>", "the prefix cbc is not declared"),
        ("<a>R & D</a>", "begins no reference"),
        ("%PDF-1.7", "is a PDF"),
        ("hello", "not well-formed XML: "),
    ] {
        let file = folder.file("other.xml");
        fs::write(&file, document).expect("a file");
        let shown = text(&billhook(&["validate", &file]).stdout);
        assert!(shown.contains(why), "{shown}");
    }
}

#[test]
fn anything_from_standard_input_gets_a_verdict() {
    for (bytes, code) in [
        (good().into_bytes(), 0),
        (bad().into_bytes(), 1),
        (Vec::new(), 1),
        (b"\xff\xfe\x00<".to_vec(), 1),
        (b"<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>".to_vec(), 1),
        ("<a>".repeat(100_000).into_bytes(), 1),
        (b"<Order xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Order-2\"/>".to_vec(), 1),
    ] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rules-cli"))
            .args(["validate", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        process.stdin.take().expect("its input").write_all(&bytes).expect("writing");
        let output = process.wait_with_output().expect("its end");
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stdout));
    }
}

#[test]
fn explain_prints_a_rule_s_page() {
    let output = billhook(&["explain", "br-co-15"]);
    let shown = text(&output.stdout);
    assert!(shown.contains("BR-CO-15 (fatal)") && shown.contains("How to fix it"), "{shown}");
    assert!(shown.contains("BT-112 Invoice total amount with VAT"), "{shown}");
    assert!(shown.contains("The official rule: https://"), "{shown}");
    let term = text(&billhook(&["explain", "bt-115"]).stdout);
    for part in ["Amount due for payment", "cbc:PayableAmount", "ram:DuePayableAmount", "BR-CO-16"]
    {
        assert!(term.contains(part), "{term}");
    }
    let slovak = text(&billhook(&["explain", "SK-R-002"]).stdout);
    assert!(slovak.contains("from 3.0.22 on, in force on 2027-02-24"), "{slovak}");
    let changed = text(&billhook(&["explain", "PEPPOL-COMMON-R054"]).stdout);
    assert!(changed.contains("(warning) in peppol-ubl until 3.0.21"), "{changed}");
    assert!(changed.contains("(fatal) in peppol-ubl from 3.0.22 on"), "{changed}");
    let unknown = billhook(&["explain", "BR-CO-1X"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("BR-CO-1"), "{}", text(&unknown.stderr));
}

/// The sets for the network's own documents: a document without a fault, an edit of it, and the rule and
/// place that the edit breaks.
const NETWORK: [(&str, &str, [&str; 2], &str, &str); 3] = [
    (
        "tsr",
        "peppol-network/tsr/samples/transaction-statistics-2.xml",
        ["<StartDate>", "<StartDate> x"],
        "SCH-TSR-40",
        "/tsr:TransactionStatisticsReport/tsr:Header",
    ),
    (
        "eusr",
        "peppol-network/eusr/samples/end-user-statistics-reporting-1.xml",
        ["<StartDate>", "<StartDate> x"],
        "SCH-EUSR-16",
        "/eusr:EndUserStatisticsReport/eusr:Header",
    ),
    (
        "sk-tdd",
        "peppol-network/sk-tdd/samples/base-example.xml",
        ["<pxs:DocumentTypeCode>380", "<pxs:DocumentTypeCode>3801"],
        "BR-CL-01",
        "/pxs:TaxData/pxs:ReportedTransaction/pxs:ReportedDocument/pxs:DocumentTypeCode",
    ),
];

#[test]
fn documents_of_the_network_are_distinguished_and_checked_in_all_formats() {
    let folder = Folder::new();
    for (set, sample, [from, to], rule, place) in NETWORK {
        let good = fixtures::path(sample).display().to_string();
        let valid = billhook(&["validate", &good]);
        let shown = text(&valid.stdout);
        assert_eq!(valid.status.code(), Some(0), "{shown}");
        assert!(shown.contains(&format!("valid by {set}")), "{shown}");
        let broken = fixtures::text(sample).replacen(from, to, 1);
        assert_ne!(broken, fixtures::text(sample), "{set}");
        let bad = folder.file("network.xml");
        fs::write(&bad, broken).expect("a file");
        for arguments in [&["--ruleset", set][..], &[]] {
            for format in ["text", "json", "jsonl", "svrl"] {
                let call = [&["validate", "--format", format], arguments, &[&bad]].concat();
                let output = billhook(&call);
                let shown = text(&output.stdout);
                assert_eq!(output.status.code(), Some(1), "{format}: {shown}");
                assert!(shown.contains(rule), "{format}: {shown}");
                let located = format == "jsonl" || shown.contains(place);
                assert!(located && shown.contains(set), "{format}: {shown}");
            }
        }
        let other = billhook(&["validate", "--ruleset", "peppol-ubl", &good]);
        assert!(text(&other.stdout).contains("schema-root"), "{}", text(&other.stdout));
    }
    let svrl_of = |arguments: &[&str]| text(&billhook(arguments).stdout);
    let report = svrl_of(&["validate", "--format", "svrl", &folder.file("network.xml")]);
    assert!(!svrl(&roxmltree::Document::parse(&report).expect("XML"), "failed-assert").is_empty());
}

#[test]
fn statuses_are_checked_in_all_formats() {
    let folder = Folder::new();
    let line = fixtures::text("peppol-network/mls.jsonl").lines().next().map(str::to_owned);
    let case: serde_json::Value = serde_json::from_str(&line.expect("a case")).expect("JSON");
    let good = case["text"].as_str().expect("a text");
    let file = folder.file("status.xml");
    fs::write(&file, good).expect("a file");
    let valid = billhook(&["validate", &file]);
    assert!(text(&valid.stdout).contains("valid by mls"), "{}", text(&valid.stdout));
    assert_eq!(valid.status.code(), Some(0));
    let broken = good.replacen("schemeID=\"0242\"", "schemeID=\"0243\"", 1);
    assert_ne!(broken, good);
    fs::write(&file, broken).expect("a file");
    for arguments in [&["--ruleset", "mls"][..], &[]] {
        for format in ["text", "json", "jsonl", "svrl"] {
            let output =
                billhook(&[&["validate", "--format", format], arguments, &[&file]].concat());
            let shown = text(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{format}: {shown}");
            assert!(shown.contains("SCH-MLS-11") && shown.contains("mls"), "{format}: {shown}");
        }
    }
}

#[test]
fn explain_knows_the_rules_of_the_network() {
    for (rule, name) in [
        ("sch-mls-05", "in mls"),
        ("sch-tsr-06", "in tsr"),
        ("SCH-EUSR-22", "in eusr"),
        ("ibr-tdd-33", "in sk-tdd"),
    ] {
        let shown = text(&billhook(&["explain", rule]).stdout);
        assert!(shown.contains(name) && shown.contains("How to fix it"), "{shown}");
        assert!(shown.contains("The official rule: https://"), "{shown}");
    }
    let shared = text(&billhook(&["explain", "BR-CO-15"]).stdout);
    assert!(shared.contains("sk-tdd"), "{shared}");
}

#[test]
fn explain_knows_each_rule_of_xrechnung() {
    let mut explained = 0;
    for set in [RuleSet::XrechnungUbl, RuleSet::XrechnungCii] {
        let own = |rule: &&Rule| Official::of(rule.id, set) == &Official::XRECHNUNG;
        for rule in billing_rules::rules(set).into_iter().filter(own) {
            let shown = text(&billhook(&["explain", rule.id]).stdout);
            let head = format!("{} ({}) in ", rule.id, rule.flag.as_str());
            let mut heads = shown.lines().filter(|line| line.starts_with(&head));
            assert!(heads.any(|line| line.contains(set.as_str())), "{}: {shown}", set.as_str());
            assert!(shown.contains(&rule.in_general()) && shown.contains(rule.hint), "{shown}");
            assert!(shown.contains(&Official::XRECHNUNG.link(rule.id)), "{shown}");
            explained += 1;
        }
    }
    assert_eq!(explained, 76 + 71);
}

/// A document with a GLN of twelve digits, which the next release refuses.
fn with_a_short_gln() -> String {
    let good = good();
    let (before, rest) = good.split_once("<cbc:EndpointID").expect("an address");
    let (_, after) = rest.split_once("</cbc:EndpointID>").expect("its end");
    let gln = "<cbc:EndpointID schemeID=\"0088\">123456789012</cbc:EndpointID>";
    [before, gln, after].concat()
}

#[test]
fn a_release_is_named_and_speaks() {
    let folder = Folder::new();
    let file = folder.file("gln.xml");
    fs::write(&file, with_a_short_gln()).expect("a file");
    for (arguments, version, valid) in [
        (&["--release", "3.0.21"][..], "3.0.21", true),
        (&["--release", "3.0.2"], "3.0.21", true),
        (&["--release", "3.0.22"], "3.0.22", false),
        (&["--release", "3.0.22", "--ruleset", "peppol-selfbilling-ubl"], "3.0.3", false),
        (&["--release", "3.0.22", "--ruleset", "en16931-ubl"], "1.3.16", true),
    ] {
        let whole = [&["validate", "--format", "jsonl"], arguments, &[&*file]].concat();
        let output = billhook(&whole);
        let line: Value = serde_json::from_slice(&output.stdout).expect("a line");
        assert_eq!((&line["release"], &line["valid"]), (&version.into(), &valid.into()), "{line}");
        // who names a release is told of that one alone
        assert!(!line["notes"].to_string().contains("refused from"), "{line}");
        assert_eq!(output.status.code(), Some(i32::from(!valid)));
    }
    let whole = billhook(&["validate", "--format", "json", "--release", "3.0.22", &file]);
    let whole: Value = serde_json::from_slice(&whole.stdout).expect("JSON");
    let finding = &whole[0]["findings"][0];
    let expected = (&"PEPPOL-COMMON-R040".into(), &"3.0.22".into());
    assert_eq!((&finding["rule"], &finding["release"]), expected);
    let shown = text(&billhook(&["validate", "--release", "3.0.22", &file]).stdout);
    assert!(shown.contains("), Peppol BIS Billing 3.0.22"), "{shown}");
    let unknown = billhook(&["validate", "--release", "3.0.99", &file]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("3.0.21, 3.0.22 or next"), "{}", text(&unknown.stderr));
}

/// By default the day decides; `next` is what follows, or the last one there is, and `--preview` the same.
#[test]
fn without_a_release_the_day_decides() {
    let folder = Folder::new();
    let file = folder.file("gln.xml");
    fs::write(&file, with_a_short_gln()).expect("a file");
    let line = |arguments: &[&str]| -> Value {
        let whole = [&["validate", "--format", "jsonl"], arguments, &[&*file]].concat();
        serde_json::from_slice(&billhook(&whole).stdout).expect("a line")
    };
    let today = line(&[]);
    let day = service_day::date(time::OffsetDateTime::now_utc());
    let changed = day >= time::macros::date!(2027 - 02 - 24);
    let expected = if changed { "3.0.22" } else { "3.0.21" };
    assert_eq!(today["release"], expected, "{today}");
    if !changed {
        let note = today["notes"][0].as_str().expect("a note");
        assert!(note.contains("refused from 2027-02-24 on by Peppol BIS Billing 3.0.22"), "{note}");
        assert!(note.ends_with("PEPPOL-COMMON-R040"), "{note}");
    }
    for next in [line(&["--release", "next"]), line(&["--preview"])] {
        assert_eq!((&next["release"], &next["valid"]), (&"3.0.22".into(), &false.into()), "{next}");
    }
    let both = billhook(&["validate", "--preview", "--release", "next", &file]);
    assert_eq!(both.status.code(), Some(2), "one of them is enough");
}
