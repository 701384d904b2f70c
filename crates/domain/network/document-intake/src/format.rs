//! `document.format`.

use peppol_connector::{
    identifiers::Root,
    repair::{Finding, Severity},
};

/// The syntaxes that a caller may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    /// UBL 2.1.
    Ubl,
    /// CII D16B.
    Cii,
}

impl DocumentFormat {
    /// Both.
    pub const ALL: [DocumentFormat; 2] = [DocumentFormat::Ubl, DocumentFormat::Cii];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DocumentFormat::Ubl => "ubl",
            DocumentFormat::Cii => "cii",
        }
    }

    const fn of(root: Root) -> Self {
        match root {
            Root::UblInvoice | Root::UblCreditNote => DocumentFormat::Ubl,
            Root::CiiInvoice => DocumentFormat::Cii,
        }
    }

    /// A warning when the document is of the other format: it is read as what it is.
    pub(crate) fn mismatch(self, root: Root) -> Option<Finding> {
        let found = DocumentFormat::of(root);
        (found != self).then(|| Finding {
            field: "document.format".to_owned(),
            code: "FORMAT_LABEL".to_owned(),
            message: format!(
                "document.format says {}, and the document is {}: it was read as what it is",
                self.name(),
                found.name()
            ),
            severity: Severity::Warning,
        })
    }
}
