//! Simple types with what narrows them, as Xerces takes them.

use std::borrow::Cow;

use xml::schema::{Kind, Validator};
use xml::white_space;

/// A simple type: a kind with what narrows it.
#[derive(Debug, Clone)]
pub(super) struct Simple {
    pub(super) kind: Kind,
    least: usize,
    most: usize,
    one_of: Vec<String>,
}

impl Simple {
    pub(super) const fn of(kind: Kind) -> Self {
        Self { kind, least: 0, most: usize::MAX, one_of: Vec::new() }
    }

    /// Adds a facet of a table. False: it means nothing.
    pub(super) fn restrict(&mut self, facet: &str) -> bool {
        match facet.split_once('=') {
            Some(("minLength", number)) => self.least = number.parse().unwrap_or(0),
            Some(("maxLength", number)) => self.most = number.parse().unwrap_or(usize::MAX),
            Some(("one-of", list)) => {
                self.one_of = list.split('|').map(|one| one.replace('~', " ")).collect();
            }
            _ => return false,
        }
        true
    }

    /// What is wrong with a value.
    pub(super) fn fault(&self, text: &str) -> Option<String> {
        let text = self.normalized(text);
        if !self.kind.admits(&text, Validator::Xerces) {
            return Some(format!("\"{}\" is not {}", shortened(&text), self.kind.looks()));
        }
        if (self.least, self.most) != (0, usize::MAX) {
            let length = text.encode_utf16().count();
            if length < self.least || length > self.most {
                let how = if length < self.least { "short" } else { "long" };
                return Some(format!("\"{}\" is too {how}", shortened(&text)));
            }
        }
        let listed = self.one_of.is_empty() || self.one_of.iter().any(|one| *one == text);
        (!listed).then(|| format!("\"{}\" is none of {}", shortened(&text), self.one_of.join(", ")))
    }

    /// The text with its white space as the type treats it.
    pub(super) fn normalized<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.kind {
            Kind::Text => Cow::Borrowed(text),
            Kind::Normalized if !text.contains(['\t', '\n', '\r']) => Cow::Borrowed(text),
            Kind::Normalized => Cow::Owned(text.replace(['\t', '\n', '\r'], " ")),
            _ => white_space::normalized(text),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_form_of_their_kind_white_space_aside() {
        for (kind, good, bad) in [
            (Kind::Boolean, " 0\n", "yes"),
            (Kind::Date, "\t2027-01-04 ", "2027-01-32"),
            (Kind::Base64, "Y W\nJj", "YQ=!="),
            (Kind::Address, " http://x]\n", "http:"),
        ] {
            let simple = Simple::of(kind);
            assert_eq!(simple.fault(good), None, "{kind:?}");
            assert!(simple.fault(bad).is_some(), "{kind:?}");
        }
        let text = " a\n b ";
        for (kind, expected) in
            [(Kind::Text, text), (Kind::Normalized, " a  b "), (Kind::Token, "a b")]
        {
            assert_eq!(Simple::of(kind).normalized(text), expected, "{kind:?}");
        }
    }

    #[test]
    fn facets_narrow() {
        let mut code = Simple::of(Kind::Token);
        assert!(
            code.restrict("minLength=2") && code.restrict("maxLength=2") && !code.restrict("x=1")
        );
        assert_eq!(code.fault(" SK "), None);
        assert!(code.fault("").is_some() && code.fault("SVK").is_some());
        let mut listed = Simple::of(Kind::Text);
        assert!(listed.restrict("one-of=a~b|c"));
        assert!(listed.fault("a b").is_none() && listed.fault("d").is_some());
    }
}
