//! Without the feature `pdf` the typesetter and its 185 packages are not built.

use crate::{InvoicePage, Pdf, PdfError, SetOffPage};

/// Nothing.
#[must_use]
pub const fn renderer() -> String {
    String::new()
}

/// Says that this build makes no PDF.
///
/// # Errors
/// [`PdfError::NotBuilt`], always.
pub const fn render(_page: &InvoicePage) -> Result<Pdf, PdfError> {
    Err(PdfError::NotBuilt)
}

/// Says that this build makes no PDF.
///
/// # Errors
/// [`PdfError::NotBuilt`], always.
pub const fn render_set_off(_page: &SetOffPage) -> Result<Pdf, PdfError> {
    Err(PdfError::NotBuilt)
}
