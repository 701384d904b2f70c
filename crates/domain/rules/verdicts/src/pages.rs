//! What is known of a rule and of a business term.

use serde::Serialize;

/// What an id stands for.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Page {
    /// A business term of EN 16931.
    Term(TermPage),
    /// A rule: one page for each form that it has in a set or a release.
    Rules(Vec<RulePage>),
}

/// A business term.
#[derive(Debug, Serialize)]
pub struct TermPage {
    /// Its number, `BT-115`.
    pub id: &'static str,
    /// Its name in the standard.
    pub name: &'static str,
    /// Where it stands in a UBL invoice, from the document element.
    pub ubl: &'static str,
    /// Where it stands in a Cross Industry Invoice.
    pub cii: &'static str,
    /// The rules that speak of it, by their ids.
    pub rules: Vec<&'static str>,
}

/// A rule.
#[derive(Debug, Serialize)]
pub struct RulePage {
    /// Its official id, `BR-CO-15`.
    pub rule: &'static str,
    /// `fatal`, `warning` or `information`.
    pub flag: &'static str,
    /// The sets that have it so, each with its releases where it is not in all of them.
    pub rulesets: Vec<String>,
    /// The terms that it speaks of.
    pub terms: Vec<Named>,
    /// What it is about, whatever the values.
    pub message: String,
    /// How to fix a failure.
    pub hint: &'static str,
    /// Where the official rule can be read.
    pub links: Vec<String>,
}

/// A business term by its number, with its name where the standard has one.
#[derive(Debug, Serialize)]
pub struct Named {
    /// `BT-115`.
    pub id: &'static str,
    /// Its name in the standard.
    pub name: Option<&'static str>,
}
