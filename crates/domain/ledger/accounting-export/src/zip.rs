//! A ZIP archive (APPNOTE 6.3) that is written file by file: each file adds a part to the archive and a part to its
//! directory, which is at the end.

use flate2::{Compression, Crc, write::DeflateEncoder};
use std::io::{self, Write};
use time::OffsetDateTime;

/// The maximum size of an archive, in bytes. Without the ZIP64 extensions it could have 4 GiB.
pub(crate) const MAX_ARCHIVE: u64 = 512 * 1024 * 1024;

/// The flag that names are UTF-8.
const UTF8: u16 = 1 << 11;

/// A file of the archive: its bytes, and its entry in the directory.
pub(crate) struct Packed {
    pub(crate) archive: Vec<u8>,
    pub(crate) directory: Vec<u8>,
}

/// Packs a file that is placed `offset` bytes after the beginning of the archive.
///
/// # Errors
/// When it is too large.
pub(crate) fn pack(
    name: &str,
    content: &[u8],
    offset: u64,
    at: OffsetDateTime,
) -> io::Result<Packed> {
    let mut crc = Crc::new();
    crc.update(content);
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
    deflated.write_all(content)?;
    let deflated = deflated.finish()?;
    let mut shared = Vec::new();
    let (time, date) = dos(at);
    for value in [20_u16, UTF8, 8, time, date] {
        shared.extend(value.to_le_bytes());
    }
    for value in [crc.sum(), size(deflated.len())?, size(content.len())?] {
        shared.extend(value.to_le_bytes());
    }
    let length = u16::try_from(name.len()).map_err(io::Error::other)?;
    shared.extend(length.to_le_bytes());
    shared.extend([0, 0]); // no extra field
    let archive = [b"PK\x03\x04".as_slice(), &shared, name.as_bytes(), &deflated].concat();
    let mut directory = b"PK\x01\x02\x14\x00".to_vec();
    directory.extend(&shared);
    directory.extend([0; 10]); // no comment, one disk, no attributes
    directory.extend(u32::try_from(offset).map_err(io::Error::other)?.to_le_bytes());
    directory.extend(name.as_bytes());
    Ok(Packed { archive, directory })
}

/// The record after the directory, which ends the archive.
///
/// # Errors
/// When the archive is too large.
pub(crate) fn end(files: u32, directory: u64, offset: u64) -> io::Result<Vec<u8>> {
    let files = u16::try_from(files).map_err(io::Error::other)?.to_le_bytes();
    let mut bytes = b"PK\x05\x06\0\0\0\0".to_vec();
    bytes.extend(files);
    bytes.extend(files);
    for value in [directory, offset] {
        bytes.extend(u32::try_from(value).map_err(io::Error::other)?.to_le_bytes());
    }
    bytes.extend([0, 0]);
    Ok(bytes)
}

fn size(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(io::Error::other)
}

/// The local time in Bratislava in the MS-DOS format.
fn dos(at: OffsetDateTime) -> (u16, u16) {
    let at = service_day::local(at);
    let time =
        (u16::from(at.hour()) << 11) | (u16::from(at.minute()) << 5) | u16::from(at.second() / 2);
    let year = u16::try_from((at.year() - 1980).clamp(0, 127)).unwrap_or(0);
    (time, (year << 9) | (u16::from(u8::from(at.month())) << 5) | u16::from(at.day()))
}
