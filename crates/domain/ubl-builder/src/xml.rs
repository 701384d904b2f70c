//! A small XML writer: groups, leaves, escaping.

use crate::Syntax;
use money::{Currency, Decimal};
use time::Date;

const COMMON: &str = "urn:oasis:names:specification:ubl:schema:xsd:Common";

/// UBL as it is written. Nothing empty is ever written: a leaf without text and a group without
/// content leave no trace (PEPPOL-EN16931-R008).
pub(crate) struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    pub(crate) fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0 }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// The root element with its namespaces.
    pub(crate) fn document(&mut self, syntax: Syntax, content: impl FnOnce(&mut Self)) {
        let root = syntax.root();
        let namespace = syntax.namespace();
        self.text.push_str(&format!(
            "<{root} xmlns=\"{namespace}\"\n    xmlns:cac=\"{COMMON}AggregateComponents-2\"\n    \
             xmlns:cbc=\"{COMMON}BasicComponents-2\">\n"
        ));
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.text.push_str(&format!("</{root}>\n"));
    }

    /// An aggregate, `cac:` and the name; nothing if its content is nothing.
    pub(crate) fn group(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let before = self.text.len();
        self.indent();
        self.text.push_str(&format!("<cac:{name}>\n"));
        let opened = self.text.len();
        self.depth += 1;
        content(self);
        self.depth -= 1;
        if self.text.len() == opened {
            self.text.truncate(before);
            return;
        }
        self.indent();
        self.text.push_str(&format!("</cac:{name}>\n"));
    }

    /// A basic component, `cbc:` and the name; nothing if its text is empty.
    pub(crate) fn leaf(&mut self, name: &str, text: &str) {
        self.leaf_with(name, &[], text);
    }

    /// A leaf that may be absent.
    pub(crate) fn optional(&mut self, name: &str, text: Option<&str>) {
        self.leaf(name, text.unwrap_or_default());
    }

    /// A leaf with attributes.
    pub(crate) fn leaf_with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        if !text.chars().any(|c| is_xml(c) && !c.is_ascii_whitespace()) {
            return;
        }
        self.indent();
        self.text.push_str(&format!("<cbc:{name}"));
        for (key, value) in attributes {
            self.text.push_str(&format!(" {key}=\""));
            escape(&mut self.text, value, true);
            self.text.push('"');
        }
        self.text.push('>');
        escape(&mut self.text, text, false);
        self.text.push_str(&format!("</cbc:{name}>\n"));
    }

    /// An amount with its currency, two decimals.
    pub(crate) fn amount(&mut self, name: &str, amount: Decimal, currency: Currency) {
        let text = money::round(amount).to_string();
        self.leaf_with(name, &[("currencyID", currency.code())], &text);
    }

    /// A date, `YYYY-MM-DD`.
    pub(crate) fn date(&mut self, name: &str, date: Option<Date>) {
        if let Some(date) = date {
            self.leaf(name, &date.to_string());
        }
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }
}

/// Whether XML 1.0 has the character.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Escaped text; characters that XML 1.0 forbids are dropped. A carriage return, and any line
/// break in an attribute, would not survive reading unless written as a reference.
fn escape(out: &mut String, text: &str, attribute: bool) {
    for c in text.chars().filter(|c| is_xml(*c)) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\t' if attribute => out.push_str("&#9;"),
            c => out.push(c),
        }
    }
}
