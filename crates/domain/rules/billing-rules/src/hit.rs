//! A rule that failed, with the values to show.

use crate::index::Element;
use crate::names::Name;
use crate::number::XsDecimal;
use crate::rule::Rule;

/// A value of a finding, kept small: its text is made when it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// No value.
    None,
    /// A number.
    Decimal(XsDecimal),
    /// How many.
    Count(usize),
    /// A text known beforehand.
    Text(&'static str),
    /// An element's name.
    Name(Name),
    /// A text made for this finding.
    Owned(Box<str>),
    /// Nothing, and why: a clause that goes on from "but".
    Unknown(&'static str),
}

/// The value that would be right and the one found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) expected: Value,
    pub(crate) actual: Value,
}

/// A rule that failed on an element.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    pub(crate) rule: &'static Rule,
    /// Nothing when the document could not be read at all.
    pub(crate) element: Option<Element>,
    /// Absent for the rules that compare nothing; the element's own text is then the value found.
    pub(crate) values: Option<Box<Values>>,
}
