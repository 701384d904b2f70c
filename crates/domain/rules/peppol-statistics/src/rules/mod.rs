//! The official rules of the two reports, natively.
//!
//! A report is checked part by part: each element is taken by the first context that it matches, as in
//! the official patterns. A rule is a row: id, message, hint and test.

mod combinations;
mod common;
mod end_user_subsets;
mod end_users;
mod key;
mod numbers;
mod report;
mod row;
mod rows;
mod transaction_subtotals;
mod transactions;
mod unique;

pub use end_users::BOOK as END_USERS;
pub use report::is_listed_country;
pub use transactions::BOOK as TRANSACTIONS;

use billing_rules::RuleBook;
use xml::Parsed;

/// The rules that a document asks for by its document element, if it is one of the two reports.
#[must_use]
pub fn detect(document: &Parsed<'_>) -> Option<&'static RuleBook> {
    let (namespace, name) = document.root_name();
    match (name, namespace?) {
        ("TransactionStatisticsReport", uri) if uri.starts_with(TRANSACTION_NAMESPACES) => {
            Some(&TRANSACTIONS)
        }
        ("EndUserStatisticsReport", uri) if uri.starts_with(END_USER_NAMESPACES) => {
            Some(&END_USERS)
        }
        _ => None,
    }
}

/// How the namespaces of all versions begin.
const TRANSACTION_NAMESPACES: &str = "urn:fdc:peppol:transaction-statistics-report:";
const END_USER_NAMESPACES: &str = "urn:fdc:peppol:end-user-statistics-report:";
