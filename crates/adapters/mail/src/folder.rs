//! Mail as files, for development and tests, or for another program to send.

use notifications::{DedupKey, MailError};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use time::{OffsetDateTime, macros::format_description};

/// Bytes of `20261121T173500Z`, with which every name begins.
const STAMP: usize = 16;

/// Writes a message into `<time>-<key>.eml`, whole or not at all. A key that is there already is
/// not written again.
pub(crate) async fn keep(
    folder: PathBuf,
    key: DedupKey,
    at: OffsetDateTime,
    bytes: Vec<u8>,
) -> Result<(), MailError> {
    let kept = tokio::task::spawn_blocking(move || keep_now(&folder, &key, at, &bytes)).await;
    let kept = kept.unwrap_or_else(|error| Err(io::Error::other(error)));
    kept.map_err(|error| MailError::Unreachable(crate::reason::reason(&error)))
}

fn keep_now(folder: &Path, key: &DedupKey, at: OffsetDateTime, bytes: &[u8]) -> io::Result<()> {
    make(folder)?;
    // held until the end, also against other processes: two may have the same key to write
    let lock = private_file(&folder.join(".lock"))?;
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
    let mut file = private_file(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, folder.join(name))
}

/// Makes the folder unless it is there. Mail holds links that are secrets: what is made here is its
/// owner's alone.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

fn stamp(at: OffsetDateTime) -> io::Result<String> {
    let form = format_description!("[year][month][day]T[hour][minute][second]Z");
    service_day::utc(at).format(form).map_err(io::Error::other)
}
