//! Compression of payloads.

use std::io::{self, Read, Write};
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::Arc;

use flate2::Compression;
use flate2::bufread::{GzDecoder, MultiGzDecoder};
use flate2::write::GzEncoder;

/// Compresses bytes and leaves `room` bytes before them, which are written later. The time in the header is left out,
/// so that the same input gives the same output.
pub(super) fn gzip_behind(room: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(room + bytes.len() / 4 + 64);
    out.resize(room, 0);
    let mut encoder = GzEncoder::new(out, Compression::new(6));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Deflate packs no better than this.
const LARGEST_RATIO: usize = 1032;

/// Most members of a file: writers of blocks make one of each 64 kB.
const MOST_MEMBERS: usize = 1024;

/// Unpacks all members of the file, if they have at most `most` bytes. Nothing may follow the last member (RFC 1952,
/// section 2.2).
pub(super) fn gunzip(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(said_size(bytes).min(most));
    let mut rest = bytes;
    for _ in 0..MOST_MEMBERS {
        let left = u64::try_from(most - out.len()).unwrap_or(u64::MAX).saturating_add(1);
        let mut member = GzDecoder::new(rest);
        member.by_ref().take(left).read_to_end(&mut out).ok()?;
        if out.len() > most {
            return None;
        }
        rest = member.into_inner();
        if rest.is_empty() {
            return Some(out);
        }
    }
    None
}

/// A part of what was compressed, once more and by itself: the rest is not held. Only of a file that [`gunzip`] read.
pub(super) fn gunzip_part(bytes: &[u8], part: &Range<usize>) -> Option<Arc<[u8]>> {
    let mut all = MultiGzDecoder::new(bytes);
    let before = u64::try_from(part.start).ok()?;
    if io::copy(&mut all.by_ref().take(before), &mut io::sink()).ok()? != before {
        return None;
    }
    let mut kept: Arc<[u8]> = repeat_n(0, part.len()).collect();
    all.read_exact(Arc::get_mut(&mut kept)?).ok()?;
    Some(kept)
}

/// The size that the end of gzip says (modulo 2^32), or the most that its bytes can hold where that is less: memory that
/// is reserved for a lie is not touched.
pub(super) fn said_size(bytes: &[u8]) -> usize {
    let said = bytes.last_chunk().map_or(0, |end| u32::from_le_bytes(*end) as usize);
    said.min(bytes.len().saturating_mul(LARGEST_RATIO))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
        gzip_behind(0, bytes)
    }

    #[test]
    fn a_size_that_is_not_true_does_no_harm() {
        let mut packed = gzip(&[7; 1000]).expect("packed");
        assert_eq!(said_size(&packed), 1000);
        packed.truncate(packed.len() - 4);
        for lie in [0_u32, 999, 1001, u32::MAX] {
            let lying = [&packed[..], &lie.to_le_bytes()].concat();
            assert!(said_size(&lying) < 100_000, "{lie}");
            assert_eq!(gunzip(&lying, 10_000), None, "{lie}");
        }
        assert_eq!((said_size(b""), said_size(b"abc")), (0, 0));
    }

    #[test]
    fn bombs_do_not_go_off() {
        let packed = gzip(&vec![0; 10_000_000]).expect("packed");
        assert!(packed.len() < 20_000);
        assert_eq!(gunzip(&packed, 10_000_000).map(|all| all.len()), Some(10_000_000));
        assert_eq!(gunzip(&packed, 9_999_999), None);
        assert_eq!(gunzip(&packed[..packed.len() - 9], 20_000_000), None, "cut off");
        assert_eq!(gunzip(b"no gzip", 100), None);
    }

    #[test]
    fn a_part_is_unpacked_by_itself() {
        let (one, two) = (gzip(b"<a>bc").expect("one"), gzip(b"de</a>").expect("two"));
        let both = [&one[..], &two].concat();
        for (part, expected) in [
            (3..7, Some(&b"bcde"[..])),
            (0..11, Some(b"<a>bcde</a>")),
            (5..5, Some(b"")),
            (11..11, Some(b"")),
            (7..12, None),
            (12..12, None),
        ] {
            assert_eq!(gunzip_part(&both, &part).as_deref(), expected, "{part:?}");
        }
    }

    #[test]
    fn a_file_is_read_to_its_last_byte() {
        let (one, two) = (gzip(b"<a>").expect("one"), gzip(b"</a>").expect("two"));
        let both = [&one[..], &two].concat();
        assert_eq!(gunzip(&both, 7).as_deref(), Some(&b"<a></a>"[..]));
        assert_eq!(gunzip(&both, 6), None, "bounded over all members");
        for behind in [&b"junk"[..], b"\0", &two[..two.len() - 1], &one[..4]] {
            assert_eq!(gunzip(&[&one[..], behind].concat(), 1_000), None, "{behind:?}");
        }
        assert_eq!(gunzip(&[], 10), None);
        let many = gzip(b"").expect("packed");
        assert_eq!(gunzip(&many.repeat(MOST_MEMBERS), 1).as_deref(), Some(&b""[..]));
        assert_eq!(gunzip(&many.repeat(MOST_MEMBERS + 1), 1), None);
    }
}
