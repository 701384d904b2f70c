//! The symbols of a movement. What is named as a variable symbol is one; a reference whose kind nobody names is one
//! if there is no other; everything else may only name an invoice.

use super::at::At;
use crate::{
    Line,
    identity::tells_apart,
    statement::message,
    symbols::{named, of_creditor_reference, symbol},
};
use std::collections::BTreeSet;

/// Where payers' programs write `/VS…/SS…/KS…`, beside what the payer wrote.
const LABELLED: [&str; 4] = ["Refs/EndToEndId", "Refs/InstrId", "Refs/PmtInfId", "Refs/Prtry/Ref"];

/// What was found so far.
#[derive(Default)]
struct Found {
    /// Named as variable symbols, or creditor references (ISO 11649).
    variable: BTreeSet<String>,
    /// Numbers in references of no kind.
    unnamed: BTreeSet<String>,
    constant: Option<String>,
    specific: Option<String>,
    /// What may name an invoice.
    others: Vec<String>,
}

/// Reads them; `written` is what the payer wrote, and stands in the message.
pub(super) fn read(details: &At<'_, '_>, written: &str, line: &mut Line) {
    let mut found = Found::default();
    for path in LABELLED {
        if let Some(text) = details.text(path) {
            found.labelled(&text, path == "Refs/EndToEndId");
        }
    }
    for structured in details.one("RmtInf").map(|at| at.all("Strd")).unwrap_or_default() {
        found.structured(&structured);
    }
    found.labels(written);
    found.into_line(line);
}

impl Found {
    /// A text in which symbols are named; one of the payer may name an invoice otherwise.
    fn labelled(&mut self, text: &str, of_payer: bool) {
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
    fn labels(&mut self, text: &str) -> bool {
        let [variable, constant, specific] = ["VS", "KS", "SS"].map(|name| named(text, name));
        let any = variable.is_some() || constant.is_some() || specific.is_some();
        self.variable.extend(variable);
        self.constant = self.constant.take().or(constant);
        self.specific = self.specific.take().or(specific);
        any
    }

    fn structured(&mut self, structured: &At<'_, '_>) {
        for reference in structured.all("CdtrRefInf") {
            let kind = reference.first(&["Tp/CdOrPrtry/Prtry", "Tp/CdOrPrtry/Cd"]);
            if let Some(text) = reference.text("Ref") {
                self.reference(&kind.unwrap_or_default().to_uppercase(), &text);
            }
        }
        for document in structured.all("RfrdDocInf") {
            document.text("Nb").iter().for_each(|number| self.other(number));
        }
        for text in structured.all("AddtlRmtInf") {
            self.labelled(&text.own_text(), true);
        }
    }

    /// A structured reference of a kind: a symbol by its name, `SCOR`, or none.
    fn reference(&mut self, kind: &str, text: &str) {
        match kind {
            "KS" => self.constant = self.constant.take().or_else(|| symbol(text)),
            "SS" => self.specific = self.specific.take().or_else(|| symbol(text)),
            _ if self.labels(text) => {}
            "VS" => self.variable.extend(symbol(text)),
            "SCOR" | "" => match of_creditor_reference(text) {
                Some(symbol) => self.variable.extend([symbol]),
                None => match symbol(text) {
                    Some(symbol) => self.unnamed.extend([symbol]),
                    None => self.other(text),
                },
            },
            _ => self.other(text),
        }
    }

    fn other(&mut self, text: &str) {
        if tells_apart(text) {
            self.others.push(text.to_owned());
        }
    }

    /// Several symbols are none: nobody knows which one is meant.
    fn into_line(mut self, line: &mut Line) {
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
