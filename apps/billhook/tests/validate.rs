//! `billhook validate` and `billhook explain` as their users run them.

use serde_json::Value;
use std::{
    env, fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
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
        let path = env::temp_dir().join(format!("billhook-validate-{}", uuid::Uuid::now_v7()));
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
    Command::new(env!("CARGO_BIN_EXE_billhook")).args(arguments).output().expect("it runs")
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
    let bad = folder.file("deep/bad.xml");
    let svrl = text(&billhook(&["validate", "--format", "svrl", &bad]).stdout);
    let report = roxmltree::Document::parse(&svrl).expect("XML");
    let failed: Vec<_> =
        report.descendants().filter(|n| n.tag_name().name() == "failed-assert").collect();
    assert!(failed.iter().any(|node| node.attribute("id") == Some("BR-CO-16")), "{svrl}");
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
        let mut process = Command::new(env!("CARGO_BIN_EXE_billhook"))
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
    let unknown = billhook(&["explain", "BR-CO-1X"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("BR-CO-1"), "{}", text(&unknown.stderr));
}
