//! Reads texts in the JSON of programs.

use serde_json::Value;

/// An id, which programs send as a number or as a text.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The texts of a program, wherever they occur within these members.
pub(crate) fn words(said: &Value, places: &[&str]) -> Option<String> {
    let mut words = Vec::new();
    for value in places.iter().filter_map(|place| said.get(place)) {
        collect(value, &mut words);
    }
    words.dedup();
    (!words.is_empty()).then(|| words.join("; "))
}

fn collect(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.trim().is_empty() => words.push(text.trim().to_owned()),
        Value::Array(all) => all.iter().for_each(|value| collect(value, words)),
        Value::Object(all) => all.values().for_each(|value| collect(value, words)),
        _ => {}
    }
}
