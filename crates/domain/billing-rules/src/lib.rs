#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod aborted;
mod catalogue;
mod cii;
mod code_list;
mod date;
mod explain;
mod index;
mod logic;
mod names;
mod number;
mod peppol;
mod report;
mod rule;
mod rule_set;
mod schema;
mod text;
mod ubl;
mod unreadable;
mod verdict;

use xml::{Parsed, Unreadable};

pub use catalogue::{own_rules, rule, rules};
pub use explain::Explanation;
pub use number::XsDecimal;
pub use report::{Finding, Report};
pub use rule::{Flag, Rule};
pub use rule_set::RuleSet;

use index::Index;
use report::Source;
use verdict::{Hits, run};

/// Checks a document: its schema, then the official rules of the set.
pub fn validate<'a>(document: &'a Parsed<'a>, rule_set: RuleSet) -> Report<'a> {
    let index = Index::build(document.document());
    let mut hits = Hits::default();
    schema::check(&index, rule_set, &mut hits);
    let schema_valid = hits.len() == 0;
    check(&index, rule_set, &mut hits);
    let findings = hits.into_list().into_iter().map(|hit| Finding::of(hit, &index)).collect();
    Report { rule_set, schema_valid, findings, source: Source::Document(document) }
}

/// The report on a document that was read or not: any bytes at all get one.
///
/// ```
/// use billing_rules::{RuleSet, report};
/// use xml::Parsed;
///
/// let document = Parsed::read(b"<Invoice>");
/// assert_eq!(report(&document, RuleSet::PeppolUbl).findings[0].rule.id, "guard-well-formed");
/// ```
pub fn report<'a>(document: &'a Result<Parsed<'a>, Unreadable>, rule_set: RuleSet) -> Report<'a> {
    match document {
        Ok(document) => validate(document, rule_set),
        Err(error) => Report::unreadable(error, rule_set),
    }
}

/// Runs the stylesheets of the rule set.
fn check(index: &Index<'_>, rule_set: RuleSet, hits: &mut Hits) {
    match rule_set {
        RuleSet::En16931Ubl => run(index, hits, ubl::check),
        RuleSet::En16931Cii => run(index, hits, cii::check),
        RuleSet::PeppolUbl => {
            run(index, hits, ubl::check);
            run(index, hits, peppol::check_billing);
        }
        RuleSet::PeppolSelfbillingUbl => {
            run(index, hits, ubl::check);
            run(index, hits, peppol::check_self_billing);
        }
    }
}
