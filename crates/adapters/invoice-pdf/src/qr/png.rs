//! Draws a QR code as a PNG image, for mail: most programs that read it show no SVG.

use super::QUIET;
use png::{BitDepth, ColorType, Compression, Encoder};
use qrcodegen::{QrCode, QrCodeEcc};

/// Pixels of a module's side: a code of 60 modules is 408 pixels wide.
const SCALE: usize = 6;

/// The code as PNG in black and white; `None` when the text is too long for any code.
#[must_use]
pub fn qr_png(payload: &str) -> Option<Vec<u8>> {
    let code = QrCode::encode_text(payload, QrCodeEcc::Medium).ok()?;
    let modules = code.size() + 2 * QUIET;
    let side = usize::try_from(modules).ok()? * SCALE;
    let mut rows = Vec::with_capacity(side * side.div_ceil(8));
    for y in 0..modules {
        let row = row(&code, y - QUIET, modules);
        (0..SCALE).for_each(|_| rows.extend_from_slice(&row));
    }
    let mut bytes = Vec::new();
    let side = u32::try_from(side).ok()?;
    let mut encoder = Encoder::new(&mut bytes, side, side);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    encoder.set_compression(Compression::Balanced);
    encoder.write_header().ok()?.write_image_data(&rows).ok()?;
    Some(bytes)
}

/// A row of pixels, eight in a byte: a set bit is white.
fn row(code: &QrCode, y: i32, modules: i32) -> Vec<u8> {
    let white = (0..modules).map(|x| !code.get_module(x - QUIET, y));
    let pixels: Vec<bool> = white.flat_map(|white| [white; SCALE]).collect();
    let byte = |bits: &[bool]| {
        bits.iter().enumerate().fold(0_u8, |byte, (i, bit)| byte | u8::from(*bit) << (7 - i))
    };
    pixels.chunks(8).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read back by a decoder, module by module.
    #[test]
    fn the_image_shows_the_code() {
        let text = "SPD*1.0*ACC:CZ6508000000192000145399*AM:123.00*CC:CZK";
        let bytes = qr_png(text).expect("an image");
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("a frame");
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).expect("a code");
        let side = code.size() + 2 * QUIET;
        assert_eq!((info.width, info.height), (side as u32 * 6, side as u32 * 6));
        for y in 0..side {
            for x in 0..side {
                let (column, line) = (x as usize * SCALE + 3, y as usize * SCALE + 3);
                let byte = pixels[line * info.line_size + column / 8];
                let is_dark = byte >> (7 - column % 8) & 1 == 0;
                assert_eq!(is_dark, code.get_module(x - QUIET, y - QUIET), "{x} {y}");
            }
        }
    }

    #[test]
    fn a_text_that_no_code_holds_has_no_image() {
        assert_eq!(qr_png(&"x".repeat(5_000)), None);
    }
}
