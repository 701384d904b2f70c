//! JPEG (ITU-T T.81): the segments, one frame, and its scans to the end of the image.

use super::size::{LogoError, LogoError::Damaged, Size};

pub(super) const SIGNATURE: &[u8] = b"\xff\xd8\xff";

const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;

pub(super) fn check(bytes: &[u8]) -> Result<(), LogoError> {
    let mut rest = &bytes[2..];
    let (mut framed, mut scanned) = (false, false);
    loop {
        match marker(&mut rest)? {
            END_OF_IMAGE => return (framed && scanned).then_some(()).ok_or(Damaged),
            START_OF_SCAN if framed => {
                segment(&mut rest)?;
                skip_scan(&mut rest);
                scanned = true;
            }
            // the frames that decoders know: baseline, extended and progressive
            0xc0..=0xc2 if !framed => {
                frame(segment(&mut rest)?)?;
                framed = true;
            }
            0xc4 | 0xdb..=0xdd | 0xe0..=0xef | 0xfe => {
                segment(&mut rest)?;
            }
            _ => return Err(Damaged),
        }
    }
}

/// The next marker; fill bytes may stand in front of it.
fn marker(rest: &mut &[u8]) -> Result<u8, LogoError> {
    let [0xff, after @ ..] = *rest else { return Err(Damaged) };
    let fill = after.iter().take_while(|byte| **byte == 0xff).count();
    let (marker, after) = after[fill..].split_first().ok_or(Damaged)?;
    *rest = after;
    Ok(*marker)
}

/// The data of a segment, whose length counts itself.
fn segment<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], LogoError> {
    let length = rest.first_chunk::<2>().ok_or(Damaged)?;
    let length = usize::from(u16::from_be_bytes(*length));
    let data = rest.get(2..length).ok_or(Damaged)?;
    *rest = &rest[length..];
    Ok(data)
}

/// Goes on to the marker behind a scan: in it 0xff is followed by 0, or by a restart marker.
fn skip_scan(rest: &mut &[u8]) {
    let is_marker = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
    let end = rest.windows(2).position(is_marker).unwrap_or(rest.len());
    *rest = &rest[end..];
}

/// A frame header: precision, height, width, number of colour components.
fn frame(data: &[u8]) -> Result<Size, LogoError> {
    let [precision, h1, h0, w1, w0, components, ..] = data else { return Err(Damaged) };
    let size = Size {
        width: u32::from(u16::from_be_bytes([*w1, *w0])),
        height: u32::from(u16::from_be_bytes([*h1, *h0])),
    };
    match (precision, components) {
        (8, 1 | 3) => size.within_bounds(),
        (_, 4) => Err(LogoError::Cmyk),
        _ => Err(Damaged),
    }
}
