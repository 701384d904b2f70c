//! Rules on the types of invoices and credit notes.

use super::facts::{Facts, Profile};
use super::grown_list::GrownList;
use super::names::*;
use super::national::both_are_slovak;
use super::reading::{normalized_text_at, require};
use super::variant::Types;
use crate::code_list::CodeList;
use crate::index::Element;
use crate::logic::{Truth, either};
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&GERMAN_TYPES_2026_5, &GERMAN_TYPES];

/// 389 was a type of self-billing alone.
static INVOICE_TYPES: GrownList = GrownList {
    before: CodeList::new(include_str!("codes/invoice_types.txt")),
    since: Release::November2026,
    added: &["389"],
};
static CREDIT_NOTE_TYPES: CodeList = CodeList::new(include_str!("codes/credit_note_types.txt"));

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let (index, variant) = (facts.index, facts.variant);
    for code in index.named(INVOICE_TYPE_CODE) {
        let free = free(facts, || {
            let code = normalized_text_at(index, code, &[])?;
            Ok(match &variant.types {
                Types::Lists => INVOICE_TYPES.has(&code, hits.release()),
                Types::Few { invoice, .. } => invoice.contains(&code.as_ref()),
            })
        })?;
        require(hits, variant.p0100, code, free);
        if matches!(variant.types, Types::Lists) {
            german_types(facts, code, hits)?;
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

/// Between two German parties each of their types may be sent; the type of corrected invoices between two Slovak
/// ones as well, since a release.
fn german_types(
    facts: &Facts<'_, '_>,
    code: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let value = facts.index.normalized(code);
    let before = hits.asks(&GERMAN_TYPES_2026_5);
    let german = matches!(value.as_ref(), "326" | "384") || (value == "389" && !before);
    let allowed = either(Ok(!german), || facts.both_reside_in("DE"));
    let corrects = value == "384" && !before;
    let allowed = either(allowed, || Ok(corrects && both_are_slovak(facts)?))?;
    require(hits, if before { &GERMAN_TYPES_2026_5 } else { &GERMAN_TYPES }, code, allowed);
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

static GERMAN_TYPES_2026_5: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0112",
    &["BT-3"],
    "Invoices of type {found} can be sent between two German parties alone.",
    "Use 380, or 381 in a credit note to correct an invoice.",
)
.until(Release::May2026);
/// Types for German parties alone, or for Slovak ones too.
pub(super) static GERMAN_TYPES: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0112",
    &["BT-3"],
    "Invoices of type {found} can be sent between two German parties alone; of type 384, between two Slovak ones too.",
    "Use 380, or 381 in a credit note to correct an invoice.",
)
.since(Release::November2026);
