//! Without the feature `pdf` the typesetter and its 185 packages are not built.

use std::io;
use std::path::{Path, PathBuf};

use crate::{InvoicePage, Pdf, PdfError, SetOffPage};

/// No fonts: nothing is set.
#[derive(Debug, Default)]
pub struct FontFolder;

impl FontFolder {
    /// Looks at nothing.
    ///
    /// # Errors
    /// None.
    pub const fn open(_folder: &Path) -> io::Result<(Self, Vec<PathBuf>)> {
        Ok((Self, Vec::new()))
    }

    /// None.
    #[must_use]
    pub const fn len(&self) -> usize {
        0
    }

    /// It is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        true
    }
}

/// Nothing.
#[must_use]
pub const fn renderer() -> String {
    String::new()
}

/// Says that this build makes no PDF.
///
/// # Errors
/// [`PdfError::NotBuilt`], always.
pub const fn render(_page: &InvoicePage, _fonts: &FontFolder) -> Result<Pdf, PdfError> {
    Err(PdfError::NotBuilt)
}

/// Says that this build makes no PDF.
///
/// # Errors
/// [`PdfError::NotBuilt`], always.
pub const fn render_set_off(_page: &SetOffPage, _fonts: &FontFolder) -> Result<Pdf, PdfError> {
    Err(PdfError::NotBuilt)
}
