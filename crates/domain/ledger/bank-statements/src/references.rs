//! The symbols of a movement. What is named as a variable symbol is one; a reference whose kind nobody names is one
//! if there is no other; everything else may only name an invoice.

use crate::{
    Line,
    identity::tells_apart,
    statement::message,
    symbols::{named, of_creditor_reference, symbol},
};
use std::collections::BTreeSet;

/// What was found so far.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Named as variable symbols, or creditor references (ISO 11649).
    variable: BTreeSet<String>,
    /// Numbers in references of no kind.
    unnamed: BTreeSet<String>,
    constant: Option<String>,
    specific: Option<String>,
    /// What may name an invoice.
    others: Vec<String>,
}

impl Found {
    /// A text in which symbols are named; one of the payer may name an invoice otherwise.
    pub(crate) fn labelled(&mut self, text: &str, of_payer: bool) {
        if self.labels(text) {
            return;
        }
        match of_creditor_reference(text) {
            Some(symbol) => self.variable.extend([symbol]),
            None if of_payer => self.other(text),
            None => {}
        }
    }

    /// Whether the text names any symbol.
    pub(crate) fn labels(&mut self, text: &str) -> bool {
        self.labels_of_first(&[text])
    }

    /// A structured reference of a kind: a symbol by its name, `SCOR`, or none.
    pub(crate) fn reference(&mut self, kind: &str, text: &str) {
        match (kind, symbol(text)) {
            ("KS", Some(symbol)) => _ = self.constant.get_or_insert(symbol),
            ("SS", Some(symbol)) => _ = self.specific.get_or_insert(symbol),
            _ if self.labels(text) => {}
            ("KS" | "SS", None) => {}
            ("VS", Some(symbol)) => self.variable.extend([symbol]),
            ("SCOR" | "", Some(symbol)) => self.unnamed.extend([symbol]),
            ("VS" | "SCOR" | "", None) => self.labelled(text, true),
            _ => self.other(text),
        }
    }

    /// A text that may name an invoice.
    pub(crate) fn other(&mut self, text: &str) {
        if tells_apart(text) && !self.others.iter().any(|known| known == text) {
            self.others.push(text.to_owned());
        }
    }

    /// Whether the texts name any symbol. Each is that of the first text that names it: what follows says the same again,
    /// perhaps parted in the middle of a number.
    pub(crate) fn labels_of_first(&mut self, texts: &[&str]) -> bool {
        let [variable, constant, specific] =
            ["VS", "KS", "SS"].map(|name| texts.iter().find_map(|text| named(text, name)));
        let any = variable.is_some() || constant.is_some() || specific.is_some();
        self.variable.extend(variable);
        self.constant = self.constant.take().or(constant);
        self.specific = self.specific.take().or(specific);
        any
    }

    /// Several symbols are none: nobody knows which one is meant.
    pub(crate) fn into_line(mut self, line: &mut Line) {
        let sure = if self.variable.is_empty() { &self.unnamed } else { &self.variable };
        line.variable_symbol = sure.first().filter(|_| sure.len() == 1).cloned();
        let left = self.variable.iter().chain(&self.unnamed);
        self.others
            .extend(left.filter(|symbol| line.variable_symbol.as_ref() != Some(symbol)).cloned());
        line.constant_symbol = self.constant;
        line.specific_symbol = self.specific;
        // two characters between them: numbers of two texts are not one
        line.other_texts = message(&self.others.join(" | "));
    }
}
