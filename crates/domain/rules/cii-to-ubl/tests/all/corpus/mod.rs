//! The CII documents that tests run over: our own, and the conformance corpus that `CONFORMANCE_DIR`
//! names.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use billing_rules::{Flag, RuleSet, report};
use cii_to_ubl::Converted;
use serde_json::Value;
use xml::Parsed;

/// Reads and converts.
pub fn convert(bytes: &[u8]) -> Result<Converted, Box<dyn Error>> {
    Ok(cii_to_ubl::convert(&Parsed::read(bytes)?)?)
}

/// What the rules say.
pub struct Verdict {
    pub valid: bool,
    pub fired: BTreeMap<&'static str, (Flag, usize)>,
}

/// Reads and validates.
pub fn validate(bytes: &[u8], rule_set: RuleSet) -> Verdict {
    let document = Parsed::read(bytes);
    let report = report(&document, rule_set);
    Verdict { valid: report.is_valid(), fired: report.fired().clone() }
}

/// A CII document.
pub struct Sample {
    /// Where it is from, for messages and for lists of exceptions.
    pub name: String,
    pub bytes: Vec<u8>,
}

const OWN: [&str; 4] = ["card.xml", "credit-note.xml", "everything.xml", "extended.xml"];

/// The documents written for this crate.
pub fn written() -> Vec<Sample> {
    let sample = |name: &str| Sample {
        name: name.to_owned(),
        bytes: fixtures::bytes(&format!("documents/cii/{name}")),
    };
    OWN.map(sample).into()
}

/// Our own documents: those written for this crate, and the CII cases of `billing-rules`.
pub fn own() -> Vec<Sample> {
    let mut own = written();
    own.extend(rule_cases());
    own
}

/// Ours and those of the corpus.
pub fn all() -> Vec<Sample> {
    let mut all = own();
    let Some(folder) = fixtures::conformance_corpus() else {
        eprintln!("the conformance corpus is not here; only our own documents are checked");
        return all;
    };
    for line in json_lines(&folder.join("documents.jsonl")) {
        if line["kind"] == "cii" {
            let path = folder.join(line["document"].as_str().expect("a document"));
            all.push(sample(&folder, &path));
        }
    }
    all
}

fn sample(folder: &Path, path: &Path) -> Sample {
    let name = path.strip_prefix(folder).expect("a file of the folder");
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Sample { name: name.display().to_string(), bytes }
}

/// `billing-rules`' base document in CII and every case made of it.
fn rule_cases() -> Vec<Sample> {
    let mut made = vec![("cii".to_owned(), fixtures::text("documents/cii/invoice.xml"))];
    for case in json_lines(&fixtures::path("conformance/cases.jsonl")) {
        let from = case["from"].as_str().expect("a base");
        let Some((_, xml)) = made.iter().find(|(name, _)| name == from) else { continue };
        let edits = case["edits"].as_array().expect("edits");
        let xml = edits.iter().fold(xml.clone(), edited);
        made.push((case["case"].as_str().expect("a name").to_owned(), xml));
    }
    let sample = |(name, xml): (String, String)| Sample {
        name: format!("billing-rules: {name}"),
        bytes: xml.into_bytes(),
    };
    made.into_iter().map(sample).collect()
}

fn edited(xml: String, edit: &Value) -> String {
    let (old, new) = (edit[0].as_str().expect("old"), edit[1].as_str().expect("new"));
    if edit[2] == "all" { xml.replace(old, new) } else { xml.replacen(old, new, 1) }
}

fn json_lines(file: &Path) -> Vec<Value> {
    let content = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    content.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}
