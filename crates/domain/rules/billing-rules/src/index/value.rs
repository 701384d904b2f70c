//! Texts and numbers of elements.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{Element, Index, PARENT, REMARK, SPLIT};
use crate::aborted::StylesheetAborted;
use crate::names::Name;
use crate::number::untyped::compare_with_integer;
use crate::number::{XsDecimal, double};
use xml::schema::is_decimal;
use xml::white_space::{is_blank, normalized, trimmed};

/// Characters of a number that is calculated with.
const LONGEST_NUMBER: usize = 1_000;

impl<'a> Index<'a> {
    /// The element's string value: its text and that of its descendants.
    pub fn value(&self, element: Element) -> Cow<'a, str> {
        let entry = &self.entries[element.at()];
        if entry.shape & (PARENT | SPLIT) == 0 {
            return Cow::Borrowed(entry.text);
        }
        let node = self.node(element);
        if !self.step(node.range().len() / 16) {
            return Cow::Borrowed("");
        }
        Cow::Owned(
            node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect::<String>(),
        )
    }

    /// The element's text where it is one piece, with nothing beside it.
    pub fn single_text(&self, element: Element) -> Option<&'a str> {
        let entry = &self.entries[element.at()];
        (entry.shape & (PARENT | SPLIT | REMARK) == 0).then_some(entry.text)
    }

    /// The string value with white space normalized.
    pub fn normalized(&self, element: Element) -> Cow<'a, str> {
        match self.value(element) {
            Cow::Borrowed(text) => normalized(text),
            Cow::Owned(text) => Cow::Owned(normalized(&text).into_owned()),
        }
    }

    /// Whether the string value is exactly this.
    pub fn is(&self, element: Element, text: &str) -> bool {
        let entry = &self.entries[element.at()];
        if entry.shape & (PARENT | SPLIT) == 0 {
            return entry.text == text;
        }
        self.value(element) == text
    }

    /// Whether the normalized string value is exactly this.
    pub fn is_normalized(&self, element: Element, text: &str) -> bool {
        self.is(element, text) || self.normalized(element) == text
    }

    /// Whether the string value is nothing but white space.
    pub fn is_blank(&self, element: Element) -> bool {
        is_blank(&self.value(element))
    }

    /// `normalize-space(child) != ''`, which gives up on two children of the name.
    pub fn has_text(&self, element: Element, name: Name) -> Result<bool, StylesheetAborted> {
        Ok(self.only(element, name)?.is_some_and(|child| !self.is_blank(child)))
    }

    /// `xs:decimal(.)`; an invalid one ends the official engine's run. One of more than a thousand
    /// characters is not calculated with: ten thousand such would keep us busy for minutes.
    pub fn decimal(&self, element: Element) -> Result<XsDecimal, StylesheetAborted> {
        let value = self.value(element);
        let text = trimmed(&value);
        if text.len() > LONGEST_NUMBER && is_decimal(text) {
            return Err(StylesheetAborted::too_long(element));
        }
        let number = (text.len() <= LONGEST_NUMBER).then(|| XsDecimal::parse(text)).flatten();
        number.ok_or(StylesheetAborted::bad_cast(element))
    }

    /// `xs:decimal(child)`, nothing when there is no such child.
    pub fn child_decimal(
        &self,
        element: Element,
        name: Name,
    ) -> Result<Option<XsDecimal>, StylesheetAborted> {
        self.only(element, name)?.map(|child| self.decimal(child)).transpose()
    }

    /// `xs:double(.)`.
    pub fn double(&self, element: Element) -> Result<f64, StylesheetAborted> {
        double::parse(&self.value(element)).ok_or(StylesheetAborted::bad_cast(element))
    }

    /// How the value, which has no type, compares with zero.
    pub fn compared_with_zero(&self, element: Element) -> Result<Ordering, StylesheetAborted> {
        compare_with_integer(&self.value(element), 0).ok_or(StylesheetAborted::bad_cast(element))
    }

    /// `xs:boolean(.)`, which is also what comparing an untyped value with a boolean does.
    pub fn boolean(&self, element: Element) -> Result<bool, StylesheetAborted> {
        match trimmed(&self.value(element)) {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(StylesheetAborted::bad_cast(element)),
        }
    }
}
