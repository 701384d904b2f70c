//! Something that is wrong or odd.

use peppol_messages::schema::ShapeFault;
use serde::Serialize;

/// Something that is wrong or odd.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// A rule (`SCH-MLS-05`), a name of an error of the specifications (`invalid-sender-value`) or ours (`schema`).
    pub code: String,
    /// The message.
    pub message: String,
    /// The line, from 1, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Finding {
    /// A finding about the whole.
    pub(crate) fn new(code: &str, message: impl ToString) -> Self {
        Self { code: code.to_owned(), message: message.to_string(), line: None }
    }

    /// A finding about an element that begins at a byte.
    pub(crate) fn at(code: &str, message: impl ToString, bytes: &[u8], offset: usize) -> Self {
        let before = &bytes[..offset.min(bytes.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Self { line: Some(line), ..Self::new(code, message) }
    }

    /// A place where a document does not have the shape of its schema.
    pub(crate) fn shape(fault: &ShapeFault, bytes: &[u8]) -> Self {
        Self::at("schema", fault, bytes, fault.offset)
    }
}
