//! Converts a CII document: the UBL goes to standard output, what is lost to standard error.
//!
//! `cargo run -p cii-to-ubl --example convert -- invoice.xml > ubl.xml`

use std::io::Write;
use std::process::ExitCode;

use xml::Parsed;

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: convert FILE");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let document = match Parsed::read(&bytes) {
        Ok(document) => document,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let converted = match cii_to_ubl::convert(&document) {
        Ok(converted) => converted,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    };
    for loss in &converted.losses {
        eprintln!("{}\n  \"{}\"\n  {}", loss.path, loss.value, loss.message);
    }
    match std::io::stdout().write_all(&converted.ubl) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
