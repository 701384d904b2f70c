//! What is read of a document when it comes in.

use std::sync::Arc;
use xml::{Limits, without_elements};

/// What a document may have thousands of, or megabytes, and no facts are read of: lines, attachments, allowances, notes.
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

/// The part of a document that is read when it comes in: facts and tax identifiers. It is made where work of the
/// document's size holds up nobody, so that what is parsed afterwards is small.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DocumentHead {
    /// The whole document.
    #[default]
    Whole,
    /// A document of its own, without lines and attachments. It is empty where the document cannot be read.
    Part(Arc<[u8]>),
}

impl DocumentHead {
    /// The head of a document. Whether what is left out could be parsed is not seen.
    #[must_use]
    pub fn of(document: &[u8]) -> Self {
        let kept = without_elements(document, &Limits::default(), &LEFT_OUT);
        Self::Part(kept.map(|kept| kept.as_bytes().into()).unwrap_or_default())
    }

    /// Its bytes, given the document.
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
