//! XRechnung over UBL: Peppol's rules that it takes over, Germany's, those of the extension and of clean vehicles.

mod extension;
mod payments;
mod sub_lines;
mod vehicles;

use super::identifiers::{ALL, CVD, EXTENSION, Identifiers};
use super::rules::{BR_DE, BR_DE_21, BR_DE_TMP_32, BR_TMP_3, RULES};
use crate::german;
use crate::index::{Element, Index};
use crate::names::ubl::{cac, cbc};
use crate::names::{CREDIT_NOTE, INVOICE};
use crate::peppol;
use crate::peppol::reading::{exists, require};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

const ROOT: Element = Element::ROOT;

/// Runs XRechnung's stylesheet.
pub(crate) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    peppol::check_taken_over(index, hits)?;
    if !matches!(index.name(ROOT), INVOICE | CREDIT_NOTE) {
        return Ok(());
    }
    german::check_ubl(index, &BR_DE, hits)?;
    let identifiers = Identifiers::of(index.children_named(ROOT, cbc::CUSTOMIZATION_ID));
    require(hits, &BR_DE_21, ROOT, ALL.iter().any(|known| identifiers.say(index, known)));
    require(hits, &BR_DE_TMP_32, ROOT, says_when(index));
    if identifiers.hold(index, EXTENSION) {
        extension::check(index, hits)?;
    }
    if identifiers.hold(index, CVD) {
        vehicles::check(index, hits)?;
    }
    Ok(())
}

/// Whether the invoice says when it was delivered: for the whole, or each line for itself.
fn says_when(index: &Index<'_>) -> bool {
    let mut lines = [cac::INVOICE_LINE, cac::CREDIT_NOTE_LINE]
        .into_iter()
        .flat_map(|name| index.children_named(ROOT, name));
    exists(index, ROOT, &[cac::DELIVERY, cbc::ACTUAL_DELIVERY_DATE])
        || index.has_child(ROOT, cac::INVOICE_PERIOD)
        || lines.all(|line| index.has_child(line, cac::INVOICE_PERIOD))
}

/// Every rule of XRechnung over UBL, CEN's aside.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    let own = RULES.into_iter().filter(|rule| rule.id != BR_TMP_3.id);
    let of_extension = super::extension::RULES.into_iter().chain(sub_lines::RULES);
    let of_vehicles = super::vehicles::RULES;
    peppol::taken_over().chain(own).chain(of_extension).chain(payments::RULES).chain(of_vehicles)
}
