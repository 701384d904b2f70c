//! Makes text changes in a UBL document and leaves all other bytes unchanged.

use super::cannot_apply::CannotApply;
use super::change::{Change, Severity};
use super::edit::{Edit, edit_for, present};
use crate::identifiers::Root;
use xml::Parsed;

/// Applies changes to a UBL document, all or none: a change whose place is ambiguous is refused. Bytes outside of the
/// changed values stay. The caller parses the result again and calls [`check_applied`].
///
/// Advice ([`Severity::Warning`]) is not applied.
///
/// # Errors
/// [`CannotApply`].
pub fn apply(document: &Parsed<'_>, changes: &[Change]) -> Result<Vec<u8>, CannotApply> {
    if !declares_utf8(document.text()) {
        return Err(CannotApply::NotUtf8);
    }
    let name = document.root().tag_name();
    match Root::of(name.namespace().unwrap_or_default(), name.name()) {
        Some(Root::UblInvoice | Root::UblCreditNote) => {}
        Some(Root::CiiInvoice) | None => return Err(CannotApply::NotUbl),
    }
    let mut edits = Vec::new();
    for change in needed(changes) {
        let edit = edit_for(document.root(), change.target, &change.after)?;
        if present(document.root(), change.target) != change.before {
            return Err(CannotApply::Changed(change.field()));
        }
        edits.push(edit);
    }
    Ok(edited(document.text(), edits).into_bytes())
}

/// Checks that each applied change reads back as its new value.
///
/// # Errors
/// [`CannotApply::Changed`] for a change that does not.
pub fn check_applied(repaired: &Parsed<'_>, changes: &[Change]) -> Result<(), CannotApply> {
    let wrong = needed(changes).find(|change| {
        present(repaired.root(), change.target).as_deref() != Some(change.after.as_str())
    });
    wrong.map_or(Ok(()), |change| Err(CannotApply::Changed(change.field())))
}

fn needed(changes: &[Change]) -> impl Iterator<Item = &Change> {
    changes.iter().filter(|change| change.severity == Severity::Error)
}

/// Makes the edits in the order of their places; edits at one place in the given order.
fn edited(source: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.at.start);
    let mut result = String::with_capacity(source.len() + 512);
    let mut done = 0;
    for edit in edits {
        // distinct targets never give overlapping edits; if they did, the check afterwards would find it
        let start = edit.at.start.max(done);
        result.push_str(&source[done..start]);
        result.push_str(&edit.text);
        done = edit.at.end.max(start);
    }
    result.push_str(&source[done..]);
    result
}

/// Whether the XML declaration names UTF-8 (or its subset ASCII), or no encoding.
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
