//! The number of a reported document: the same document gets the same number wherever it is reported.

use uuid::{Uuid, uuid};
use xml::Parsed;

use crate::mapping::{child, text};

/// What the number is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentKey {
    /// The scheme of the seller's electronic address (BT-34-1).
    pub seller_scheme: String,
    /// The seller's electronic address (BT-34).
    pub seller_endpoint: String,
    /// The type code (BT-3).
    pub type_code: String,
    /// The number (BT-1).
    pub number: String,
    /// The issue date (BT-2).
    pub issue_date: String,
}

/// A recipe: how a document's number comes of its key. The official text (ID-BDID-01) is not published;
/// another recipe takes its place in one call.
pub type DocumentUuid = fn(&DocumentKey) -> Uuid;

/// The name space of reported documents.
const NAME_SPACE: Uuid = uuid!("e0bc4ac8-b025-46e5-a76d-0c893fc3027e");

/// The recipe of most implementations: UUIDv5 of scheme, seller's address, type code, number and issue
/// date, with blanks between them.
#[must_use]
pub fn with_scheme(key: &DocumentKey) -> Uuid {
    let scheme = &key.seller_scheme;
    Uuid::new_v5(&NAME_SPACE, format!("{scheme} {}", key.after_scheme()).as_bytes())
}

/// The recipe that some samples follow: the same without the scheme.
#[must_use]
pub fn without_scheme(key: &DocumentKey) -> Uuid {
    Uuid::new_v5(&NAME_SPACE, key.after_scheme().as_bytes())
}

impl DocumentKey {
    /// The key of an invoice or credit note. Parts that are missing are empty.
    #[must_use]
    pub fn of(document: &Parsed<'_>) -> Self {
        let root = document.root();
        let own = |local| child(root, local).map(text).unwrap_or_default();
        let seller = child(root, "AccountingSupplierParty").and_then(|party| child(party, "Party"));
        let endpoint = seller.and_then(|party| child(party, "EndpointID"));
        let scheme = endpoint.and_then(|endpoint| endpoint.attribute("schemeID"));
        let kind = child(root, "InvoiceTypeCode").or_else(|| child(root, "CreditNoteTypeCode"));
        let trimmed = |text: String| text.trim().to_owned();
        Self {
            seller_scheme: scheme.unwrap_or_default().trim().to_owned(),
            seller_endpoint: trimmed(endpoint.map(text).unwrap_or_default()),
            type_code: trimmed(kind.map(text).unwrap_or_default()),
            number: trimmed(own("ID")),
            issue_date: trimmed(own("IssueDate")),
        }
    }

    fn after_scheme(&self) -> String {
        let Self { seller_endpoint, type_code, number, issue_date, .. } = self;
        format!("{seller_endpoint} {type_code} {number} {issue_date}")
    }
}
