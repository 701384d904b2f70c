//! Gives the page a number of its own: everything of this crate that decides what a PDF looks like, as one
//! hash. Who has a PDF's record can tell whether the same sources made it.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for folder in ["fonts", "src", "templates"] {
        println!("cargo::rerun-if-changed={folder}");
        gather(Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut hash = FNV_OFFSET;
    for file in files {
        hash = add(hash, file.to_string_lossy().as_bytes());
        hash = add(hash, &fs::read(&file)?);
    }
    println!("cargo::rustc-env=INVOICE_PDF_SOURCES={hash:016x}");
    Ok(())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// FNV-1a with 64 bits: the same on every machine, and no crate. Nobody has to be kept from forging it.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn add(hash: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME);
    // with the length, so that what moves from one file into the next changes the hash
    let hash = bytes.iter().fold(hash, step);
    (bytes.len() as u64).to_le_bytes().iter().fold(hash, step)
}
