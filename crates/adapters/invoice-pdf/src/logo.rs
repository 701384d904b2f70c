//! Reads just enough of a logo to know that it is safe to decode.

use crate::error::LogoError;

/// The largest logo file.
pub const MAX_LOGO_BYTES: usize = 2 * 1024 * 1024;
/// The longest side of a logo, in pixels.
pub const MAX_LOGO_SIDE: u32 = 2_500;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

/// Whether these bytes can serve as [`crate::InvoicePage::logo`]: PNG or JPEG, of bounded size,
/// in grey or RGB.
pub fn check_logo(bytes: &[u8]) -> Result<(), LogoError> {
    if bytes.len() > MAX_LOGO_BYTES {
        return Err(LogoError::TooManyBytes(bytes.len()));
    }
    let (width, height) = if bytes.starts_with(PNG) {
        png_size(bytes)?
    } else if bytes.starts_with(JPEG) {
        jpeg_size(bytes)?
    } else {
        return Err(LogoError::UnknownFormat);
    };
    let allowed = 1..=MAX_LOGO_SIDE;
    if allowed.contains(&width) && allowed.contains(&height) {
        Ok(())
    } else {
        Err(LogoError::BadSize(width, height))
    }
}

/// Width and height from the IHDR chunk, which must come first.
fn png_size(bytes: &[u8]) -> Result<(u32, u32), LogoError> {
    if bytes.get(12..16) != Some(b"IHDR") {
        return Err(LogoError::Damaged);
    }
    let side = |at: usize| {
        let raw: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|raw| raw.try_into().ok());
        raw.map(u32::from_be_bytes).ok_or(LogoError::Damaged)
    };
    Ok((side(16)?, side(20)?))
}

/// Width and height from the frame header, found by walking the segments before it.
fn jpeg_size(bytes: &[u8]) -> Result<(u32, u32), LogoError> {
    let mut rest = &bytes[2..];
    loop {
        let [0xff, marker, tail @ ..] = rest else { return Err(LogoError::Damaged) };
        match marker {
            0xff => {
                rest = &rest[1..];
                continue;
            }
            0x01 | 0xd0..=0xd7 => {
                rest = tail;
                continue;
            }
            _ => {}
        }
        let [high, low, ..] = tail else { return Err(LogoError::Damaged) };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let segment = tail.get(2..length).ok_or(LogoError::Damaged)?;
        if matches!(marker, 0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc)) {
            return frame_size(segment);
        }
        rest = &tail[length..];
    }
}

/// A frame header: precision, height, width, number of colour components.
fn frame_size(segment: &[u8]) -> Result<(u32, u32), LogoError> {
    let [_, h1, h0, w1, w0, components, ..] = segment else { return Err(LogoError::Damaged) };
    if *components == 4 {
        return Err(LogoError::Cmyk);
    }
    let side = |high: &u8, low: &u8| u32::from(u16::from_be_bytes([*high, *low]));
    Ok((side(w1, w0), side(h1, h0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = PNG.to_vec();
        bytes.extend(13u32.to_be_bytes());
        bytes.extend(b"IHDR");
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    fn jpeg(components: u8) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0];
        bytes.extend([0xff, 0xc0, 0, 11, 8, 0, 50, 0, 100, components, 0, 0, 0]);
        bytes
    }

    #[test]
    fn accepts_small_png_and_jpeg() {
        assert_eq!(check_logo(&png(600, 200)), Ok(()));
        assert_eq!(check_logo(&jpeg(3)), Ok(()));
    }

    #[test]
    fn refuses_what_cannot_be_printed() {
        assert_eq!(check_logo(b"GIF89a"), Err(LogoError::UnknownFormat));
        assert_eq!(check_logo(&png(60_000, 10)), Err(LogoError::BadSize(60_000, 10)));
        assert_eq!(check_logo(&png(0, 10)), Err(LogoError::BadSize(0, 10)));
        assert_eq!(check_logo(&jpeg(4)), Err(LogoError::Cmyk));
        assert_eq!(
            check_logo(&vec![0; MAX_LOGO_BYTES + 1]),
            Err(LogoError::TooManyBytes(2_097_153))
        );
    }

    #[test]
    fn never_panics_on_a_cut_file() {
        for whole in [png(600, 200), jpeg(3)] {
            for end in 3..20.min(whole.len()) {
                assert!(check_logo(&whole[..end]).is_err());
            }
        }
    }
}
