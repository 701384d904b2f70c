//! Contents of received documents are stored compressed: their senders decide how large they are, and XML is mostly
//! repetition. Older rows are not compressed; the column `packed` says which are.

use super::super::sql::*;
use crate::error::backend;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use std::{
    io::{self, Read, Write},
    sync::Arc,
};
use tokio::task::spawn_blocking;

/// The size in bytes above which the work is done on a blocking thread.
const INLINE: usize = 16 * 1024;

/// The size in bytes that no stored document exceeds: data that unpacks to more was not packed here.
const MOST: u64 = 128 << 20;

/// Compresses contents.
pub(super) async fn pack(bytes: &Arc<[u8]>) -> Result<Vec<u8>> {
    let bytes = Arc::clone(bytes);
    apart(bytes.len(), move || packed(&bytes)).await
}

/// The contents as they were received.
pub(super) async fn unpack(bytes: Vec<u8>, is_packed: bool) -> Result<Vec<u8>> {
    match is_packed {
        true => apart(bytes.len(), move || unpacked(&bytes)).await,
        false => Ok(bytes),
    }
}

async fn apart<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    if bytes <= INLINE { work() } else { spawn_blocking(work).await.map_err(backend)? }
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(backend)
}

/// Counts the bytes first and then reads them: a vector that grows holds up to three times its content.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut counted = ZlibDecoder::new(bytes).take(MOST + 1);
    let size = io::copy(&mut counted, &mut io::sink()).map_err(backend)?;
    if size > MOST {
        return Err(backend("contents unpack to more than was ever kept"));
    }
    let mut all = Vec::with_capacity(usize::try_from(size).map_err(backend)?);
    ZlibDecoder::new(bytes).read_to_end(&mut all).map_err(backend)?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_packed_comes_back() {
        for bytes in [b"".to_vec(), b"<a/>".to_vec(), b"<a/>".repeat(100_000)] {
            let packed = pack(&bytes.clone().into()).await.expect("packed");
            assert!(bytes.len() < 100 || packed.len() * 50 < bytes.len(), "{}", packed.len());
            assert_eq!(unpack(packed, true).await.expect("unpacked"), bytes);
            assert_eq!(unpack(bytes.clone(), false).await.expect("as it is"), bytes);
        }
        assert!(unpack(b"<a/>".to_vec(), true).await.is_err(), "it was never packed");
        let huge = packed(&vec![b'a'; MOST as usize + 1]).expect("packed");
        assert!(unpack(huge, true).await.is_err(), "more than there may be");
    }
}
