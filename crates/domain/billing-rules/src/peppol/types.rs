//! Rules on the types of invoices and credit notes.

use super::facts::{Facts, Profile};
use super::names::*;
use super::reading::{normalized_text_at, require};
use super::variant::Types;
use crate::code_list::CodeList;
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
        let free = match (facts.profile?, &variant.types) {
            (Profile::Unknown, _) | (Profile::WithResponse, Types::Few { .. }) => true,
            (_, Types::Lists) => INVOICE_TYPES.has(&normalized_text_at(index, code, &[])?),
            (_, Types::Few { invoice, .. }) => {
                invoice.contains(&normalized_text_at(index, code, &[])?.as_ref())
            }
        };
        require(hits, variant.p0100, code, free);
        if matches!(variant.types, Types::Lists) {
            let german = matches!(index.normalized(code).as_ref(), "326" | "384");
            require(hits, &GERMAN_TYPES, code, !german || facts.both_reside_in("DE")?);
        }
    }
    for code in index.named(CREDIT_NOTE_TYPE_CODE) {
        let free = match (facts.profile?, &variant.types) {
            (Profile::Unknown, _) | (Profile::WithResponse, Types::Few { .. }) => true,
            (_, Types::Lists) => CREDIT_NOTE_TYPES.has(&normalized_text_at(index, code, &[])?),
            (_, Types::Few { credit_note, .. }) => {
                normalized_text_at(index, code, &[])? == *credit_note
            }
        };
        require(hits, variant.p0101, code, free);
    }
    Ok(())
}

/// Types for German parties alone.
pub(super) static GERMAN_TYPES: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0112",
    &["BT-3"],
    "Invoices of type {found} can be sent between two German parties alone.",
    "Use 380, or 381 in a credit note to correct an invoice.",
);
