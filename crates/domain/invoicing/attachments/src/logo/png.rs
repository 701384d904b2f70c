//! PNG (W3C Recommendation, third edition): the chunks with their check sums, and the packed rows.

use super::size::{LogoError, LogoError::Damaged, Size};
use flate2::{Crc, read::ZlibDecoder};
use std::io::Read;

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The passes of Adam7: first column and row, and the steps from one to the next.
const ADAM7: [[u32; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

/// The header (IHDR).
struct Header {
    size: Size,
    bits_per_pixel: u32,
    has_palette: bool,
    interlaced: bool,
}

pub(super) fn check(bytes: &[u8]) -> Result<(), LogoError> {
    let mut rest = &bytes[SIGNATURE.len()..];
    let (name, data) = chunk(&mut rest)?;
    let header = (name == b"IHDR").then(|| header(data)).ok_or(Damaged)??;
    let (mut packed, mut palette) = (Vec::new(), false);
    loop {
        match chunk(&mut rest)? {
            (b"IDAT", data) => packed.extend_from_slice(data),
            (b"PLTE", data) => {
                palette = data.len().is_multiple_of(3) && (1..=256).contains(&(data.len() / 3));
                palette.then_some(()).ok_or(Damaged)?;
            }
            (b"IEND", _) => break,
            // a chunk whose name begins with a capital must be understood
            (name, _) if name[0].is_ascii_uppercase() => return Err(Damaged),
            _ => {}
        }
    }
    if header.has_palette && !palette {
        return Err(Damaged);
    }
    rows(&header, &packed)
}

/// The next chunk: its name and its data, whose check sum is right.
fn chunk<'a>(rest: &mut &'a [u8]) -> Result<(&'a [u8; 4], &'a [u8]), LogoError> {
    let (length, after) = rest.split_first_chunk::<4>().ok_or(Damaged)?;
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| Damaged)?;
    let checked = after.get(..length.checked_add(4).ok_or(Damaged)?).ok_or(Damaged)?;
    let (name, data) = checked.split_first_chunk::<4>().ok_or(Damaged)?;
    let (sum, after) = after[checked.len()..].split_first_chunk::<4>().ok_or(Damaged)?;
    let mut crc = Crc::new();
    crc.update(checked);
    *rest = after;
    (crc.sum() == u32::from_be_bytes(*sum)).then_some((name, data)).ok_or(Damaged)
}

fn header(data: &[u8]) -> Result<Header, LogoError> {
    let [w3, w2, w1, w0, h3, h2, h1, h0, depth, colour, 0, 0, interlace @ (0 | 1)] = *data else {
        return Err(Damaged);
    };
    let size = Size {
        width: u32::from_be_bytes([w3, w2, w1, w0]),
        height: u32::from_be_bytes([h3, h2, h1, h0]),
    };
    let samples = match (colour, depth) {
        (0, 1 | 2 | 4 | 8 | 16) | (3, 1 | 2 | 4 | 8) => 1,
        (2, 8 | 16) => 3,
        (4, 8 | 16) => 2,
        (6, 8 | 16) => 4,
        _ => return Err(Damaged),
    };
    Ok(Header {
        size: size.within_bounds()?,
        bits_per_pixel: samples * u32::from(depth),
        has_palette: colour == 3,
        interlaced: interlace == 1,
    })
}

/// Unpacks the rows one by one: each begins with the name of its filter, and there are as many as the
/// header says.
fn rows(header: &Header, packed: &[u8]) -> Result<(), LogoError> {
    let mut unpacked = ZlibDecoder::new(packed);
    let mut row = Vec::new();
    for Size { width, height } in passes(header) {
        let bytes = (width * header.bits_per_pixel).div_ceil(8) + 1;
        row.resize(usize::try_from(bytes).map_err(|_| Damaged)?, 0);
        for _ in 0..height {
            unpacked.read_exact(&mut row).map_err(|_| Damaged)?;
            if row[0] > 4 {
                return Err(Damaged);
            }
        }
    }
    match unpacked.read(&mut [0]) {
        Ok(0) => Ok(()),
        _ => Err(Damaged),
    }
}

/// The images that the picture is stored as; those without a pixel are left out.
fn passes(header: &Header) -> Vec<Size> {
    if !header.interlaced {
        return vec![header.size];
    }
    let steps = |from: u32, step: u32, side: u32| side.saturating_sub(from).div_ceil(step);
    let pass = |[column, row, columns, rows]: [u32; 4]| Size {
        width: steps(column, columns, header.size.width),
        height: steps(row, rows, header.size.height),
    };
    ADAM7.into_iter().map(pass).filter(|size| size.width > 0 && size.height > 0).collect()
}
