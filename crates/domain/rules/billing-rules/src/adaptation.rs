//! How rules of invoices are asked of an invoice that stands in another document.

use crate::code_list::CodeList;
use crate::index::{Element, Index};
use crate::logic::Truth;
use crate::release::Release;
use crate::rule::Rule;

/// What the stylesheets of another document change in the rules of invoices that they take over.
#[derive(Debug)]
pub struct Adaptation {
    /// The release whose rules they took over.
    pub release: Release,
    /// Ids of the rules that they do not take over, or write differently.
    pub left_out: CodeList,
    /// Whether a rule of a table lets an element pass, before its own test is asked.
    pub excuses: fn(&Index<'_>, &Rule, Element) -> Truth,
    /// The code list of a rule, where it is another.
    pub codes: fn(&Rule) -> Option<&'static CodeList>,
    /// The rule that stands in for this one: the same, or one that weighs differently.
    pub instead: fn(&'static Rule) -> &'static Rule,
}
