//! Without the feature `pdf` the typesetter and its 185 packages are not built.

use std::io;
use std::path::{Path, PathBuf};

use crate::{InvoicePage, Pdf, PdfError, SetOffPage};

/// A placeholder without fonts: this build makes no PDF.
#[derive(Debug, Default)]
pub struct FontFolder;

impl FontFolder {
    /// Opens nothing.
    ///
    /// # Errors
    /// Never.
    pub const fn open(_folder: &Path) -> io::Result<(Self, Vec<PathBuf>)> {
        Ok((Self, Vec::new()))
    }

    /// The number of fonts, which is 0.
    #[must_use]
    pub const fn len(&self) -> usize {
        0
    }

    /// Always true.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        true
    }
}

/// An empty text.
#[must_use]
pub const fn renderer() -> String {
    String::new()
}

/// Fails, because this build makes no PDF.
///
/// # Errors
/// [`PdfError::NotBuilt`], always.
pub const fn render(_page: &InvoicePage, _fonts: &FontFolder) -> Result<Pdf, PdfError> {
    Err(PdfError::NotBuilt)
}

/// Fails, because this build makes no PDF.
///
/// # Errors
/// [`PdfError::NotBuilt`], always.
pub const fn render_set_off(_page: &SetOffPage, _fonts: &FontFolder) -> Result<Pdf, PdfError> {
    Err(PdfError::NotBuilt)
}
