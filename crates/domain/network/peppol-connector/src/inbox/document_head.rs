//! The part of a document that is parsed when it arrives.

use std::sync::Arc;
use xml::{Limits, without_elements};

/// Elements without facts that a document may have thousands or megabytes of: lines, attachments, allowances, notes.
const LEFT_OUT: [&str; 10] = [
    "InvoiceLine",
    "CreditNoteLine",
    "AdditionalDocumentReference",
    "AllowanceCharge",
    "Note",
    "IncludedSupplyChainTradeLineItem",
    "AdditionalReferencedDocument",
    "SpecifiedTradeAllowanceCharge",
    "ApplicableTradeTax",
    "IncludedNote",
];

/// The part of a document that is parsed when it arrives: facts and tax identifiers. It is extracted on a thread for
/// long work, so that the later parsing is short.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DocumentHead {
    /// The whole document.
    #[default]
    Whole,
    /// A shorter document without lines and attachments; empty when the document cannot be parsed.
    Part(Arc<[u8]>),
}

impl DocumentHead {
    /// Extracts the head of a document. The skipped parts are not checked for errors.
    #[must_use]
    pub fn of(document: &[u8]) -> Self {
        let kept = without_elements(document, &Limits::default(), &LEFT_OUT);
        Self::Part(kept.map(|kept| kept.as_bytes().into()).unwrap_or_default())
    }

    /// The bytes of the head, given the document.
    #[must_use]
    pub fn bytes<'a>(&'a self, document: &'a [u8]) -> &'a [u8] {
        match self {
            Self::Whole => document,
            Self::Part(part) => part,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::read_facts;
    use xml::Parsed;

    fn read(document: &[u8]) -> Option<crate::documents::DocumentFacts> {
        read_facts(&Parsed::read(document).ok()?).ok()
    }

    #[test]
    fn the_head_says_what_the_document_says() {
        for name in ["ubl/invoice.xml", "ubl/credit-note.xml", "cii/invoice.xml"] {
            let document = fixtures::bytes(&format!("documents/{name}"));
            let head = DocumentHead::of(&document);
            let part = head.bytes(&document);
            assert!(part.len() < document.len(), "{name}");
            let facts = read(&document).expect(name);
            assert!(facts.number.is_some() && facts.total.is_some(), "{name}");
            assert_eq!(read(part), Some(facts), "{name}");
        }
    }

    #[test]
    fn a_document_that_cannot_be_read_has_no_head() {
        for document in ["", "no XML", "<Invoice>", "<!DOCTYPE x><x/>"] {
            let head = DocumentHead::of(document.as_bytes());
            assert_eq!(head.bytes(document.as_bytes()), b"", "{document}");
        }
        assert_eq!(DocumentHead::default().bytes(b"<x/>"), b"<x/>");
    }
}
