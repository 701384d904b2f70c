#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod catalogue;
mod cii;
mod code_list;
mod date;
mod explain;
pub mod guard;
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
mod verdict;

use std::borrow::Cow;

use roxmltree::{Document, ParsingOptions};

pub use catalogue::{own_rules, rule, rules};
pub use explain::Explanation;
pub use number::Decimal;
pub use report::{Finding, Report};
pub use rule::{Flag, Rule};
pub use rule_set::RuleSet;

use index::Index;
use verdict::{Hits, run};

/// Holds a document against a rule set: guards, then schema, then the official rules.
///
/// Any bytes at all get a report.
pub fn validate(bytes: &[u8], rule_set: RuleSet) -> Report {
    let text = match guard::admit(bytes, &guard::Limits::default()) {
        Ok(text) => text,
        Err(refusal) => return refused(rule_set, refusal.kind.rule(), refusal.offset),
    };
    match parsed(text) {
        Ok(document) => validate_document(&document, rule_set),
        Err(error) => refused(rule_set, &NOT_WELL_FORMED, offset_of(text, error.pos())),
    }
}

/// Holds an already parsed document against a rule set. The guards are for whoever parsed it.
pub fn validate_document(document: &Document<'_>, rule_set: RuleSet) -> Report {
    let index = Index::build(document);
    let mut hits = Hits::default();
    schema::judge(&index, rule_set, &mut hits);
    let schema_valid = hits.len() == 0;
    judge(&index, rule_set, &mut hits);
    let findings = hits.into_list().into_iter().map(|hit| Finding::of(hit, &index)).collect();
    Report { rule_set, schema_valid, findings }
}

/// Runs the stylesheets of the rule set.
fn judge(index: &Index<'_>, rule_set: RuleSet, hits: &mut Hits) {
    match rule_set {
        RuleSet::En16931Ubl => run(index, hits, ubl::judge),
        RuleSet::En16931Cii => run(index, hits, cii::judge),
        RuleSet::PeppolUbl => {
            run(index, hits, ubl::judge);
            run(index, hits, peppol::judge_billing);
        }
        RuleSet::PeppolSelfbillingUbl => {
            run(index, hits, ubl::judge);
            run(index, hits, peppol::judge_self_billing);
        }
    }
}

/// The document as text, if its encoding can be read.
pub(crate) fn readable(bytes: &[u8]) -> Option<Cow<'_, str>> {
    std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
}

/// The document as a tree.
pub(crate) fn parsed(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    Document::parse_with_options(text, ParsingOptions { allow_dtd: false, ..Default::default() })
}

fn refused(rule_set: RuleSet, rule: &'static Rule, offset: usize) -> Report {
    let finding = Finding { rule, offset, node: None, values: None };
    Report { rule_set, schema_valid: false, findings: vec![finding] }
}

/// Where a line and column lie in the text.
fn offset_of(text: &str, position: roxmltree::TextPos) -> usize {
    let line = text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize);
    let start: usize = line.map(str::len).sum();
    let column = position.col.saturating_sub(1) as usize;
    let rest = text.get(start..).unwrap_or_default();
    start + rest.char_indices().nth(column).map_or(0, |(at, _)| at)
}

static NOT_WELL_FORMED: Rule = Rule::fatal(
    "guard-well-formed",
    &[],
    "The document is not well-formed XML.",
    "Check that each element is closed, that names have declared prefixes and that & and < are escaped.",
);
