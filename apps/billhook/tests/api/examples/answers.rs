//! What operations answer, kept in `apps/agent-api/assets/answers.json` for the OpenAPI document. A run compares
//! the members of its answers with the kept ones; `UPDATE_GOLDEN=1` records again what has other members.

use crate::support::Answer;
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, fs, path::PathBuf};

/// What is a file or a page is not shown.
const FILES: [&str; 3] = ["application/pdf", "application/octet-stream", "text/html"];

/// Lines of a text, and rows of a list, that are shown.
const LINES: usize = 12;
const ROWS: usize = 2;
/// Characters of a text in JSON.
const LONGEST: usize = 400;

pub struct Answers {
    base_url: String,
    kept: BTreeMap<String, Value>,
    now: BTreeMap<String, Value>,
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../agent-api/assets/answers.json")
}

impl Answers {
    pub fn read(base_url: &str) -> Self {
        let kept = fs::read_to_string(file()).expect("the recorded answers");
        let kept = serde_json::from_str(&kept).expect("JSON");
        Self { base_url: base_url.to_owned(), kept, now: BTreeMap::new() }
    }

    /// The answer of an operation; the first one counts.
    pub fn keep(&mut self, id: &str, answer: &Answer) {
        let media_type = answer.header("content-type").split(';').next().unwrap_or_default();
        if answer.bytes.is_empty() || FILES.contains(&media_type) || self.now.contains_key(id) {
            return;
        }
        let shown = match media_type {
            "application/json" => self.tidy(answer.json()),
            _ => json!(self.beginning(&String::from_utf8(answer.bytes.clone()).expect("a text"))),
        };
        let kept = json!({"status": answer.status, "media_type": media_type, "answer": shown});
        self.now.insert(id.to_owned(), kept);
    }

    /// Without what is only here, too long, or better not shown.
    fn tidy(&self, value: Value) -> Value {
        match value {
            Value::String(text) => json!(self.shortened(&text)),
            Value::Array(values) => {
                let are_rows = values.iter().all(Value::is_object);
                let shown = if are_rows { ROWS } else { values.len() };
                values.into_iter().take(shown).map(|value| self.tidy(value)).collect()
            }
            Value::Object(members) => {
                members.into_iter().map(|(name, value)| (name, self.tidy(value))).collect()
            }
            other => other,
        }
    }

    fn shortened(&self, text: &str) -> String {
        let secrets = [("svc_", 12), ("whsec_", 6), ("eyJ", 20)];
        let secret = secrets.into_iter().find(|(start, shown)| {
            text.starts_with(start) && text.len() > shown + 10 && !text.contains(' ')
        });
        let longest = secret.map_or(LONGEST, |(_, shown)| shown);
        let text = text.replace(&self.base_url, "http://127.0.0.1:8080");
        match text.char_indices().nth(longest) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }

    fn beginning(&self, text: &str) -> String {
        let text = text.replace(&self.base_url, "http://127.0.0.1:8080");
        let lines: Vec<_> = text.lines().collect();
        let end = if lines.len() > LINES { "\n…" } else { "" };
        lines[..lines.len().min(LINES)].join("\n") + end
    }

    /// Compares, or records.
    pub fn finish(self) {
        let Self { kept, now, .. } = self;
        let is_known =
            |id: &String, answer: &Value| kept.get(id).is_some_and(|it| alike(it, answer));
        if env::var_os("UPDATE_GOLDEN").is_some() {
            let merged: BTreeMap<_, _> = now
                .into_iter()
                .map(|(id, answer)| match kept.get(&id) {
                    Some(known) if alike(known, &answer) => (id, known.clone()),
                    _ => (id, answer),
                })
                .collect();
            let text = serde_json::to_string_pretty(&merged).expect("JSON") + "\n";
            return fs::write(file(), text).expect("the file is written");
        }
        for (id, answer) in &now {
            assert!(
                is_known(id, answer),
                "{id} answers otherwise than answers.json shows; UPDATE_GOLDEN=1 records it again\n\
                 was: {:?}\n is: {answer}",
                kept.get(id)
            );
        }
        let gone: Vec<_> = kept.keys().filter(|id| !now.contains_key(*id)).collect();
        assert!(gone.is_empty(), "nothing answers as {gone:?}; UPDATE_GOLDEN=1 takes them away");
    }
}

/// Whether two answers have the same members. A null may stand for anything, and a list for an empty one.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Null, _) | (_, Value::Null) => true,
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| other.get(name).is_some_and(|other| alike(value, other)))
        }
        (Value::Array(one), Value::Array(other)) => match (one.first(), other.first()) {
            (Some(one), Some(other)) => alike(one, other),
            _ => true,
        },
        (Value::String(_), Value::String(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::Bool(_), Value::Bool(_)) => true,
        _ => false,
    }
}
