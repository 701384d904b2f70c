//! Invoice or credit note.

/// UNTDID 1001 codes of credit notes in UBL: EN 16931 code lists 1.3.16. `81` is in both lists; BIS
/// Billing 3.0 has it as a credit note.
const CREDIT_NOTES: [&str; 13] =
    ["81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "502", "503", "532"];

/// Which of the two documents of UBL is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentKind {
    Invoice,
    CreditNote,
}

impl DocumentKind {
    /// By the type code, BT-3; an invoice where it says nothing known.
    pub(crate) fn of(type_code: &str) -> Self {
        if CREDIT_NOTES.contains(&type_code) { Self::CreditNote } else { Self::Invoice }
    }

    pub(crate) const fn root(self) -> &'static str {
        match self {
            Self::Invoice => "Invoice",
            Self::CreditNote => "CreditNote",
        }
    }

    pub(crate) const fn namespace(self) -> &'static str {
        match self {
            Self::Invoice => "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
            Self::CreditNote => "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
        }
    }

    pub(crate) const fn type_code(self) -> &'static str {
        match self {
            Self::Invoice => "InvoiceTypeCode",
            Self::CreditNote => "CreditNoteTypeCode",
        }
    }

    pub(crate) const fn line(self) -> &'static str {
        match self {
            Self::Invoice => "InvoiceLine",
            Self::CreditNote => "CreditNoteLine",
        }
    }

    pub(crate) const fn quantity(self) -> &'static str {
        match self {
            Self::Invoice => "InvoicedQuantity",
            Self::CreditNote => "CreditedQuantity",
        }
    }
}
