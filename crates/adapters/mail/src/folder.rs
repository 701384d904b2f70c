//! Mail as files, for development and tests, or for another program to send.

use notifications::{Key, MailError};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use time::{OffsetDateTime, UtcOffset, macros::format_description};

/// Bytes of `20261121T173500Z`, with which every name begins.
const STAMP: usize = 16;

/// Writes a message into `<time>-<key>.eml`, whole or not at all. A key that is there already is
/// not written again.
pub(crate) async fn keep(
    folder: PathBuf,
    key: Key,
    at: OffsetDateTime,
    bytes: Vec<u8>,
) -> Result<(), MailError> {
    let kept = tokio::task::spawn_blocking(move || keep_now(&folder, &key, at, &bytes)).await;
    let kept = kept.unwrap_or_else(|error| Err(io::Error::other(error)));
    kept.map_err(|error| MailError::Unreachable(crate::mail::reason(&error)))
}

fn keep_now(folder: &Path, key: &Key, at: OffsetDateTime, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // held until the end, also against other processes: two may have the same key to write
    let lock = File::create(folder.join(".lock"))?;
    lock.lock()?;
    let ending = format!("-{key}.eml");
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if name.to_str().and_then(|name| name.get(STAMP..)) == Some(&ending) {
            return Ok(());
        }
    }
    let name = format!("{}{ending}", stamp(at)?);
    let unfinished = folder.join(format!(".{key}.tmp"));
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, folder.join(name))
}

fn stamp(at: OffsetDateTime) -> io::Result<String> {
    let form = format_description!("[year][month][day]T[hour][minute][second]Z");
    at.to_offset(UtcOffset::UTC).format(form).map_err(io::Error::other)
}
