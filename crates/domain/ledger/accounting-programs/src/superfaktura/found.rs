//! Finds out whether SuperFaktúra has a document that may have been created. It has no external ids, so a list is
//! searched, and the document must carry our mark.

use super::{
    request::{is_invoice, mark},
    response::{Unusable, is_none, read},
};
use crate::{Content, Document, ItemAnswer, PostedPayment, said::text};
use accounting_export::Direction;
use data_encoding::BASE64;
use serde_json::Value;

/// The maximum number of documents in a list: SuperFaktúra returns this many expenses, and more invoices.
const PAGE: usize = 100;

/// The search for a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// The path, relative to the address of SuperFaktúra.
    pub path: String,
}

/// The search for a document; `None` for one that cannot have been created.
#[must_use]
pub fn look_up(document: &Document) -> Option<LookUp> {
    let path = match &document.content {
        Content::Invoice(entry) if entry.direction == Direction::Issued => {
            let search = searched(&entry.number);
            format!(
                "/invoices/index.json/created:0/per_page:{PAGE}/type:regular%7Ccancel/search:{search}"
            )
        }
        Content::Invoice(entry) => {
            let search = searched(&entry.number);
            format!("/expenses/index.json/created:0/per_page:{PAGE}/search:{search}")
        }
        Content::Payment(payment) => {
            let id = payment.of.program_id.as_deref().filter(|id| is_number(id))?;
            match is_invoice(&payment.of) {
                true => format!("/invoices/view/{id}.json"),
                false => format!("/expense/view/{id}.json"),
            }
        }
        Content::SetOff(_) => return None,
    };
    Some(LookUp { path })
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// Encodes a searched text as SuperFaktúra documents it: base64 with three characters replaced.
fn searched(text: &str) -> String {
    BASE64.encode(text.as_bytes()).replace('+', "-").replace('/', "_").replace('=', ",")
}

/// Reads the answer to [`look_up`]: `None` when the document does not exist.
///
/// # Errors
/// [`Unusable`] when the answer has no list, or the list is cut and does not contain the document.
pub fn found(bytes: &[u8], document: &Document) -> Result<Option<ItemAnswer>, Unusable> {
    let said = read(bytes)?;
    if !said.get("error").is_none_or(is_none) {
        return Err(Unusable::Unknown);
    }
    let mark = mark(&document.external_id);
    match &document.content {
        Content::Invoice(entry) if entry.direction == Direction::Issued => {
            listed(&said, "Invoice", |it| says(it, "internal_comment", &mark))
        }
        Content::Invoice(_) => listed(&said, "Expense", |it| says(it, "comment", &mark)),
        Content::Payment(payment) if is_invoice(&payment.of) => {
            paid(&said, "InvoicePayment", |it| says(it, "document_no", &mark))
        }
        Content::Payment(payment) => paid(&said, "ExpensePayment", |it| is_like(it, payment)),
        Content::SetOff(_) => Ok(None),
    }
}

/// Whether a payment of an expense is this one. It has no field for our mark, so it matches by day and amount, unless
/// it is another payment of ours.
fn is_like(said: &Value, payment: &PostedPayment) -> bool {
    let id = said.get("id").and_then(text);
    let is_another = id.is_some_and(|id| payment.others.contains(&id));
    let sum = said.get("amount").and_then(text).and_then(|text| text.parse().ok());
    let day = said.get("created").and_then(text).unwrap_or_default();
    !is_another
        && sum == Some(money::round(payment.amount))
        && day.starts_with(&payment.date.to_string())
}

fn says(of: &Value, member: &str, mark: &str) -> bool {
    of.get(member).and_then(Value::as_str).is_some_and(|text| text.contains(mark))
}

/// The first document in a list that matches.
fn listed(
    said: &Value,
    kind: &str,
    is_it: impl Fn(&Value) -> bool,
) -> Result<Option<ItemAnswer>, Unusable> {
    let rows = said.get("items").unwrap_or(said).as_array().ok_or(Unusable::Unknown)?;
    let all: Option<Vec<_>> = rows.iter().map(|row| row.get(kind)).collect();
    let found = all.ok_or(Unusable::Unknown)?.into_iter().find(|it| is_it(it));
    match found {
        // the rows after the end of a full page are unknown
        None if rows.len() >= PAGE => Err(Unusable::Unknown),
        None => Ok(None),
        Some(found) => there(found, found.get("invoice_no_formatted").and_then(text)),
    }
}

/// The first payment of a document that matches. A payment without an id is ignored, because it could not be found
/// again.
fn paid(
    said: &Value,
    kind: &str,
    is_it: impl Fn(&Value) -> bool,
) -> Result<Option<ItemAnswer>, Unusable> {
    let payments = said.get(kind).and_then(Value::as_array).ok_or(Unusable::Unknown)?;
    payments.iter().find(|it| is_it(it)).map_or(Ok(None), |found| there(found, None))
}

fn there(found: &Value, number: Option<String>) -> Result<Option<ItemAnswer>, Unusable> {
    let id = found.get("id").and_then(text).ok_or(Unusable::Unknown)?;
    Ok(Some(ItemAnswer::Created { id: Some(id), number, note: None }))
}
