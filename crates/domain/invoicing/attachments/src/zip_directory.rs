//! The central directory of a zip archive (PKWARE APPNOTE 6.3.10, section 4.3), read strictly.
//!
//! Every step is linear in the file and reads nothing but headers. An archive on which two
//! programs could disagree (data before it, two directories, one name twice, entries over each
//! other) is refused rather than interpreted.

use crate::signs::{BombSign, MaliciousSign};
use std::collections::HashSet;
use std::io::Read;

use crate::PackageFault;

/// One entry, as the central directory describes it.
pub(crate) struct Entry<'a> {
    /// The name in lower case; OPC names do not tell case apart.
    pub name: String,
    /// Whether its content is locked with a password.
    pub encrypted: bool,
    /// The size it claims to unpack to.
    pub size: u64,
    /// Its packed bytes.
    pub packed: &'a [u8],
    method: u16,
}

const END: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const CENTRAL: &[u8] = b"PK\x01\x02";
const CENTRAL_BYTES: usize = 46;
const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_BYTES: usize = 30;
/// The end record and locator of zip64, which some writers add even to small archives.
const ZIP64_END: &[u8] = b"PK\x06\x06";
const ZIP64_BYTES: usize = 76;

/// Reads the directory of an archive with at most `max_entries`.
pub(crate) fn read_directory(
    bytes: &[u8],
    max_entries: usize,
) -> Result<Vec<Entry<'_>>, PackageFault> {
    let end = end_record(bytes)?;
    if end.count > max_entries {
        return Err(PackageFault::Bomb(BombSign::Entries));
    }
    let mut rest = bytes.get(end.offset..end.offset + end.size).ok_or(PackageFault::Damaged)?;
    let archive = &bytes[..end.offset];
    let (mut entries, mut spans) = (Vec::new(), Vec::new());
    for _ in 0..end.count {
        let (entry, span, length) = central_header(rest, archive)?;
        entries.push(entry);
        spans.push(span);
        rest = &rest[length..];
    }
    if !rest.is_empty() {
        return Err(PackageFault::Malicious(MaliciousSign::Uncounted));
    }
    check_names(&entries)?;
    check_spans(spans)?;
    Ok(entries)
}

/// What the end record says: where the directory lies and how many entries it has.
struct End {
    count: usize,
    size: usize,
    offset: usize,
}

fn end_record(bytes: &[u8]) -> Result<End, PackageFault> {
    const LONGEST_COMMENT: usize = 0xFFFF;
    let from = bytes.len().saturating_sub(END_BYTES + LONGEST_COMMENT);
    let reaches_the_end = |start: &usize| {
        let comment = u16_at(bytes, start + 20);
        comment.is_some_and(|comment| start + END_BYTES + usize::from(comment) == bytes.len())
    };
    let start = bytes[from..]
        .windows(END.len())
        .enumerate()
        .filter(|(_, window)| *window == END)
        .map(|(at, _)| from + at)
        .find(reaches_the_end)
        .ok_or(PackageFault::Damaged)?;
    let count = u16_at(bytes, start + 10).ok_or(PackageFault::Damaged)?;
    let size = size_at(bytes, start + 12)?;
    let offset = size_at(bytes, start + 16)?;
    let end = End { count: usize::from(count), size, offset };
    let directory_end = offset.checked_add(size).ok_or(PackageFault::Damaged)?;
    let between = bytes.get(directory_end..start).ok_or(PackageFault::Damaged)?;
    match between.len() {
        0 => Ok(end),
        ZIP64_BYTES if agrees(between, &end) => Ok(end),
        _ => Err(PackageFault::Malicious(MaliciousSign::DataBetween)),
    }
}

/// Whether the zip64 end record says the same as the plain one.
fn agrees(zip64: &[u8], end: &End) -> bool {
    let says = |at: usize, value: usize| {
        u64_at(zip64, at).is_some_and(|said| usize::try_from(said) == Ok(value))
    };
    zip64.starts_with(ZIP64_END)
        && says(32, end.count)
        && says(40, end.size)
        && says(48, end.offset)
}

/// Where the bytes of an entry lie in the archive, its local header included.
type Span = (usize, usize);

