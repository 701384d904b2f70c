//! The result of a validation.

use std::collections::BTreeMap;

use xml::{Parsed, Readable, Unreadable};

use crate::assessment::{Recommendation, Scenario};
use crate::index::Index;
use crate::official::Official;
use crate::release::Release;
use crate::rule::{Flag, Rule};
use crate::rule_book::RuleBook;
use crate::unreadable::{reason, rule_of};
use crate::verdict::{Hit, Hits, Values};

/// The findings on a document. They have no texts: [`Report::explain`] makes them.
#[derive(Debug)]
pub struct Report<'a> {
    /// The rules that were checked.
    pub rule_set: &'static RuleBook,
    /// The release of Peppol's rules that they are of.
    pub release: Release,
    /// Whether the document could be read and has the shape that its schema prescribes.
    pub schema_valid: bool,
    /// What was found: guards, then schema, then the rules in the official order. There are no more
    /// than [`crate::Options::max_findings`], besides the first of each rule; [`Report::fired`] counts
    /// all.
    pub findings: Vec<Finding>,
    /// The report by the next release, for a valid document that it refuses; only with [`crate::Options::ahead`].
    pub ahead: Option<Box<Self>>,
    pub(crate) fired: BTreeMap<&'static str, (Flag, usize)>,
    pub(crate) scenario: Option<&'static Scenario>,
    /// Whether each stylesheet that was run gave up, in their order.
    pub(crate) gave_up: Vec<bool>,
    pub(crate) source: Source<'a>,
}

/// The document that the findings refer to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source<'a> {
    Document(&'a (dyn Readable + 'a)),
    /// A document without a tree; the line and column at which reading ended.
    Unreadable {
        line: u32,
        column: u32,
    },
}

/// One failed rule.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Where its element begins, in bytes of the document as UTF-8.
    pub offset: usize,
    /// The element's number in the tree; `None` without a tree.
    pub(crate) node: Option<u32>,
    pub(crate) values: Option<Box<Values>>,
}

impl Report<'static> {
    /// The report on a document that cannot be read: the one thing that keeps it from it.
    pub fn unreadable(error: &Unreadable, rule_set: impl Into<&'static RuleBook>) -> Self {
        let rule_set = rule_set.into();
        let (rule, offset) = (rule_of(&error.cause), error.offset);
        let finding = Finding { rule, offset, node: None, values: reason(&error.cause) };
        let source = Source::Unreadable { line: error.line, column: error.column };
        let fired = BTreeMap::from([(rule.id, (rule.flag, 1))]);
        Self {
            rule_set,
            release: Release::default(),
            schema_valid: false,
            findings: vec![finding],
            ahead: None,
            fired,
            scenario: None,
            gave_up: Vec::new(),
            source,
        }
    }
}

impl<'a> Report<'a> {
    pub(crate) fn of(
        (mut hits, index): (Hits, &Index<'_>),
        rule_set: &'static RuleBook,
        schema_valid: bool,
        document: &'a Parsed<'_>,
    ) -> Self {
        let (release, gave_up) = (hits.release(), hits.take_gave_up());
        let (kept, fired) = hits.into_parts();
        let findings = kept.into_iter().map(|hit| Finding::of(hit, index)).collect();
        let scenario = rule_set.scenario.map(|scenario_of| scenario_of(index));
        let source = Source::Document(document);
        Self {
            rule_set,
            release,
            schema_valid,
            findings,
            ahead: None,
            fired,
            scenario,
            gave_up,
            source,
        }
    }
}

impl Report<'_> {
    /// The rules of the set's own publisher that the document was judged by.
    pub fn official(&self) -> &'static Official {
        self.rule_set.own.in_release(self.release)
    }

    /// The official rules that it stands for; `None` for our own (`schema-…`, `guard-…`, `dead-…`).
    pub fn official_of(&self, rule: &str) -> Option<&'static Official> {
        let is_ours = ["schema-", "guard-", "dead-"].iter().any(|begin| rule.starts_with(begin));
        (!is_ours).then(|| self.rule_set.official_of(rule, self.release))
    }

    /// Whether no rule of weight failed; where the set has a validator's configuration, whether that recommends to
    /// accept the document.
    pub fn is_valid(&self) -> bool {
        match self.recommendation() {
            Some(recommendation) => recommendation == Recommendation::Accept,
            None => self.count(Flag::Fatal) == 0,
        }
    }

    /// The ids that failed, with the flag of their stylesheet and how often: all of them, listed or not.
    pub const fn fired(&self) -> &BTreeMap<&'static str, (Flag, usize)> {
        &self.fired
    }

    /// How many findings weigh so much for this document, listed or not.
    pub fn count(&self, flag: Flag) -> usize {
        self.weights().filter(|fired| fired.1 == flag).map(|fired| fired.2).sum()
    }

    /// The number of findings, listed or not.
    pub fn total(&self) -> usize {
        self.fired.values().map(|fired| fired.1).sum()
    }
}

impl Finding {
    pub(crate) fn of(hit: Hit, index: &Index<'_>) -> Self {
        Self {
            rule: hit.rule,
            offset: hit.element.map_or(0, |element| index.offset(element)),
            node: hit.element.map(|element| index.number(element)),
            values: hit.values,
        }
    }
}
