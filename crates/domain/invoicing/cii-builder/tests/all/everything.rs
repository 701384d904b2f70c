//! A document with every term of EN 16931, and the other documents in CII: as UBL and as CII again they are the same.

use crate::terms::{self, cii};
use std::collections::BTreeSet;

/// What the way to UBL changes already: several notes are one for Peppol, a contact is a person or a department, both prices
/// have one base quantity; and the name that CII wants of a project is no term.
const CHANGED: [&str; 5] = [
    "IncludedNote/Content",
    "DefinedTradeContact/PersonName",
    "DefinedTradeContact/DepartmentName",
    "GrossPriceProductTradePrice/BasisQuantity[unitCode=C62]",
    "SpecifiedProcuringProject/Name",
];

/// The values of a CII document but for those.
fn values(cii: &str) -> BTreeSet<(String, String)> {
    let is_same = |(path, _): &(String, String)| !CHANGED.iter().any(|one| path.ends_with(one));
    terms::terms(cii).into_iter().filter(is_same).collect()
}

#[test]
fn every_term_comes_back() {
    for name in ["everything.xml", "credit-note.xml", "invoice.xml"] {
        let original = fixtures::text(&format!("documents/cii/{name}"));
        let again = cii(&terms::ubl(&original), None);
        assert_eq!(again.losses, [], "{name}");
        let (before, after) = (values(&original), values(&again.xml));
        let lost: Vec<_> = before.difference(&after).collect();
        let new: Vec<_> = after.difference(&before).collect();
        assert!(lost.is_empty() && new.is_empty(), "{name}: lost {lost:#?}, new {new:#?}");
        assert_eq!(terms::terms(&terms::ubl(&again.xml)), terms::terms(&terms::ubl(&original)));
    }
}

/// It has identifiers with a scheme as `ID`, and leaves out what UBL asks for: both come back in their usual form.
#[test]
fn what_is_written_unusually_says_the_same() {
    let original = fixtures::text("documents/cii/card.xml");
    let again = cii(&terms::ubl(&original), None);
    assert_eq!(again.losses, []);
    assert_eq!(terms::terms(&terms::ubl(&again.xml)), terms::terms(&terms::ubl(&original)));
}
