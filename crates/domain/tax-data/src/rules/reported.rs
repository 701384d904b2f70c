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

/// The reported documents. What stands around them goes with the first, so that it is looked at once;
/// where there are none, it is the whole document.
pub(super) struct ReportedDocuments<'a> {
    parts: Vec<Index<'a>>,
}

impl<'a> ReportedDocuments<'a> {
    pub(super) fn of(index: &Index<'a>) -> Self {
        let path = [pxs("ReportedTransaction"), pxs("ReportedDocument")];
        let of_tax_data = index.name(Element::ROOT) == pxs("TaxData");
        let documents = index.path(Element::ROOT, &path).filter(|_| of_tax_data);
        let parts: Vec<_> = documents
            .enumerate()
            .map(|(place, document)| {
                Index::of_part(index.node(document), index.document(), &NAMES, place == 0)
            })
            .collect();
        if parts.is_empty() {
            return Self { parts: vec![Index::build(index.document())] };
        }
        Self { parts }
    }

    /// Each of them.
    pub(super) fn each(&self) -> impl Iterator<Item = &Index<'a>> {
        self.parts.iter()
    }
}
