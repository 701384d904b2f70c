//! Our own documents: a few bases, and cases that edit them, with what the official engine says.
//!
//! `fixtures/conformance/cases.jsonl` holds a case a line: a name, the base document or the case it
//! starts from, and edits `[old, new]` (first place) or `[old, new, "all"]`. `expected.jsonl` beside it
//! holds the official verdicts in the corpus's own format. To rewrite them (the official stylesheets
//! in the folder ORACLE_XSLT, SaxonC in Python): `FIXTURES_ORACLE=…/oracle.py cargo test -p
//! billing-rules own_fixtures`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use billing_rules::Release;
use serde_json::Value;
use xml::Parsed;

use crate::conformance::{corpus, difference};

#[test]
fn own_documents_get_the_official_verdict() {
    let documents = documents(bases(), "conformance");
    assert!(documents.len() >= 100, "only {} documents", documents.len());
    if let Some(oracle) = std::env::var_os("FIXTURES_ORACLE") {
        write_expectations(&documents, Path::new(&oracle));
    }
    let judged = compare(&documents, "conformance", Release::default());
    assert!(judged > 200, "only {judged} have an expectation");
}

/// What changes with a release, each rule on both sides: `fixtures/conformance/2026.11` has bases of its own.
#[test]
fn a_release_gets_its_own_verdict() {
    let bases = fixtures::files("conformance/2026.11/bases").into_iter();
    let bases = bases.map(|(name, text)| (name.trim_end_matches(".xml").to_owned(), text));
    let documents = documents(bases.collect(), "conformance/2026.11");
    assert!(documents.len() > 250, "only {} documents", documents.len());
    let judged = compare(&documents, "conformance/2026.11", Release::November2026);
    // the credit note is a base alone
    assert_eq!(judged, documents.len() - 1, "cases without an expectation");
}

/// Holds our verdicts against those that stand in the folder; how many documents they are on.
fn compare(documents: &BTreeMap<String, String>, folder: &str, release: Release) -> usize {
    let mut differences = Vec::new();
    let mut judged = BTreeSet::new();
    for line in corpus::json_lines(&fixtures::path(&format!("{folder}/expected.jsonl"))) {
        let name = line["document"].as_str().expect("a document");
        let bytes = documents.get(name).unwrap_or_else(|| panic!("no case {name:?}"));
        let expected = corpus::expected(&line);
        let document = Parsed::read(bytes.as_bytes());
        let report = difference::run(&document, &expected.rule_set, release);
        difference::compare(&expected, &report, |id, detail| {
            differences.push(format!("{name} ({}): {id}: {detail}", expected.rule_set));
        });
        judged.insert(name.to_owned());
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
    judged.len()
}

fn bases() -> BTreeMap<String, String> {
    let bases = [
        ("invoice", "documents/ubl/invoice.xml"),
        ("credit-note", "documents/ubl/credit-note.xml"),
        ("cii", "documents/cii/invoice.xml"),
    ];
    bases.map(|(name, file)| (name.to_owned(), fixtures::text(file))).into()
}

/// Every document by name: the bases, and each case of the folder with its edits made.
fn documents(mut documents: BTreeMap<String, String>, folder: &str) -> BTreeMap<String, String> {
    for case in corpus::json_lines(&fixtures::path(&format!("{folder}/cases.jsonl"))) {
        let name = case["case"].as_str().expect("a name").to_owned();
        let mut xml = documents[case["from"].as_str().expect("a base")].clone();
        for edit in case["edits"].as_array().expect("edits") {
            xml = edited(&xml, edit, &name);
        }
        assert!(documents.insert(name.clone(), xml).is_none(), "two cases {name:?}");
    }
    documents
}

/// The document with one edit made.
pub fn edited(xml: &str, edit: &Value, case: &str) -> String {
    let (old, new) = (edit[0].as_str().expect("old"), edit[1].as_str().expect("new"));
    assert!(xml.contains(old), "{case}: nothing reads {old:?}");
    if edit[2] == "all" { xml.replace(old, new) } else { xml.replacen(old, new, 1) }
}

fn write_expectations(documents: &BTreeMap<String, String>, oracle: &Path) {
    let folder = std::env::temp_dir().join(format!("own-fixtures-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut files: BTreeMap<&str, Vec<(PathBuf, &str)>> = BTreeMap::new();
    for (number, (name, xml)) in documents.iter().enumerate() {
        let file = folder.join(format!("{number}.xml"));
        fs::write(&file, xml).expect("a file");
        let cii = xml.contains("CrossIndustryInvoice");
        let ubl = ["en16931-ubl", "peppol-ubl", "peppol-selfbilling-ubl"];
        for rule_set in if cii { &["en16931-cii"][..] } else { &ubl[..] } {
            files.entry(rule_set).or_default().push((file.clone(), name));
        }
    }
    let lines: String = files.iter().map(|(set, files)| ask(oracle, set, files)).collect();
    fs::write(fixtures::path("conformance/expected.jsonl"), lines).expect("expectations written");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// What the official engine says of `files`, in the corpus's own format.
fn ask(oracle: &Path, rule_set: &str, files: &[(PathBuf, &str)]) -> String {
    let mut command = Command::new("python3");
    command.arg(oracle).args(["check", rule_set]).args(files.iter().map(|(file, _)| file));
    let output = command.output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    answers.zip(files).map(|(answer, (_, name))| short(&answer, rule_set, name)).collect()
}

fn short(answer: &Value, rule_set: &str, name: &str) -> String {
    let mut fired: BTreeMap<&str, Value> = BTreeMap::new();
    for failed in answer["failed"].as_array().expect("failed") {
        let id = failed["id"].as_str().expect("an id");
        let counted = fired.get(id).map_or(0, |known| known["count"].as_u64().expect("a count"));
        let count = counted + failed["count"].as_u64().expect("a count");
        fired.insert(id, serde_json::json!({"flag": failed["flag"], "count": count}));
    }
    let mut line = serde_json::json!({"document": name, "ruleset": rule_set, "fired": fired});
    let errors = answer["errors"].as_array().into_iter().flatten();
    let errors: Vec<_> = errors
        .map(|e| serde_json::json!({"stylesheet": e["stylesheet"], "code": e["code"]}))
        .collect();
    if !errors.is_empty() {
        line["errors"] = errors.into();
    }
    format!("{line}\n")
}
