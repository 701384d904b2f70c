//! Whether SuperFaktúra has a document that may have been made: it has no external ids, so a list is searched, and what
//! is found must carry our mark.

use super::{
    request::{is_invoice, mark},
    response::{Unusable, is_none, read, text},
};
use crate::{Content, Document, ItemAnswer};
use accounting_export::Direction;
use data_encoding::BASE64;
use serde_json::Value;

/// How a document is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// Behind the address of SuperFaktúra.
    pub path: String,
}

/// Where a document would be seen; `None` of one that cannot have been made.
#[must_use]
pub fn look_up(document: &Document) -> Option<LookUp> {
    let path = match &document.content {
        Content::Invoice(entry) if entry.direction == Direction::Issued => {
            let search = searched(&entry.number);
            format!(
                "/invoices/index.json/created:0/per_page:200/type:regular%7Ccancel/search:{search}"
            )
        }
        Content::Invoice(entry) => {
            let search = searched(&entry.number);
            format!("/expenses/index.json/created:0/per_page:100/search:{search}")
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

/// A searched text as its documentation wants it: base64 with other signs for three of its own.
fn searched(text: &str) -> String {
    BASE64.encode(text.as_bytes()).replace('+', "-").replace('/', "_").replace('=', ",")
}

/// What the answer to [`look_up`] says of the document: made, or `None` when it is not there.
///
/// # Errors
/// [`Unusable`]: it is not known.
pub fn found(bytes: &[u8], document: &Document) -> Result<Option<ItemAnswer>, Unusable> {
    let said = read(bytes)?;
    if !said.get("error").is_none_or(is_none) {
        return Err(Unusable::Unknown);
    }
    let mark = mark(&document.external_id);
    Ok(match &document.content {
        Content::Invoice(entry) if entry.direction == Direction::Issued => {
            listed(&said, "Invoice", |it| says(it, "internal_comment", &mark))
        }
        Content::Invoice(_) => listed(&said, "Expense", |it| says(it, "comment", &mark)),
        Content::Payment(payment) if is_invoice(&payment.of) => {
            paid(&said, "InvoicePayment", |it| says(it, "document_no", &mark))
        }
        Content::Payment(payment) => {
            let (day, sum) = (payment.date.to_string(), money::round(payment.amount));
            paid(&said, "ExpensePayment", |it| {
                let amount = it.get("amount").and_then(text).and_then(|text| text.parse().ok());
                let created = it.get("created").and_then(text).unwrap_or_default();
                amount == Some(sum) && created.starts_with(&day)
            })
        }
        Content::SetOff(_) => None,
    })
}

fn says(of: &Value, member: &str, mark: &str) -> bool {
    of.get(member).and_then(Value::as_str).is_some_and(|text| text.contains(mark))
}

/// The first document of a list that is the one.
fn listed(said: &Value, kind: &str, is_it: impl Fn(&Value) -> bool) -> Option<ItemAnswer> {
    let rows = said.get("items").unwrap_or(said).as_array()?;
    let found = rows.iter().filter_map(|row| row.get(kind)).find(|it| is_it(it))?;
    let number = found.get("invoice_no_formatted").and_then(text);
    Some(ItemAnswer::Created { id: found.get("id").and_then(text), number, note: None })
}

/// The first payment of a document that is the one.
fn paid(said: &Value, kind: &str, is_it: impl Fn(&Value) -> bool) -> Option<ItemAnswer> {
    let payments = said.get(kind)?.as_array()?;
    let found = payments.iter().find(|it| is_it(it))?;
    Some(ItemAnswer::Created { id: found.get("id").and_then(text), number: None, note: None })
}
