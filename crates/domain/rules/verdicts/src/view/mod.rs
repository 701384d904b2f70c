//! A document as its reader sees it: parties, lines, VAT and totals, each value with the number of its business term.
//! Where a term stands is said by the table of terms that the rules have ([`Term`]), so UBL and CII are read alike.
//! Values are texts as they are written: what is wrong in them is what somebody looks for.

mod places;
mod shown;

use places::{Syntax, find, text};
use serde::Serialize;
use shown::{BUYER, HEAD, LINE, LINES, PAYMENT, SELLER, TOTALS, VAT, VAT_ROWS};
use xml::{Node, Parsed};

/// Lines and rows of VAT that are shown at most, each.
pub const MAX_ROWS: usize = 1_000;

/// Characters of a value that are shown at most.
pub const MAX_TEXT: usize = 1_000;

/// Values of one term that are shown at most: notes, payment means.
const MAX_VALUES: usize = 20;

/// What a document says.
#[derive(Debug, Default, Serialize)]
pub struct View {
    /// Whether its document element is a credit note of UBL, or its type code (BT-3) one of a credit note.
    pub credit_note: bool,
    /// Numbers, dates, references, notes.
    pub head: Vec<Entry>,
    /// Seller (BG-4), with its address and contact.
    pub seller: Vec<Entry>,
    /// Buyer (BG-7), the same.
    pub buyer: Vec<Entry>,
    /// How to pay (BG-16, BG-17).
    pub payment: Vec<Entry>,
    /// Lines (BG-25).
    pub lines: Vec<Vec<Entry>>,
    /// VAT by category and rate (BG-23).
    pub vat: Vec<Vec<Entry>>,
    /// Totals (BG-22).
    pub totals: Vec<Entry>,
    /// Lines, rows and values beyond the most that are shown.
    pub left_out: usize,
}

/// A value.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its term, `BT-131`.
    pub term: &'static str,
    /// What the term is called in the standard.
    pub name: &'static str,
    /// The value, without white space around it, cut after [`MAX_TEXT`] characters.
    pub value: String,
    /// Its unit (UN/ECE 20 and 21), its currency (ISO 4217) or its scheme, as the attribute says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
}

impl View {
    /// The terms that may stand in it.
    pub fn terms() -> impl Iterator<Item = &'static str> {
        let all = [HEAD, SELLER, BUYER, PAYMENT, LINE, VAT, TOTALS];
        all.into_iter().flatten().copied()
    }

    /// Of a UBL invoice or credit note, or a Cross Industry Invoice; nothing of any other document.
    #[must_use]
    pub fn of(document: &Parsed<'_>) -> Option<Self> {
        let (namespace, name) = document.root_name();
        let syntax = Syntax::of(namespace?, name)?;
        let mut reader = Reader { syntax, currency: None, left_out: 0 };
        let root = document.root();
        reader.currency = reader.entries(root, "", &["BT-5"]).pop().map(|entry| entry.value);
        let type_code = reader.entries(root, "", &["BT-3"]).pop();
        let is_credit = type_code.is_some_and(|code| shown::CREDIT_NOTES.contains(&&*code.value));
        let view = Self {
            credit_note: syntax == Syntax::CreditNote || is_credit,
            head: reader.entries(root, "", HEAD),
            seller: reader.entries(root, "", SELLER),
            buyer: reader.entries(root, "", BUYER),
            payment: reader.entries(root, "", PAYMENT),
            lines: reader.rows(root, LINES, LINE),
            vat: reader.rows(root, VAT_ROWS, VAT),
            totals: reader.entries(root, "", TOTALS),
            left_out: 0,
        };
        Some(Self { left_out: reader.left_out, ..view })
    }
}

struct Reader {
    syntax: Syntax,
    /// BT-5, by which totals of VAT are told from those in the accounting currency.
    currency: Option<String>,
    left_out: usize,
}

impl Reader {
    /// The values of the terms that stand in `node`, which is the group of this path.
    fn entries(&mut self, node: Node<'_, '_>, group: &str, terms: &[&str]) -> Vec<Entry> {
        let known = terms.iter().filter_map(|id| billing_rules::Term::find(id));
        known.flat_map(|term| self.values(node, group, term)).collect()
    }

    fn values(
        &mut self,
        node: Node<'_, '_>,
        group: &str,
        term: &'static billing_rules::Term,
    ) -> Vec<Entry> {
        let path = self.syntax.path(term);
        let inside = path.strip_prefix(group).unwrap_or(&path).trim_start_matches('/');
        let found = find(node, inside).into_iter();
        let found = found.filter(|value| self.is_meant(term.id, *value));
        let mut entries: Vec<_> = found.map(|value| entry(term, value)).collect();
        entries.retain(|entry| !entry.value.is_empty());
        self.left_out += entries.len().saturating_sub(MAX_VALUES);
        entries.truncate(MAX_VALUES);
        entries
    }

    fn rows(&mut self, root: Node<'_, '_>, group: &str, terms: &[&str]) -> Vec<Vec<Entry>> {
        let Some(term) = billing_rules::Term::find(group) else { return Vec::new() };
        let path = self.syntax.path(term);
        let groups = find(root, &path);
        self.left_out += groups.len().saturating_sub(MAX_ROWS);
        groups.into_iter().take(MAX_ROWS).map(|node| self.entries(node, &path, terms)).collect()
    }

    /// Whether the value is one of the term: some terms share a path, and an attribute or a sibling tells them apart.
    fn is_meant(&self, term: &str, value: Node<'_, '_>) -> bool {
        let in_currency = || {
            let currency = value.attribute("currencyID").map(str::trim);
            currency.is_none() || currency == self.currency.as_deref()
        };
        match term {
            "BT-31" | "BT-48" => places::is_vat_number(value),
            "BT-32" => !places::is_vat_number(value),
            "BT-110" => in_currency(),
            "BT-111" => !in_currency(),
            _ => true,
        }
    }
}

fn entry(term: &'static billing_rules::Term, node: Node<'_, '_>) -> Entry {
    let attributes = ["unitCode", "currencyID", "schemeID"];
    let of = attributes.iter().find_map(|name| node.attribute(*name));
    Entry {
        term: term.id,
        name: term.name,
        value: text(node),
        of: of.map(places::cut).filter(|of| !of.is_empty()),
    }
}

#[cfg(test)]
mod tests;
