//! Reads the conformance corpus: which documents there are and what the official engine said of each.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Which assertions fail, and with which flag and how often.
pub type Fired = BTreeMap<String, (String, usize)>;

/// One document of the corpus with every verdict the official engine gave on it.
pub struct Document {
    pub name: String,
    pub schema_valid: Option<bool>,
    pub records: Vec<Expected>,
}

/// What the official stylesheets of one rule set said of a document.
pub struct Expected {
    pub rule_set: String,
    pub fired: Fired,
    /// The stylesheets that a dynamic error aborted and so gave no result.
    pub dead: Vec<String>,
}

/// Every document of the corpus, in the order of its files.
pub fn read(folder: &Path) -> Vec<Document> {
    let mut documents: BTreeMap<String, Document> = BTreeMap::new();
    for line in json_lines(&folder.join("documents.jsonl")) {
        let name = text(&line["document"]);
        let schema_valid = line["xsd_valid"].as_bool();
        documents.insert(name.clone(), Document { name, schema_valid, records: Vec::new() });
    }
    for line in json_lines(&folder.join("expected.jsonl")) {
        let document = documents.get_mut(&text(&line["document"])).expect("a listed document");
        document.records.push(expected(&line));
    }
    documents.into_values().collect()
}

/// One line in the corpus's own format: `{"document","ruleset","fired":{…},"errors":[…]}`.
pub fn expected(line: &Value) -> Expected {
    let fired = line["fired"].as_object().expect("fired").iter();
    Expected {
        rule_set: text(&line["ruleset"]),
        fired: fired.map(|(id, what)| (id.clone(), fired_entry(what))).collect(),
        dead: line["errors"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|e| text(&e["stylesheet"]))
            .collect(),
    }
}

fn fired_entry(what: &Value) -> (String, usize) {
    (text(&what["flag"]), what["count"].as_u64().expect("a count") as usize)
}

/// The official rule ids of each rule set with the stylesheet they come from; a corpus may have no list of them.
pub fn inventory(folder: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let Ok(bytes) = fs::read(folder.join("rules-inventory.json")) else { return BTreeMap::new() };
    let whole: Value = serde_json::from_slice(&bytes).expect("JSON");
    let sets = whole["rulesets"].as_object().expect("rulesets").iter();
    sets.map(|(name, set)| {
        let rules = set["rules"].as_object().expect("rules").iter();
        (name.clone(), rules.map(|(id, rule)| (id.clone(), text(&rule["stylesheet"]))).collect())
    })
    .collect()
}

/// The values of a file with one JSON value a line.
pub fn json_lines(file: &Path) -> Vec<Value> {
    let content = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    content.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
