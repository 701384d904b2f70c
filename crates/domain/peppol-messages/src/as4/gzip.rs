//! Compression of payloads.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

/// Compressed bytes behind so many others that are still to be written. The time in the header is left out: the same
/// bytes give the same bytes.
pub(super) fn gzip_behind(room: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(room + bytes.len() / 4 + 64);
    out.resize(room, 0);
    let mut encoder = GzEncoder::new(out, Compression::new(6));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Deflate packs no better than this.
const LARGEST_RATIO: usize = 1032;

/// What was compressed, if it is no more than so many bytes.
pub(super) fn gunzip(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(said_size(bytes).min(most));
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    GzDecoder::new(bytes).take(limit).read_to_end(&mut out).ok()?;
    (out.len() <= most).then_some(out)
}

/// The size that the end of gzip says (modulo 2^32), or the most that its bytes can hold where that is less: memory that
/// is reserved for a lie is not touched.
fn said_size(bytes: &[u8]) -> usize {
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
}
