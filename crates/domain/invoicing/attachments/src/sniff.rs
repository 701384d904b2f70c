//! The kind of a file, from its bytes alone.

use crate::csv::looks_like_csv;
use crate::package::workbook_kind;
use crate::signs::{Damage, KnownKind};
use crate::{Kind, Refused};

/// Signatures of files that are often attached and cannot be delivered.
const NOT_DELIVERABLE: [(&[u8], KnownKind); 7] = [
    (b"\xD0\xCF\x11\xE0", KnownKind::OldOffice),
    (b"GIF8", KnownKind::Gif),
    (b"{\\rtf", KnownKind::Rtf),
    (b"MZ", KnownKind::Program),
    (b"7z\xBC\xAF\x27\x1C", KnownKind::SevenZip),
    (b"Rar!", KnownKind::Rar),
    (b"\x1F\x8B", KnownKind::Gzip),
];

/// Recognises the kind of a file by its content.
///
/// A signature counts at the first byte only, so that a file with something before it is not
/// taken for what comes later. Text is taken for CSV by its look; see [`crate::check`] for the
/// file name it needs.
///
/// # Errors
/// What the content is instead, if that is known.
pub fn sniff(bytes: &[u8]) -> Result<Kind, Refused> {
    if bytes.is_empty() {
        return Err(Refused::Empty);
    }
    if bytes.starts_with(b"%PDF-1.") || bytes.starts_with(b"%PDF-2.") {
        return Ok(Kind::Pdf);
    }
    if bytes.starts_with(b"\xFF\xD8\xFF") {
        return sound(Kind::Jpeg, bytes.ends_with(b"\xFF\xD9"), Damage::NoEnd);
    }
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let header = bytes.get(12..16) == Some(b"IHDR");
        return sound(Kind::Png, header, Damage::NoHeader);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Ok(workbook_kind(bytes)?);
    }
    let known = NOT_DELIVERABLE.iter().find(|(signature, _)| bytes.starts_with(signature));
    // Letters can begin a CSV header too ("MZDA;…"), so the look of the text goes first.
    match known {
        _ if looks_like_csv(bytes) => Ok(Kind::Csv),
        Some((_, found)) => Err(Refused::KnownButNotDeliverable { found: *found }),
        None => Err(Refused::Unknown),
    }
}

fn sound(kind: Kind, is_sound: bool, what: Damage) -> Result<Kind, Refused> {
    if is_sound { Ok(kind) } else { Err(Refused::Damaged { kind, what }) }
}
