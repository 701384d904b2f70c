//! `inspect`: what a message says, and what is wrong with it.

use crate::exit::{Exit, Failed, Outcome, about};
use crate::identifiers;
use crate::shown::{Format, list, plain, print};
use crate::trust::Folder;
use clap::Args;
use peppol_inspection::{Asked, Finding, Inspection, Options, TrustStore, inspect};
use peppol_messages::instant::read_instant;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

/// Largest file that is read: an envelope of the largest size, encoded in Base64 around.
const LARGEST: u64 = 160 * 1024 * 1024;

/// What to inspect, and how to check it.
#[derive(Debug, Args)]
pub struct Inspect {
    /// A file, or - for standard input: an envelope, an SMP's answer, an MLS, a business card, a request to the
    /// SML, a certificate, or an AS4 message with its MIME headers or without
    #[arg(value_name = "FILE|-")]
    file: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The instant for which it is checked, for example 2026-11-22T12:00:00Z; by default now
    #[arg(long, value_name = "INSTANT", value_parser = instant)]
    at: Option<OffsetDateTime>,
    /// A folder with the certificates of authorities (.pem, .crt, .cer) and lists of revoked ones (.pem, .crl)
    #[arg(long, value_name = "DIR")]
    trust: Option<PathBuf>,
    /// What an SMP was asked: a participant and a document type as it is registered
    #[arg(long = "for", num_args = 2, value_names = ["PARTICIPANT", "DOCTYPE"])]
    asked: Option<Vec<String>>,
    /// Accept SHA-1 and exclusive canonical forms, with which SMPs signed before 2023
    #[arg(long)]
    old_algorithms: bool,
}

/// An instant of the command line.
pub fn instant(text: &str) -> Result<OffsetDateTime, String> {
    read_instant(text).ok_or_else(|| "an instant is written 2026-11-22T12:00:00Z".to_owned())
}

impl Inspect {
    /// Inspects. The exit code is 0 when nothing is wrong, 1 when something is, 2 when it cannot be read.
    pub fn run(self) -> Outcome {
        let trust = self.trust.as_deref().map(trust_store).transpose()?;
        let bytes = read(&self.file)?;
        let options = Options {
            at: self.at.unwrap_or_else(OffsetDateTime::now_utc),
            trust: trust.as_ref(),
            asked: self.read_request()?,
            accept_old_algorithms: self.old_algorithms,
        };
        let found = inspect(&bytes, &options);
        print(&match self.format {
            Format::Json => json(&found)?,
            Format::Text => text(&self.file, &found),
        })?;
        Ok(if found.valid { Exit::Yes } else { Exit::No })
    }

    fn read_request(&self) -> Result<Option<Asked>, Failed> {
        let Some([participant, document_type]) = self.asked.as_deref() else { return Ok(None) };
        Ok(Some(Asked {
            participant: identifiers::participant(participant).map_err(Failed)?,
            document_type: identifiers::document_type(document_type).map_err(Failed)?,
        }))
    }
}

fn trust_store(path: &Path) -> Result<TrustStore, Failed> {
    let folder = Folder::read(path)?;
    TrustStore::of(folder.certificates, &folder.lists).map_err(|why| about(&path.display(), &why))
}

fn read(file: &Path) -> Result<Vec<u8>, Failed> {
    let (name, mut bytes) = (file.display(), Vec::new());
    let source: Box<dyn Read> = if file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(|why| about(&name, &why))?)
    };
    source.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|why| about(&name, &why))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LARGEST) {
        return Err(about(&name, &format!("it is larger than {LARGEST} bytes")));
    }
    Ok(bytes)
}

fn json(found: &Inspection) -> Result<String, Failed> {
    let text = serde_json::to_string_pretty(found);
    text.map(|text| text + "\n").map_err(|why| about(&"the result cannot be written", &why))
}

fn text(file: &Path, found: &Inspection) -> String {
    let mut out = String::new();
    for (name, value) in &found.values {
        list(&mut out, name, value, 0);
    }
    if !found.values.is_empty() {
        out.push('\n');
    }
    for (kind, all) in [("error", &found.errors), ("warning", &found.warnings)] {
        for one in all {
            let _ = writeln!(out, "{kind}[{}]{}: {}", one.code, place(one), plain(&one.message));
        }
    }
    let verdict = if found.valid { "valid" } else { "invalid" };
    let (name, kind) = (file.display(), found.kind.words());
    let _ = writeln!(out, "{name}: {kind}, {verdict}");
    out
}

fn place(finding: &Finding) -> String {
    finding.line.map(|line| format!(" line {line}")).unwrap_or_default()
}
