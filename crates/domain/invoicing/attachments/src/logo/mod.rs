//! Logos: what may stand on the page of an invoice, recognised by its content.

mod jpeg;
mod png;
mod size;

pub use size::{LogoError, MAX_LOGO_BYTES, MAX_LOGO_SIDE};

use crate::Kind;

/// Whether these bytes can serve as a logo: PNG or JPEG in grey or RGB, of bounded size, whole to its
/// end. Of a PNG every pixel is there: it is unpacked, in little memory. Of a JPEG the segments are.
///
/// # Errors
/// See [`LogoError`].
pub fn check_logo(bytes: &[u8]) -> Result<Kind, LogoError> {
    if bytes.len() > MAX_LOGO_BYTES {
        return Err(LogoError::TooManyBytes(bytes.len()));
    }
    if bytes.starts_with(png::SIGNATURE) {
        png::check(bytes).map(|()| Kind::Png)
    } else if bytes.starts_with(jpeg::SIGNATURE) {
        jpeg::check(bytes).map(|()| Kind::Jpeg)
    } else {
        Err(LogoError::UnknownFormat)
    }
}

#[cfg(test)]
mod tests;
