//! Which UBL document and which type code (BT-3, UNTDID 1001) an invoice becomes.

use invoicing::InvoiceType;

/// The two UBL documents of EN 16931.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// `Invoice`.
    Invoice,
    /// `CreditNote`: its amounts are positive and lower the debt.
    CreditNote,
}

impl Syntax {
    /// The root element.
    #[must_use]
    pub const fn root(self) -> &'static str {
        match self {
            Syntax::Invoice => "Invoice",
            Syntax::CreditNote => "CreditNote",
        }
    }

    /// The root element's namespace.
    #[must_use]
    pub const fn namespace(self) -> &'static str {
        match self {
            Syntax::Invoice => "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
            Syntax::CreditNote => "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
        }
    }
}

/// A UBL document with its type code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentType {
    /// Which document.
    pub syntax: Syntax,
    /// BT-3.
    pub code: &'static str,
}

impl DocumentType {
    /// The document for a type of invoice. `self_billed` counts for notes: a self-invoice always
    /// is, the other types never are.
    ///
    /// | type | code | UNTDID 1001, and why |
    /// |---|---|---|
    /// | invoice | 380 | commercial invoice |
    /// | final_invoice | 380 | it settles: the tax document of the whole supply; 386 is the prepayment's own |
    /// | proforma | 386 | asks for a prepayment; 325 (proforma) is not in the Peppol code list. Preview only, never sent |
    /// | debit_note | 383 | debit note; raises the debt, so it stays an `Invoice` |
    /// | credit_note | 381 | credit note |
    /// | self_invoice | 389 | self-billed invoice |
    /// | debit_note, self-billed | 527 | self-billed debit note |
    /// | credit_note, self-billed | 261 | self-billed credit note |
    ///
    /// The Peppol profiles accept just these (P0100, P0101).
    #[must_use]
    pub const fn of(invoice_type: InvoiceType, self_billed: bool) -> DocumentType {
        use Syntax::{CreditNote, Invoice};
        let (syntax, code) = match (invoice_type, self_billed) {
            (InvoiceType::Invoice | InvoiceType::FinalInvoice, _) => (Invoice, "380"),
            (InvoiceType::Proforma, _) => (Invoice, "386"),
            (InvoiceType::SelfInvoice, _) => (Invoice, "389"),
            (InvoiceType::DebitNote, false) => (Invoice, "383"),
            (InvoiceType::DebitNote, true) => (Invoice, "527"),
            (InvoiceType::CreditNote, false) => (CreditNote, "381"),
            (InvoiceType::CreditNote, true) => (CreditNote, "261"),
        };
        DocumentType { syntax, code }
    }
}
