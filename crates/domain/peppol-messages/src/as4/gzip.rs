//! Compression of payloads.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

/// Compressed bytes. The time in the header is left out: the same bytes give the same bytes.
pub(super) fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let out = Vec::with_capacity(bytes.len() / 4 + 64);
    let mut encoder = GzEncoder::new(out, Compression::new(6));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// What was compressed, if it is no more than so many bytes.
pub(super) fn gunzip(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let expected = bytes.len().saturating_mul(4).min(most);
    let mut out = Vec::with_capacity(expected);
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    GzDecoder::new(bytes).take(limit).read_to_end(&mut out).ok()?;
    (out.len() <= most).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

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
