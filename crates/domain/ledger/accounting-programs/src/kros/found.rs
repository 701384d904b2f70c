//! Finds out whether KROS Fakturácia has a document, by its external id.

use super::response::Unusable;
use crate::{Content, Document, ItemAnswer, said::text};
use serde_json::Value;

/// The number of rows on a page.
const PAGE: usize = 100;

/// The maximum number of pages that are read for one day.
pub const MAX_PAGES: usize = 20;

/// The search for a document, which is read page by page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp(String);

impl LookUp {
    /// The path of a page, from 0 on, relative to the address of KROS Fakturácia.
    #[must_use]
    pub fn page(&self, page: usize) -> String {
        format!("{}&Top={PAGE}&Skip={}", self.0, page * PAGE)
    }
}

/// The search for a document: for an invoice the list of its day, for a payment its external id; `None` for documents
/// that are never written there.
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

/// The result of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Page {
    /// The page lists the document.
    Found(ItemAnswer),
    /// The page is full and does not list the document.
    Next,
    /// The page is the last one and does not list the document.
    Last,
}

/// Reads a page.
///
/// # Errors
/// [`Unusable`] when it cannot be told whether the document is there.
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
