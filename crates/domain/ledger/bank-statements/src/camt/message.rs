//! The messages of ISO 20022 that say what moved on an account, of version 02 and later.

use crate::{Fault, Format, Place, ReadError};
use xml::Node;

/// What every message of ISO 20022 begins its namespace with.
const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:";

/// How a message is built.
pub(super) struct Message {
    pub(super) format: Format,
    /// The element below the root.
    pub(super) name: &'static str,
    /// What is in it once for each account and period.
    pub(super) part: &'static str,
}

const fn message(format: Format, name: &'static str, part: &'static str) -> Message {
    Message { format, name, part }
}

static MESSAGES: [Message; 3] = [
    message(Format::Camt053, "BkToCstmrStmt", "Stmt"),
    message(Format::Camt052, "BkToCstmrAcctRpt", "Rpt"),
    message(Format::Camt054, "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
];

/// Which message a document is, by its namespace: `urn:…:camt.053.001.08`.
pub(super) fn of(root: Node<'_, '_>) -> Result<&'static Message, ReadError> {
    let namespace = root.tag_name().namespace().unwrap_or_default();
    let Some(called) = namespace.strip_prefix(NAMESPACE) else {
        return Err(ReadError::new(Place::Whole, Fault::NotAStatement));
    };
    let is = |message: &&Message| {
        let rest = called.strip_prefix(message.format.name());
        let version = rest.and_then(|rest| rest.strip_prefix(".001."));
        version.and_then(|version| version.parse::<u8>().ok()).is_some_and(|version| version >= 2)
    };
    MESSAGES.iter().find(is).ok_or_else(|| {
        let name = called.chars().take(40).collect();
        ReadError::new(Place::Whole, Fault::OtherMessage(name))
    })
}
