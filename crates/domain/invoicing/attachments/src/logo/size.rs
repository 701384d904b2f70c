//! How large a logo may be, and why it is refused.

/// The largest logo file, in bytes.
pub const MAX_LOGO_BYTES: usize = 512 * 1024;

/// The longest side of a logo, in pixels: 64 mm at 600 dots an inch.
pub const MAX_LOGO_SIDE: u32 = 1_500;

/// A logo that cannot be put on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum LogoError {
    /// Neither PNG nor JPEG.
    #[error("the logo is neither a PNG nor a JPEG image")]
    UnknownFormat,
    /// The file is larger than [`MAX_LOGO_BYTES`].
    #[error("the logo has {bytes} bytes, at most {most} are allowed", bytes = .0, most = MAX_LOGO_BYTES)]
    TooManyBytes(usize),
    /// A side is longer than [`MAX_LOGO_SIDE`] pixels, or empty.
    #[error("the logo measures {width} × {height} pixels, each side must have 1 to {most}", width = .0, height = .1, most = MAX_LOGO_SIDE)]
    BadSize(u32, u32),
    /// Four inks, which have no place in an archivable PDF without a profile.
    #[error("the logo uses CMYK colours; save it as RGB")]
    Cmyk,
    /// The image ends early or contradicts itself.
    #[error("the logo is damaged")]
    Damaged,
}

/// What an image says of itself before its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Size {
    /// Before anything is unpacked: what is too large is not looked at any further.
    pub(super) fn within_bounds(self) -> Result<Self, LogoError> {
        let allowed = 1..=MAX_LOGO_SIDE;
        if allowed.contains(&self.width) && allowed.contains(&self.height) {
            Ok(self)
        } else {
            Err(LogoError::BadSize(self.width, self.height))
        }
    }
}
