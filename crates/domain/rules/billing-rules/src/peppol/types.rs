//! Rules on the types of invoices and credit notes.

use super::facts::{Facts, Profile};
use super::names::*;
use super::national::both_are_slovak;
use super::reading::{normalized_text_at, require};
use super::variant::Types;
use crate::code_list::CodeList;
use crate::logic::{Truth, either};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&GERMAN_TYPES];

static INVOICE_TYPES: CodeList = CodeList::new(include_str!("codes/invoice_types.txt"));
static CREDIT_NOTE_TYPES: CodeList = CodeList::new(include_str!("codes/credit_note_types.txt"));

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let (index, variant) = (facts.index, facts.variant);
    for code in index.named(INVOICE_TYPE_CODE) {
        let free = free(facts, || {
            let code = normalized_text_at(index, code, &[])?;
            Ok(match &variant.types {
                Types::Lists => INVOICE_TYPES.has(&code),
                Types::Few { invoice, .. } => invoice.contains(&code.as_ref()),
            })
        })?;
        require(hits, variant.p0100, code, free);
        if matches!(variant.types, Types::Lists) {
            let german = matches!(index.normalized(code).as_ref(), "326" | "384");
            let allowed = either(Ok(!german), || facts.both_reside_in("DE"));
            let corrects = facts.variant.preview && index.is_normalized(code, "384");
            let allowed = either(allowed, || Ok(corrects && both_are_slovak(facts)?))?;
            require(hits, &GERMAN_TYPES, code, allowed);
        }
    }
    for code in index.named(CREDIT_NOTE_TYPE_CODE) {
        let free = free(facts, || {
            let code = normalized_text_at(index, code, &[])?;
            Ok(match &variant.types {
                Types::Lists => CREDIT_NOTE_TYPES.has(&code),
                Types::Few { credit_note, .. } => code == *credit_note,
            })
        })?;
        require(hits, variant.p0101, code, free);
    }
    Ok(())
}

/// Whether the profile leaves the type free, or the type is one of its list. Where the profile is
/// unknown, a type of the list is enough to the rules of billing.
fn free(facts: &Facts<'_, '_>, listed: impl FnOnce() -> Truth) -> Truth {
    let lists = matches!(facts.variant.types, Types::Lists);
    let unlisted = facts
        .profile
        .map(|profile| profile == Profile::Unknown || (profile == Profile::WithResponse && !lists));
    if lists { either(unlisted, listed) } else { Ok(unlisted? || listed()?) }
}

/// Types for German parties alone.
pub(super) static GERMAN_TYPES: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0112",
    &["BT-3"],
    "Invoices of type {found} can be sent between two German parties alone.",
    "Use 380, or 381 in a credit note to correct an invoice.",
);
