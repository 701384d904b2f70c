//! Making text changes in a UBL document without touching anything else.

use super::place::{Edit, place, present};
use super::{Change, Severity};
use crate::{Root, reading::parse};

/// Why a change is not made. The document stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotApply {
    /// Another encoding than UTF-8, by its bytes or by its own word.
    #[error("only documents in UTF-8 are repaired")]
    NotUtf8,
    /// Not well-formed, or not UBL.
    #[error("only UBL invoices and credit notes are repaired")]
    NotUbl,
    /// The conversion of a document is no change of its text.
    #[error("a conversion cannot be applied as a change of text")]
    NotText,
    /// The document has no element where the change belongs, or none to put it beside.
    #[error("{0} has no place in this document")]
    NoPlace(String),
    /// More than one element could be meant.
    #[error("{0} stands in this document more than once")]
    Ambiguous(String),
    /// The element holds comments, CDATA or other elements.
    #[error("{0} holds more than plain text")]
    NotPlain(String),
    /// The document does not say what the change would replace, or the change did not take.
    #[error("{0} is not what the suggestion was made for")]
    Changed(String),
}

/// Applies changes to the bytes of a UBL document. All or none: what cannot be placed without doubt
/// is refused. Every byte outside of the changed values stays.
///
/// Advice ([`Severity::Warning`]) is not applied.
///
/// # Errors
/// [`CannotApply`].
pub fn apply(xml: &[u8], changes: &[Change]) -> Result<Vec<u8>, CannotApply> {
    let source = std::str::from_utf8(xml).map_err(|_| CannotApply::NotUtf8)?;
    if !declares_utf8(source) {
        return Err(CannotApply::NotUtf8);
    }
    let document = parse(source).map_err(|_| CannotApply::NotUbl)?;
    let name = document.root_element().tag_name();
    match Root::of(name.namespace().unwrap_or_default(), name.name()) {
        Some(Root::UblInvoice | Root::UblCreditNote) => {}
        Some(Root::CiiInvoice) | None => return Err(CannotApply::NotUbl),
    }
    let needed: Vec<&Change> = changes.iter().filter(|c| c.severity == Severity::Error).collect();
    let mut edits = Vec::with_capacity(needed.len());
    for change in &needed {
        let edit = place(&document, change.target, &change.after)?;
        if present(&document, change.target) != change.before {
            return Err(CannotApply::Changed(change.field()));
        }
        edits.push(edit);
    }
    let repaired = edited(source, edits);
    verify(&repaired, &needed)?;
    Ok(repaired.into_bytes())
}

/// Makes the edits, in the order of their places; at one place in the order given.
fn edited(source: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.at.start);
    let mut result = String::with_capacity(source.len() + 512);
    let mut done = 0;
    for edit in edits {
        // overlapping edits cannot come from distinct targets; the check afterwards would find them
        let start = edit.at.start.max(done);
        result.push_str(&source[done..start]);
        result.push_str(&edit.text);
        done = edit.at.end.max(start);
    }
    result.push_str(&source[done..]);
    result
}

/// Each change reads back as what it should say.
fn verify(repaired: &str, changes: &[&Change]) -> Result<(), CannotApply> {
    let document = parse(repaired).map_err(|_| CannotApply::NotUbl)?;
    for change in changes {
        if present(&document, change.target).as_deref() != Some(change.after.as_str()) {
            return Err(CannotApply::Changed(change.field()));
        }
    }
    Ok(())
}

/// Whether the XML declaration names UTF-8, a part of it, or nothing.
fn declares_utf8(source: &str) -> bool {
    let source = source.trim_start_matches('\u{feff}');
    let Some(declaration) = source.strip_prefix("<?xml ").and_then(|s| s.split("?>").next()) else {
        return true;
    };
    let Some((_, rest)) = declaration.split_once("encoding") else {
        return true;
    };
    let name = rest.trim_start().trim_start_matches('=').trim();
    let name = name.split(['"', '\'']).nth(1).unwrap_or_default();
    name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("us-ascii")
}
