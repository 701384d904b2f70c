//! Whether KROS Fakturácia has a document, by our id.

use super::response::Unusable;
use crate::{Content, Document, ItemAnswer, said::text};
use serde_json::Value;

/// Rows of a page.
const PAGE: usize = 100;

/// Pages of one day that are read, at most.
pub const MAX_PAGES: usize = 20;

/// Where a document is looked for, page by page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp(String);

impl LookUp {
    /// The path of a page, from 0 on, behind the address of KROS Fakturácia.
    #[must_use]
    pub fn page(&self, page: usize) -> String {
        format!("{}&Top={PAGE}&Skip={}", self.0, page * PAGE)
    }
}

/// Where a document would be seen: an invoice among those of its day, a payment under our id; `None` of what is never
/// written there.
#[must_use]
pub fn look_up(document: &Document) -> Option<LookUp> {
    Some(LookUp(match &document.content {
        Content::Invoice(entry) => {
            let day = entry.issue_date;
            format!("/api/invoices?IssueDateFrom={day}&IssueDateTo={day}")
        }
        Content::Payment(_) => format!("/api/payments?ExternalId={}", document.external_id),
        Content::SetOff(_) => return None,
    }))
}

/// What a page says of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Page {
    /// It is on it.
    Found(ItemAnswer),
    /// It is not on this page, which is full.
    Next,
    /// It is not there.
    Last,
}

/// Reads a page.
///
/// # Errors
/// [`Unusable`]: whether it is there is not known.
pub fn found(bytes: &[u8], document: &Document) -> Result<Page, Unusable> {
    let said: Value =
        serde_json::from_slice(bytes).map_err(|error| Unusable::Unreadable(error.to_string()))?;
    let rows = said.get("data").and_then(Value::as_array).ok_or(Unusable::Unknown)?;
    if !rows.is_empty() && rows.iter().all(|row| row.get("externalId").is_none()) {
        return Err(Unusable::Unknown);
    }
    let ours = Some(document.external_id.as_str());
    let found = rows.iter().find(|row| row.get("externalId").and_then(Value::as_str) == ours);
    match found {
        Some(row) => {
            let id = Some(row.get("id").and_then(text).ok_or(Unusable::Unknown)?);
            let number = row.get("documentNumber").and_then(text);
            Ok(Page::Found(ItemAnswer::Created { id, number, note: None }))
        }
        None if rows.len() >= PAGE => Ok(Page::Next),
        None => Ok(Page::Last),
    }
}
