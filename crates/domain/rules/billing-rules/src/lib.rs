#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod aborted;
mod adaptation;
mod assessment;
mod catalogue;
mod cii;
mod code_list;
mod date;
mod decimals;
mod explain;
mod german;
mod hit;
mod hits;
mod index;
mod location;
mod logic;
pub mod machinery;
mod names;
mod number;
mod official;
mod options;
mod peppol;
mod release;
mod report;
mod rule;
mod rule_book;
mod rule_set;
mod schema;
mod specification;
mod term;
mod ubl;
mod unreadable;
mod verdict;
mod xrechnung;

pub use xml::{Limits, Parsed, Unreadable};

pub use assessment::{Recommendation, Scenario};
pub use catalogue::{own_rules, rule, rules};
pub use explain::Explanation;
pub use location::{Location, Step};
pub use number::XsDecimal;
pub use official::Official;
pub use options::Options;
pub use release::Release;
pub use report::{Finding, Report};
pub use rule::{Flag, Rule};
pub use rule_book::{RuleBook, Shape};
pub use rule_set::RuleSet;
pub use specification::{OtherSpecification, other_specification};
pub use term::Term;

use index::Index;
use verdict::Hits;

/// Checks a document: its schema, then the official rules of the set.
pub fn validate<'a>(
    document: &'a Parsed<'_>,
    rule_set: impl Into<&'static RuleBook>,
) -> Report<'a> {
    validate_with(document, rule_set, Options::default())
}

/// The same with other options.
pub fn validate_with<'a>(
    document: &'a Parsed<'_>,
    rule_set: impl Into<&'static RuleBook>,
    options: Options,
) -> Report<'a> {
    let rule_set = rule_set.into();
    let index = Index::build(document);
    let mut hits = Hits::of(options);
    match rule_set.shape {
        Shape::Table(schema) => schema::check(&index, schema(), &mut hits),
        Shape::Other(check) => check(&index, &mut hits),
    }
    let schema_valid = hits.is_empty();
    (rule_set.check)(&index, options, &mut hits);
    let report = Report::of((hits, &index), rule_set, schema_valid, document);
    let ahead = if options.ahead { ahead(&report, &index, options, document) } else { None };
    Report { ahead, ..report }
}

/// The report by the next release of Peppol's rules, for a valid document that it refuses.
fn ahead<'a>(
    report: &Report<'a>,
    index: &Index<'a>,
    options: Options,
    document: &'a Parsed<'_>,
) -> Option<Box<Report<'a>>> {
    let rule_set = report.rule_set;
    let next = options.release.next().filter(|next| rule_set.differs(options.release, *next));
    let release = next.filter(|_| report.is_valid())?;
    let options = Options { release, ahead: false, ..options };
    let mut hits = Hits::ahead(options);
    (rule_set.check)(index, options, &mut hits);
    let report = Report::of((hits, index), rule_set, report.schema_valid, document);
    (!report.is_valid()).then(|| Box::new(report))
}

/// The report on a document that was read or not: any bytes at all get one.
///
/// ```
/// use billing_rules::{Parsed, RuleSet, report};
///
/// let document = Parsed::read(b"<Invoice>");
/// assert_eq!(report(&document, RuleSet::PeppolUbl).findings[0].rule.id, "guard-well-formed");
/// ```
pub fn report<'a>(
    document: &'a Result<Parsed<'_>, Unreadable>,
    rule_set: impl Into<&'static RuleBook>,
) -> Report<'a> {
    report_with(document, rule_set, Options::default())
}

/// The same with other options.
pub fn report_with<'a>(
    document: &'a Result<Parsed<'_>, Unreadable>,
    rule_set: impl Into<&'static RuleBook>,
    options: Options,
) -> Report<'a> {
    match document {
        Ok(document) => validate_with(document, rule_set, options),
        Err(error) => Report { release: options.release, ..Report::unreadable(error, rule_set) },
    }
}
