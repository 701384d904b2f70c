//! A step of an export, which appends some documents to every file.

use crate::ExportFault;
use crate::{
    Entry, Export, ExportFile, ExportState, FileSize, Firm, NewPart, Place, csv, pohoda,
    zip::{self, MAX_ARCHIVE},
};
use std::{collections::BTreeMap, fmt, io};
use time::OffsetDateTime;

/// The maximum number of documents in an export with files. Without files it is twenty times as many.
const MAX_WITH_FILES: u64 = 5_000;
const MAX_DOCUMENTS: u64 = 100_000;

/// The number of bytes after which a step is full, which bounds the memory it uses.
const FULL: usize = 4 * 1024 * 1024;

/// A file that is exported with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    /// The extension, `pdf` or `xml`.
    pub extension: &'static str,
    pub content: Vec<u8>,
}

/// A step in progress.
#[derive(Debug)]
pub struct Step {
    export: Export,
    firm: Firm,
    now: OffsetDateTime,
    parts: BTreeMap<ExportFile, Vec<u8>>,
}

impl Step {
    /// The next step of an export. The first step also writes the heads of the files.
    #[must_use]
    pub fn of(export: &Export, firm: Firm, now: OffsetDateTime) -> Self {
        let mut step = Self { export: export.clone(), firm, now, parts: BTreeMap::new() };
        if export.state == ExportState::Waiting {
            step.append(ExportFile::Documents, csv::documents_head().as_bytes());
            step.append(ExportFile::Vat, csv::vat_head().as_bytes());
        }
        step.export.state = ExportState::Running;
        step
    }

    /// The maximum number of documents in a step.
    #[must_use]
    pub const fn most(export: &Export) -> u16 {
        if export.files { 20 } else { 200 }
    }

    /// Whether the step has so many bytes that the next document belongs to the next step.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.parts.values().map(Vec::len).sum::<usize>() >= FULL
    }

    /// Counts a received document that is left out, because it lacks what accounting needs.
    pub const fn leave_out(&mut self) {
        self.export.progress.unreadable += 1;
    }

    /// Adds a document with its files.
    ///
    /// # Errors
    /// When the archive gets too large.
    pub fn add(&mut self, entry: &Entry, files: &[Attached]) -> io::Result<()> {
        self.append(ExportFile::Documents, csv::document_row(entry).as_bytes());
        self.append(ExportFile::Vat, csv::vat_rows(entry, self.firm.currency).as_bytes());
        // Pohoda's schema has no empty import: without a document there is no such file
        if self.size(ExportFile::Pohoda) == 0 {
            let head = pohoda::head(&self.firm.ico, &self.export.id.to_string());
            self.append(ExportFile::Pohoda, head.as_bytes());
        }
        self.append(ExportFile::Pohoda, pohoda::item(entry, &self.firm).as_bytes());
        self.export.progress.totals.add(entry);
        for file in files {
            let name = file_name(entry, file.extension);
            self.pack(&name, &file.content)?;
        }
        Ok(())
    }

    fn pack(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let offset = self.size(ExportFile::Archive);
        let packed = zip::pack(name, content, offset, self.now)?;
        if offset + packed.archive.len() as u64 > MAX_ARCHIVE {
            return Err(io::Error::other(ExportFault::TooLarge));
        }
        self.append(ExportFile::Archive, &packed.archive);
        self.append(ExportFile::Directory, &packed.directory);
        self.export.progress.archived += 1;
        Ok(())
    }

    /// Moves on after `looked_at` documents of the phase: behind the last of them, or to the next phase when there
    /// are no more.
    pub fn next(&mut self, looked_at: usize, last: Option<Place>) {
        let progress = &mut self.export.progress;
        progress.done += looked_at as u64;
        progress.total = progress.total.max(progress.done);
        progress.after = last;
        if last.is_none() {
            progress.phase = progress.phase.next();
        }
        let most = if self.export.files { MAX_WITH_FILES } else { MAX_DOCUMENTS };
        if self.export.progress.done > most {
            self.fail(&ExportFault::TooMany { most });
        }
    }

    /// Marks the export as failed.
    pub fn fail(&mut self, error: &impl fmt::Display) {
        self.export.state = ExportState::Failed;
        self.export.error = Some(error.to_string());
        self.export.finished_at = Some(self.now);
        self.parts.clear();
    }

    /// Writes the ends of the files. `directory` is the stored directory of the archive.
    ///
    /// # Errors
    /// When the archive is too large.
    pub fn finish(&mut self, directory: &[u8]) -> io::Result<()> {
        if self.size(ExportFile::Pohoda) > 0 {
            self.append(ExportFile::Pohoda, pohoda::FOOT.as_bytes());
        }
        let totals = csv::totals(&self.export.progress.totals);
        self.append(ExportFile::Totals, totals.as_bytes());
        if self.export.files {
            let offset = self.size(ExportFile::Archive);
            let end = zip::end(self.export.progress.archived, directory.len() as u64, offset)?;
            self.append(ExportFile::Archive, directory);
            self.append(ExportFile::Archive, &end);
        }
        let progress = &mut self.export.progress;
        progress.total = progress.done;
        self.export.state = ExportState::Ready;
        self.export.finished_at = Some(self.now);
        Ok(())
    }

    /// The export after the step, and the new parts of its files.
    #[must_use]
    pub fn into_changes(mut self) -> (Export, Vec<NewPart>) {
        let mut parts = Vec::new();
        for (file, content) in std::mem::take(&mut self.parts) {
            let FileSize { bytes, parts: position, .. } = self.export.progress.size(file);
            let size = FileSize { file, bytes: bytes + content.len() as u64, parts: position + 1 };
            self.export.progress.sizes.retain(|known| known.file != file);
            self.export.progress.sizes.push(size);
            parts.push(NewPart { file, position, content });
        }
        self.export.progress.failures = 0;
        self.export.version += 1;
        (self.export, parts)
    }

    fn append(&mut self, file: ExportFile, content: &[u8]) {
        if !content.is_empty() {
            self.parts.entry(file).or_default().extend_from_slice(content);
        }
    }

    /// The size of a file including this step, in bytes.
    fn size(&self, file: ExportFile) -> u64 {
        let new = self.parts.get(&file).map_or(0, Vec::len) as u64;
        self.export.progress.size(file).bytes + new
    }
}

/// The name of a file in the archive. It contains a part of the id, because numbers may be equal, or unsuitable as
/// file names.
fn file_name(entry: &Entry, extension: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let number: String = entry.number.chars().take(60).map(plain).collect();
    let id = entry.id.0.simple().to_string();
    let direction = entry.direction.name();
    format!("{direction}/{number}_{}.{extension}", &id[24..])
}
