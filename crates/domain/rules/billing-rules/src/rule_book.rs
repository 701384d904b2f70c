//! A set of rules as data.

use crate::assessment::Scenario;
use crate::index::Index;
use crate::official::Official;
use crate::options::Options;
use crate::release::Release;
use crate::rule::Rule;
use crate::schema::{self, Schema};
use crate::verdict::{Hits, run};
use crate::{cii, peppol, ubl, xrechnung};

/// A set of official rules: what is checked, and what is said of it. Those for invoices are the ones of
/// [`RuleSet`](crate::RuleSet); other crates make theirs from the same parts ([`crate::machinery`]).
#[derive(Debug)]
pub struct RuleBook {
    /// The name used in commands and files, `peppol-ubl`.
    pub name: &'static str,
    /// The shape of the documents.
    pub shape: Shape,
    /// Runs the official stylesheets, each by [`run`](crate::machinery::run).
    pub check: fn(&Index<'_>, Options, &mut Hits),
    /// The official rules, group by group.
    pub rules: fn() -> Vec<&'static Rule>,
    /// The rules of the set's own publisher: their oldest release that is implemented ([`Official::in_release`]).
    pub own: &'static Official,
    /// The release that the rule of an id comes from.
    pub official: fn(&str) -> &'static Official,
    /// The case of a validator's configuration that a document falls into, where the set has such a validator.
    pub scenario: Option<fn(&Index<'_>) -> &'static Scenario>,
}

/// How the shape of documents is checked.
#[derive(Debug)]
pub enum Shape {
    /// It is checked by a table.
    Table(fn() -> &'static Schema),
    /// It is checked by another crate, which reports findings with [`Hits::push_shape`].
    Other(fn(&Index<'_>, &mut Hits)),
}

impl RuleBook {
    /// The name.
    pub const fn as_str(&self) -> &'static str {
        self.name
    }

    /// The release that the rule of an id comes from, where the set is asked in a release of Peppol's rules. What a set took
    /// over from another publisher does not follow that one's releases.
    pub fn official_of(&self, rule: &str, release: Release) -> &'static Official {
        let official = (self.official)(rule);
        if official == self.own { self.own.in_release(release) } else { official }
    }

    /// Whether another release of Peppol's rules has a different result.
    pub(crate) fn differs(&self, one: Release, other: Release) -> bool {
        self.own.in_release(one).version != self.own.in_release(other).version
    }
}

pub(crate) static EN16931_UBL: RuleBook = RuleBook {
    name: "en16931-ubl",
    shape: Shape::Table(schema::ubl),
    check: |index, _, hits| run(index, hits, ubl::check),
    rules: ubl::rules,
    own: &Official::CEN_UBL,
    official: |_| &Official::CEN_UBL,
    scenario: None,
};

pub(crate) static EN16931_CII: RuleBook = RuleBook {
    name: "en16931-cii",
    shape: Shape::Table(schema::cii),
    check: |index, _, hits| run(index, hits, cii::check),
    rules: || cii::rules().collect(),
    own: &Official::CEN_CII,
    official: |_| &Official::CEN_CII,
    scenario: None,
};

pub(crate) static PEPPOL_UBL: RuleBook = RuleBook {
    name: "peppol-ubl",
    shape: Shape::Table(schema::ubl),
    check: |index, _, hits| {
        if !hits.is_ahead() {
            run(index, hits, ubl::check);
        }
        run(index, hits, peppol::check_billing);
    },
    rules: || ubl::rules().into_iter().chain(peppol::billing_rules()).collect(),
    own: &Official::BILLING,
    official: |rule| Official::of_cen_or(rule, &Official::BILLING),
    scenario: None,
};

pub(crate) static PEPPOL_SELFBILLING_UBL: RuleBook = RuleBook {
    name: "peppol-selfbilling-ubl",
    shape: Shape::Table(schema::ubl),
    check: |index, _, hits| {
        if !hits.is_ahead() {
            run(index, hits, ubl::check);
        }
        run(index, hits, peppol::check_self_billing);
    },
    rules: || ubl::rules().into_iter().chain(peppol::self_billing_rules()).collect(),
    own: &Official::SELF_BILLING,
    official: |rule| Official::of_cen_or(rule, &Official::SELF_BILLING),
    scenario: None,
};

pub(crate) static XRECHNUNG_UBL: RuleBook = RuleBook {
    name: "xrechnung-ubl",
    shape: Shape::Table(schema::ubl),
    check: |index, _, hits| {
        run(index, hits, ubl::check);
        run(index, hits, xrechnung::ubl::check);
    },
    rules: || ubl::rules().into_iter().chain(xrechnung::ubl::rules()).collect(),
    own: &Official::XRECHNUNG,
    official: |rule| xrechnung::official(rule, &Official::CEN_UBL),
    scenario: Some(xrechnung::scenario_of_ubl),
};

pub(crate) static XRECHNUNG_CII: RuleBook = RuleBook {
    name: "xrechnung-cii",
    shape: Shape::Table(schema::cii),
    check: |index, _, hits| {
        run(index, hits, cii::check);
        run(index, hits, xrechnung::cii::check);
    },
    rules: || cii::rules().chain(xrechnung::cii::rules()).collect(),
    own: &Official::XRECHNUNG,
    official: |rule| xrechnung::official(rule, &Official::CEN_CII),
    scenario: Some(xrechnung::scenario_of_cii),
};
