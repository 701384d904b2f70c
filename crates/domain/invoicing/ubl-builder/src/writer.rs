//! Writing UBL: groups in `cac:`, leaves in `cbc:`.

use crate::Syntax;
use money::{Currency, Decimal};
use time::Date;
use xml::is_char;

const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const BASICS: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";

/// UBL as it is written. Nothing empty is ever written: a leaf without text and a group without
/// content leave no trace (PEPPOL-EN16931-R008).
pub(crate) struct UblWriter(xml::Writer);

impl UblWriter {
    /// A whole document: the root element with its namespaces, and what is written into it.
    pub(crate) fn document(syntax: Syntax, content: impl FnOnce(&mut Self)) -> String {
        let mut xml = Self(xml::Writer::new());
        let namespaces = [("", syntax.namespace()), ("cac", AGGREGATES), ("cbc", BASICS)];
        let root = xml.0.open_with_namespaces(syntax.root(), &namespaces);
        content(&mut xml);
        xml.0.close(root);
        xml.0.finish()
    }

    /// An aggregate, `cac:` and the name; nothing if its content is nothing.
    pub(crate) fn group(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let opened = self.0.open(("cac", name), &[]);
        content(self);
        self.0.close_unless_empty(opened);
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
        if text.chars().any(|c| is_char(c) && !c.is_ascii_whitespace()) {
            self.0.leaf(("cbc", name), attributes, text);
        }
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
}
