//! Warnings about a file. A file has no room for them, so that they stand in a header beside it.

use actix_web::HttpResponseBuilder;
use serde::Serialize;

/// A JSON array of what other answers have as `warnings` in their body.
const WARNINGS: &str = "X-Service-Warnings";

/// The longest value, in bytes: proxies often take 4 KiB for all headers of an answer.
const LONGEST: usize = 2_000;

/// A warning about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileWarning {
    /// A stable code, for programs.
    pub code: &'static str,
    /// What it is about: a path in the document that the file is made of.
    pub field: String,
    /// In words.
    pub message: String,
}

/// Puts warnings into the header of a file, where there are any.
pub fn warn(response: &mut HttpResponseBuilder, warnings: &[FileWarning]) {
    if !warnings.is_empty() {
        response.insert_header((WARNINGS, value(warnings)));
    }
}

/// As many as there is room for; the last says how many more there are.
fn value(warnings: &[FileWarning]) -> String {
    let mut told = String::new();
    for (number, warning) in warnings.iter().enumerate() {
        let rest = FileWarning {
            code: warning.code,
            field: "document".to_owned(),
            message: format!("{} more", warnings.len() - number),
        };
        let (next, rest) = (in_ascii(warning), in_ascii(&rest));
        if told.len() + next.len() + rest.len() > LONGEST {
            told.push_str(&rest);
            break;
        }
        told.push_str(&next);
    }
    format!("[{}]", told.trim_end_matches(','))
}

/// A warning in ASCII, as headers have it, with a comma behind it.
fn in_ascii(warning: &FileWarning) -> String {
    let json = serde_json::to_string(warning).unwrap_or_default();
    let mut ascii = String::with_capacity(json.len());
    for unit in json.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ 0x20..=0x7E) => ascii.push(char::from(byte)),
            _ => ascii.push_str(&format!("\\u{unit:04x}")),
        }
    }
    ascii.push(',');
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn warning(field: &str, message: &str) -> FileWarning {
        FileWarning { code: "NOT_CARRIED", field: field.to_owned(), message: message.to_owned() }
    }

    fn read(warnings: &[FileWarning]) -> Vec<Value> {
        let value = value(warnings);
        let is_ascii = value.bytes().all(|byte| (0x20..0x7F).contains(&byte));
        assert!(value.len() <= LONGEST + 2 && is_ascii, "{value}");
        serde_json::from_str(&value).expect("an array")
    }

    #[test]
    fn each_stands_there_whatever_it_says() {
        let said = "Účet \"A\"\n\u{7f}😀";
        let found = read(&[warning("/Invoice/cbc:UUID", said), warning("/Invoice", "1")]);
        let expected = |field: &str, message: &str| json!({"code": "NOT_CARRIED", "field": field, "message": message});
        assert_eq!(found, [expected("/Invoice/cbc:UUID", said), expected("/Invoice", "1")]);
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let many = vec![warning("/Invoice/cbc:Note", &"č".repeat(50)); 1_000];
        let found = read(&many);
        let (last, told) = found.split_last().expect("some");
        assert!(told.len() > 2, "{}", told.len());
        let more = format!("{} more", 1_000 - told.len());
        assert_eq!((&last["field"], &last["message"]), (&json!("document"), &json!(more)));
    }
}
