//! What the configuration of a validator makes of a report: some rules weigh more or less than their stylesheet says,
//! and the whole is recommended to be accepted or rejected.

use std::collections::BTreeMap;

use crate::report::Report;
use crate::rule::{Flag, Rule};

/// A case of the configuration: the documents that fall into it, and the rules with another weight.
#[derive(Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The name, for example `ubl-invoice:cius`; `none` if no case matches, `ambiguous` if several do.
    pub name: &'static str,
    /// The weights that differ, by the id of the rule.
    pub(crate) levels: &'static [(&'static str, Flag)],
    /// The rules that the validator evaluates.
    pub(crate) asked: Asked,
}

/// The rules that a validator evaluates in a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// None: it rejects the document as it is.
    None,
    /// CEN's, not those of the set itself.
    Cen,
    /// All rules.
    All,
}

/// The recommendation of a validator about a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recommendation {
    /// Accept it.
    Accept,
    /// Reject it: it has errors, or the validator has no scenario for it.
    Reject,
    /// None: a stylesheet gave up, and the other rules found no error.
    ProcessingError,
}

impl Recommendation {
    /// `accept`, `reject` or `processing error`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::ProcessingError => "processing error",
        }
    }
}

impl Scenario {
    fn level(&self, id: &str, flag: Flag) -> Flag {
        let changed = self.levels.iter().find(|level| level.0 == id);
        changed.map_or(flag, |level| level.1)
    }
}

impl Report<'_> {
    /// The scenario of the document; none where the set of rules has no validator's configuration, or the document
    /// could not be read.
    pub const fn scenario(&self) -> Option<&'static Scenario> {
        self.scenario
    }

    /// The weight of the rule for this document: that of its stylesheet, unless the scenario changes it.
    pub fn level(&self, rule: &Rule) -> Flag {
        self.level_of(rule.id, rule.flag)
    }

    fn level_of(&self, id: &str, flag: Flag) -> Flag {
        self.scenario.map_or(flag, |scenario| scenario.level(id, flag))
    }

    /// The ids that failed, how much each weighs for this document, and how often it failed.
    pub fn weights(&self) -> impl Iterator<Item = (&'static str, Flag, usize)> {
        self.fired().iter().map(|(id, (flag, count))| (*id, self.level_of(id, *flag), *count))
    }

    /// The weight of a rule that failed on this document; `None` if it did not fail.
    pub fn weight(&self, id: &str) -> Option<Flag> {
        self.fired().get(id).map(|(flag, _)| self.level_of(id, *flag))
    }

    /// The rules that failed and weigh differently in the document's scenario, with what they weigh; none where the
    /// validator does not come to ask rules, because the schema has refused the document.
    pub fn changed_levels(&self) -> BTreeMap<&'static str, Flag> {
        let fired = self.fired().iter().filter(|_| self.schema_valid);
        let levels = fired.map(|(id, (flag, _))| (*id, *flag, self.level_of(id, *flag)));
        levels.filter(|(_, flag, level)| flag != level).map(|(id, _, level)| (id, level)).collect()
    }

    /// The recommendation of the set's validator; `None` without one, or for an unreadable document.
    pub fn recommendation(&self) -> Option<Recommendation> {
        let scenario = self.scenario?;
        let asked = |id: &str| match scenario.asked {
            Asked::None => false,
            Asked::Cen => !crate::xrechnung::is_own(id),
            Asked::All => true,
        };
        let is_official = |id: &str| self.official_of(id).is_some();
        let has_error = self
            .weights()
            .any(|(id, level, _)| is_official(id) && asked(id) && level == Flag::Fatal);
        // CEN's stylesheet is the first one
        let stylesheets = match scenario.asked {
            Asked::None => 0,
            Asked::Cen => 1,
            Asked::All => usize::MAX,
        };
        let has_died = self.gave_up.iter().take(stylesheets).any(|gave_up| *gave_up);
        Some(if scenario.asked == Asked::None || !self.schema_valid || has_error {
            Recommendation::Reject
        } else if has_died {
            Recommendation::ProcessingError
        } else {
            Recommendation::Accept
        })
    }
}
