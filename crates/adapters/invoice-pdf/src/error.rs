//! What can go wrong while a page is made.

use attachments::LogoError;

/// Why a document could not be rendered.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum PdfError {
    /// The typesetter is not in this build.
    #[error("this build makes no PDF: the feature `pdf` is off")]
    NotBuilt,
    /// The logo was refused.
    #[error(transparent)]
    Logo(#[from] LogoError),
    /// More rows than twice [`crate::MAX_LINES`]: lines, and the allowances and charges that are shown like lines.
    #[error("{count} rows are more than a page shows, {most} at most", count = .0, most = 2 * crate::MAX_LINES)]
    TooManyLines(usize),
    /// The page data could not be handed to the template.
    #[error("the page data could not be written as JSON")]
    #[refusal(internal)]
    Data(#[from] serde_json::Error),
    /// The typesetter refused the page: a fault of the template, or a damaged logo.
    #[error("the page could not be typeset: {0}")]
    #[refusal(internal)]
    Typeset(String),
    /// The PDF could not be exported under the standards asked for.
    #[error("the page could not be exported as PDF: {0}")]
    #[refusal(internal)]
    Export(String),
    /// The metadata that the typesetter wrote are not in the form that a profile is added to.
    #[error("the metadata of the PDF are not in their form")]
    #[refusal(internal)]
    Metadata,
    /// The exported PDF could not be rewritten smaller.
    #[error("the PDF could not be compacted")]
    #[refusal(internal)]
    Compact(#[source] Box<dyn std::error::Error + Send + Sync>),
}
