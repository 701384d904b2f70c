//! Draws a QR code as one SVG path.

use std::fmt::Write;

use super::QUIET;
use qrcodegen::{QrCode, QrCodeEcc};

/// The code as SVG with medium error correction; `None` when the text is too long for any code.
#[must_use]
pub fn qr_svg(payload: &str) -> Option<String> {
    let code = QrCode::encode_text(payload, QrCodeEcc::Medium).ok()?;
    let side = code.size() + 2 * QUIET;
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}"><rect width="{side}" height="{side}" fill="#fff"/><path d="{}" fill="#000"/></svg>"##,
        path(&code)
    ))
}

/// Dark modules, joined into runs per row.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            while x < code.size() && code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let run = x - start;
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", start + QUIET, y + QUIET);
            }
            x += 1;
        }
    }
    path
}