/// Reads the header at the beginning of `rest`; gives its entry and its own length.
fn central_header<'a>(
    rest: &'a [u8],
    archive: &'a [u8],
) -> Result<(Entry<'a>, Span, usize), PackageFault> {
    let damaged = PackageFault::Damaged;
    if !rest.starts_with(CENTRAL) {
        return Err(damaged);
    }
    let field = |at| u16_at(rest, at).ok_or(damaged);
    let (flags, method) = (field(8)?, field(10)?);
    let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(rest, at).map_or(0, usize::from));
    let length = CENTRAL_BYTES + name + extra + comment;
    let name_bytes = rest.get(CENTRAL_BYTES..CENTRAL_BYTES + name).ok_or(damaged)?;
    let extra_from = CENTRAL_BYTES + name;
    let extra_bytes = rest.get(extra_from..extra_from + extra).ok_or(damaged)?;
    rest.get(..length).ok_or(damaged)?;
    let [size, packed, start] = sizes(rest, extra_bytes).ok_or(damaged)?;
    let (packed, span) = local_entry(archive, name_bytes, packed, start)?;
    const LOCKED: u16 = 1 | 1 << 6 | 1 << 13;
    let entry = Entry {
        name: String::from_utf8_lossy(name_bytes).to_lowercase(),
        encrypted: flags & LOCKED != 0,
        size,
        packed,
        method,
    };
    Ok((entry, span, length))
}

/// Unpacked size, packed size and place of the local header: from the fields, or where these
/// are full from the zip64 extra field (APPNOTE 4.5.3).
fn sizes(header: &[u8], extra: &[u8]) -> Option<[u64; 3]> {
    let mut wide = zip64_extra(extra).chunks_exact(8);
    let mut value = |at| match u32_at(header, at)? {
        u32::MAX => u64_at(wide.next()?, 0),
        value => Some(u64::from(value)),
    };
    Some([value(24)?, value(20)?, value(42)?])
}

/// The content of the zip64 extra field, empty if there is none.
fn zip64_extra(mut extra: &[u8]) -> &[u8] {
    while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
        let end = 4 + usize::from(length);
        match extra.get(4..end) {
            Some(content) if id == 1 => return content,
            Some(_) => extra = &extra[end..],
            None => break,
        }
    }
    &[]
}

/// The packed bytes behind a local header, which must bear the same name.
fn local_entry<'a>(
    archive: &'a [u8],
    name: &[u8],
    packed: u64,
    start: u64,
) -> Result<(&'a [u8], Span), PackageFault> {
    let damaged = PackageFault::Damaged;
    let start = usize::try_from(start).map_err(|_| damaged)?;
    let packed = usize::try_from(packed).map_err(|_| damaged)?;
    let header = archive.get(start..).filter(|from| from.starts_with(LOCAL)).ok_or(damaged)?;
    let [name_length, extra] = [26, 28].map(|at| u16_at(header, at).map_or(0, usize::from));
    let local_name = header.get(LOCAL_BYTES..LOCAL_BYTES + name_length).ok_or(damaged)?;
    if local_name != name {
        return Err(PackageFault::Malicious(MaliciousSign::TwoNames));
    }
    let from = LOCAL_BYTES + name_length + extra;
    let until = from.checked_add(packed).ok_or(damaged)?;
    let bytes = header.get(from..until).ok_or(damaged)?;
    Ok((bytes, (start, start + until)))
}

fn check_names(entries: &[Entry]) -> Result<(), PackageFault> {
    let mut seen = HashSet::new();
    if entries.iter().all(|entry| seen.insert(entry.name.as_str())) {
        Ok(())
    } else {
        Err(PackageFault::Malicious(MaliciousSign::SameName))
    }
}

/// Entries that share their bytes make a bomb of a small file (Fifield, 2019).
fn check_spans(mut spans: Vec<Span>) -> Result<(), PackageFault> {
    spans.sort_unstable();
    let begins_at_zero = spans.first().is_none_or(|(start, _)| *start == 0);
    if !begins_at_zero {
        Err(PackageFault::Malicious(MaliciousSign::DataBefore))
    } else if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        Err(PackageFault::Malicious(MaliciousSign::Overlap))
    } else {
        Ok(())
    }
}

impl Entry<'_> {
    /// The content as text; one that is longer than the cap, or no UTF-8, is refused.
    pub fn text(&self, cap: usize) -> Result<String, PackageFault> {
        const STORED: u16 = 0;
        const DEFLATED: u16 = 8;
        let limit = u64::try_from(cap).map_or(u64::MAX, |cap| cap.saturating_add(1));
        let mut bytes = Vec::new();
        let read = match self.method {
            STORED => self.packed.take(limit).read_to_end(&mut bytes),
            DEFLATED => {
                flate2::read::DeflateDecoder::new(self.packed).take(limit).read_to_end(&mut bytes)
            }
            _ => return Err(PackageFault::Damaged),
        };
        read.map_err(|_| PackageFault::Damaged)?;
        if bytes.len() > cap {
            return Err(PackageFault::Bomb(BombSign::Index));
        }
        String::from_utf8(bytes).map_err(|_| PackageFault::Damaged)
    }
}

/// A size or place that must fit a small archive: no zip64 sentinel.
fn size_at(bytes: &[u8], at: usize) -> Result<usize, PackageFault> {
    let value = u32_at(bytes, at).ok_or(PackageFault::Damaged)?;
    usize::try_from(value).map_err(|_| PackageFault::Damaged)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
