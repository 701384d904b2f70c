//! The rules of Peppol that XRechnung has taken over, over UBL.

use super::facts::Facts;
use super::variant::{XRECHNUNG, XRECHNUNG_R120};
use super::{allowances, document, lines, parties};
use crate::index::Index;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The ids, R120 aside: it weighs less to XRechnung.
const IDS: [&str; 20] = [
    "PEPPOL-EN16931-R001",
    "PEPPOL-EN16931-R005",
    "PEPPOL-EN16931-R008",
    "PEPPOL-EN16931-R010",
    "PEPPOL-EN16931-R020",
    "PEPPOL-EN16931-R040",
    "PEPPOL-EN16931-R041",
    "PEPPOL-EN16931-R042",
    "PEPPOL-EN16931-R043",
    "PEPPOL-EN16931-R044",
    "PEPPOL-EN16931-R046",
    "PEPPOL-EN16931-R053",
    "PEPPOL-EN16931-R054",
    "PEPPOL-EN16931-R055",
    "PEPPOL-EN16931-R061",
    "PEPPOL-EN16931-R101",
    "PEPPOL-EN16931-R110",
    "PEPPOL-EN16931-R111",
    "PEPPOL-EN16931-R121",
    "PEPPOL-EN16931-R130",
];

/// Runs them.
pub(crate) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let facts = Facts::of(index, &XRECHNUNG);
    document::check(&facts, hits)?;
    parties::check(&facts, hits);
    allowances::check(&facts, hits)?;
    lines::check(&facts, hits)
}

/// Their list.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    let all = [document::RULES, parties::RULES, allowances::RULES, lines::RULES];
    let same = all.into_iter().flatten().copied().filter(|rule| IDS.contains(&rule.id));
    same.chain([&XRECHNUNG_R120])
}
