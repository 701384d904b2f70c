//! The sets of rules that documents can be checked against.

use billing_rules::{RuleBook, RuleSet};
use xml::Parsed;

/// All of them: those of invoices, then those of the network's other documents.
pub fn all() -> impl Iterator<Item = &'static RuleBook> {
    let others = [
        &peppol_statistics::TRANSACTIONS,
        &peppol_statistics::END_USERS,
        &tax_data_document::TAX_DATA,
        &mls_rules::MLS,
    ];
    RuleSet::ALL.into_iter().map(RuleSet::book).chain(others)
}

/// The set of this name.
pub fn parse(name: &str) -> Option<&'static RuleBook> {
    all().find(|set| set.name == name)
}

/// The set that a document asks for, if it is of a kind that is known.
pub fn detect(document: &Parsed<'_>) -> Option<&'static RuleBook> {
    if tax_data_document::is_tax_data(document) {
        return Some(&tax_data_document::TAX_DATA);
    }
    if mls_rules::is_mls(document) {
        return Some(&mls_rules::MLS);
    }
    peppol_statistics::detect(document).or_else(|| RuleSet::detect(document).map(RuleSet::book))
}
