//! The reported documents of a tax data document, each as if it were an invoice.

use billing_rules::machinery::{CREDIT_NOTE, Element, INVOICE, Index, Name, cac, cbc, pxs};

/// What the elements of a reported document are called in an invoice. An element of the invoice's name is
/// none of these.
const NAMES: [(Name, Name); 10] = [
    (pxs("ReportedDocument"), INVOICE),
    (pxs("DocumentTypeCode"), cbc("InvoiceTypeCode")),
    (pxs("MonetaryTotal"), cac("LegalMonetaryTotal")),
    (pxs("DocumentLine"), cac("InvoiceLine")),
    (INVOICE, Name::UNKNOWN),
    (CREDIT_NOTE, Name::UNKNOWN),
    (cbc("InvoiceTypeCode"), Name::UNKNOWN),
    (cbc("CreditNoteTypeCode"), Name::UNKNOWN),
    (cac("LegalMonetaryTotal"), Name::UNKNOWN),
    (cac("InvoiceLine"), Name::UNKNOWN),
];

/// Reported documents that are looked at: one is allowed. A document with more than these is refused.
const MOST: usize = 100;

/// The reported documents. What stands around them goes with the first, so that it is looked at once;
/// where there are none, it is the whole document.
pub(super) struct ReportedDocuments<'a> {
    parts: Vec<Index<'a>>,
    are_too_many: bool,
}

impl<'a> ReportedDocuments<'a> {
    pub(super) fn of(index: &Index<'a>) -> Self {
        let path = const { [pxs("ReportedTransaction"), pxs("ReportedDocument")] };
        let of_tax_data = index.name(Element::ROOT) == const { pxs("TaxData") };
        let documents = index.path(Element::ROOT, &path).filter(|_| of_tax_data);
        let parts: Vec<_> = documents
            .take(MOST + 1)
            .enumerate()
            .map(|(place, document)| {
                Index::of_part(index.node(document), index.source(), &NAMES, place == 0)
            })
            .collect();
        if parts.is_empty() {
            return Self { parts: vec![Index::build(index.source())], are_too_many: false };
        }
        let are_too_many = parts.len() > MOST;
        Self { parts, are_too_many }
    }

    /// Whether there is more than one.
    pub(super) fn are_several(&self) -> bool {
        self.parts.len() > 1
    }

    /// Each of them; none where there are too many, and the whole document is used up.
    pub(super) fn each(&self, whole: &Index<'a>) -> impl Iterator<Item = &Index<'a>> {
        if self.are_too_many {
            whole.exhaust();
        }
        self.parts.iter().filter(|_| !self.are_too_many)
    }
}
