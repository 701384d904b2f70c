//! Why a PDF is no hybrid invoice.

use crate::Level;

/// Why no invoice can be read out of a PDF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HybridError {
    /// It is damaged, or no PDF.
    #[error("the PDF cannot be read: {cause}")]
    Unreadable {
        /// What the reader says.
        cause: String,
    },
    /// It is larger than what is read, or unpacks to more.
    #[error("the PDF, or what is packed in it, is larger than {most} bytes")]
    TooLarge {
        /// The most bytes.
        most: usize,
    },
    /// It asks for a password, or only forbids something: both are encryption, which PDF/A does not have.
    #[error("the PDF is encrypted; a hybrid invoice is PDF/A-3, which must not be")]
    Encrypted,
    /// No XML of an invoice is in it.
    #[error("no electronic invoice is embedded in the PDF; {}", files(.others))]
    NoInvoice {
        /// The names of what is embedded.
        others: Vec<String>,
    },
    /// More than one is in it, and they differ.
    #[error("{} different electronic invoices are embedded in the PDF: {}", .names.len(), .names.join(", "))]
    SeveralInvoices {
        /// Their names.
        names: Vec<String>,
    },
    /// The XML is a summary for bookings and no invoice.
    #[error(
        "the profile {} says the totals and not the invoice: it is no invoice by EN 16931; ask for BASIC, EN 16931 or XRECHNUNG",
        .level.conformance_level()
    )]
    NoInvoiceProfile {
        /// MINIMUM or BASIC WL.
        level: Level,
    },
}

impl HybridError {
    /// The code of a finding.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "PDF_UNREADABLE",
            Self::TooLarge { .. } => "PDF_TOO_LARGE",
            Self::Encrypted => "PDF_ENCRYPTED",
            Self::NoInvoice { .. } => "PDF_WITHOUT_INVOICE",
            Self::SeveralInvoices { .. } => "PDF_SEVERAL_INVOICES",
            Self::NoInvoiceProfile { .. } => "PROFILE_NO_INVOICE",
        }
    }
}

fn files(names: &[String]) -> String {
    if names.is_empty() {
        "nothing is".to_owned()
    } else {
        format!("what is: {}", names.join(", "))
    }
}
