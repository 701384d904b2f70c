//! The cases of `fixtures/peppol-network`: what is expected, and the text.

use serde_json::Value;

/// A case.
pub struct Case {
    /// All that its line says.
    pub expected: Value,
    /// Its text.
    pub text: Vec<u8>,
}

impl Case {
    /// A text of what is expected.
    #[track_caller]
    pub fn str(&self, member: &str) -> &str {
        self.expected[member].as_str().unwrap_or_else(|| panic!("{member} in {}", self.expected))
    }

    /// The texts of a list.
    pub fn list(&self, member: &str) -> Vec<&str> {
        let list = self.expected[member].as_array();
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.str("case")
    }
}

/// All cases of a file. There must be at least so many: a lost fixture is a failure.
#[track_caller]
pub fn cases(name: &str, at_least: usize) -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for line in fixtures::text(&format!("peppol-network/{name}.jsonl")).lines() {
        let expected: Value = serde_json::from_str(line).expect("JSON");
        let text = match expected["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => edited(&expected, &all),
        };
        all.push(Case { expected, text });
    }
    assert!(all.len() >= at_least, "{name} has only {} cases", all.len());
    all
}

/// A text that is written as an edit of an earlier one.
fn edited(expected: &Value, earlier: &[Case]) -> Vec<u8> {
    let number = |member: &str| {
        usize::try_from(expected[member].as_u64().expect("a number")).expect("small")
    };
    let like = &earlier[number("like")].text;
    let (keep, skip) = (number("keep"), number("skip"));
    [&like[..keep], expected["put"].as_str().expect("a text").as_bytes(), &like[keep + skip..]]
        .concat()
}

/// The lines of a file of vectors; there must be at least so many.
#[track_caller]
pub fn vectors(name: &str, at_least: usize) -> Vec<Value> {
    let text = fixtures::text(&format!("peppol-network/vectors/{name}.jsonl"));
    let all: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(all.len() >= at_least, "{name} has only {} vectors", all.len());
    all
}

/// Fails with all differences.
#[track_caller]
pub fn none(differences: &[String], of: usize) {
    assert!(
        differences.is_empty(),
        "{} of {of} differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}
