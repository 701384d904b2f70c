//! In what a PDF and the XML in it disagree.

/// A disagreement, or why nothing can be known of one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// The pages are pictures.
    #[error("the pages have no text, so that nobody can tell by it whether they show this invoice")]
    NoText,
    /// The invoice's number is not on the pages.
    #[error("the number of the XML, {number} (BT-1), stands nowhere on the pages")]
    Number {
        /// BT-1.
        number: String,
    },
    /// Neither the total nor what is due is on the pages.
    #[error("the total of the XML, {total} (BT-112), stands nowhere on the pages")]
    Total {
        /// BT-112.
        total: String,
    },
    /// The metadata say nothing of an invoice.
    #[error("the metadata of the PDF do not say that an invoice is in it")]
    NoClaims,
    /// The metadata name another profile.
    #[error(
        "the metadata of the PDF name the profile {claimed}, and the XML has another specification (BT-24): {guideline}"
    )]
    Profile {
        /// `fx:ConformanceLevel`.
        claimed: String,
        /// BT-24.
        guideline: String,
    },
    /// The metadata name another file.
    #[error("the metadata of the PDF name {claimed}, and the XML in it is {found}")]
    FileName {
        /// `fx:DocumentFileName`.
        claimed: String,
        /// The name that it has.
        found: String,
    },
}

impl Doubt {
    /// The code of a finding.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoText => "PDF_WITHOUT_TEXT",
            Self::Number { .. } => "PDF_LACKS_NUMBER",
            Self::Total { .. } => "PDF_LACKS_TOTAL",
            Self::NoClaims => "PDF_WITHOUT_METADATA",
            Self::Profile { .. } => "PDF_OTHER_PROFILE",
            Self::FileName { .. } => "PDF_OTHER_NAME",
        }
    }
}
