//! A QR code as SVG, which the pages' policy allows within the page.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// Modules of light around it, which scanners need.
const BORDER: i32 = 4;

/// A QR code as a path.
pub(super) struct Qr {
    /// Modules of a side, with the border.
    pub(super) size: i32,
    pub(super) path: String,
}

impl Qr {
    /// None for a text that is too long.
    pub(super) fn of(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let mut path = String::new();
        for y in 0..code.size() {
            for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
                let _ = write!(path, "M{},{}h1v1h-1z", x + BORDER, y + BORDER);
            }
        }
        Some(Self { size: code.size() + 2 * BORDER, path })
    }
}
